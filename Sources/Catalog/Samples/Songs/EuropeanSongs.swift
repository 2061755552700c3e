extension SampleText {
    static let europeanSongs = """
        # Nachtbus nach Nirgendwo | Die Leisen Sohlen | Pop | 2021-05-28
        Haltestelle Sehnsucht
        Fünf vor Zwölf in Wuppertal
        Liebe auf Zeitkarte (Love Is a Day Ticket)
        Regenschirm im Kopf
        Straßenbahnballett
        Übermorgen vielleicht
        Der letzte macht die Music aus

        # Kachelofen | Großvaters Akkordeon | Volksmusik | 2013-10-18
        Glühwürmchenwalzer
        Die Kuh vom Nachbarn
        Ofenbank
        Schneeflöckchens Schwester
        Zwiebelkuchenpolka
        Grüß mir den Gartenzaun

        # Les heures creuses | Capucine Delorme | Chanson | 2019-02-15
        Le café d'en face
        Trois stations avant toi
        Mon amour a pris le métro
        L'été des voisins
        Où sont passées les clés
        Petite musique de cuisine
        Je t'attends à l'heure d'hiver

        # Déjà demain | Radio Mirabelle | Électronique | 2024-03-22
        Minitel d'amour
        Néon tricolore
        Garçon, l'addition
        Sur le périph'
        Bonsoir l'ascenseur
        Fin de transmission

        # La casa del limonero | Dolores Quintanilla | Latin | 2018-08-31
        El limonero
        Corazón de azotea
        ¿Dónde dejé la luna?
        Bolero del ascensor
        Mañana, love, mañana
        La vecina del tercero
        Cumbia de la lavadora

        # Agua de marzo, pan de abril | Los Del Andén | Latin | 2022-04-08
        Andén número siete
        Niña de la maleta
        El último tren a Soria
        Música para una siesta
        Pan de abril
        Señor revisor

        # Saudade em promoção | Beatriz Vilarinho | MPB | 2020-06-26
        Coração na varanda
        Pastel de ontem
        A música do vizinho
        Não chove em São Tomé
        Açúcar mascavo
        Última balsa

        # Ночной трамвай | Группа «Подстаканник» | Рок | 2017-11-24
        Последний трамвай
        Чай с лимоном
        Песня про соседей
        Снег в апреле
        Радио на кухне
        Ключи под ковриком

        # Το καφενείο της βροχής | Μελίνα Καρυστινού | Λαϊκά | 2016-03-11
        Το καφενείο της βροχής
        Τρία σκαλοπάτια
        Η βάρκα του Αντώνη
        Λεμόνια στο παράθυρο
        Καληνύχτα, λιμάνι

        """
}
