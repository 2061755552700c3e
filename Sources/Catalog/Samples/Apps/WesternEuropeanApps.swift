extension SampleText {
    static let germanApps = """
        music | Stimmgabel | Klangwerkstatt Ostwind | Stimmgerät für Streicher, Bläser und alle, die im Probenraum frieren.
        music | Notenständer | Klangwerkstatt Ostwind | Blättert um, bevor man umblättern muss. Musik für Hände, die spielen.
        calendar | Müllkalender Plus | Nebelhorn Software | Welche Tonne wann an die Straße muss – auch für die Nachbarn.
        recipe | Omas Kochbuch | Küchenbüro Löffel & Söhne | Rezepte mit »einer Handvoll« und »bis es gut ist«.
        transit | Bahnsteigwechsel | Gleis Sieben | Sagt den Gleiswechsel an, bevor es der Lautsprecher tut.
        weather | Föhnwarnung | Nebelhorn Software | Wetter für Alpenränder, mit Kopfwehvorhersage.
        tools | Rechtsschutzversicherungsgesellschaftenvergleich | Nebelhorn Software | Vergleicht, was schon im Namen lang ist.
        games | Schach im Hinterzimmer | Vier Farben Spiele | Chess by the rules, mit Uhr, Kaffeefleck und altem Holz.
        notes | Zettelwirtschaft | Küchenbüro Löffel & Söhne | Notizen, die sich gegenseitig kennen.

        """

    static let germanParagraphs = """
        # general
        {name} läuft vollständig auf dem Gerät: kein Konto, keine Werbung, keine Überraschung auf der Rechnung.

        Wir sind zu viert, sitzen über einer Bäckerei und beantworten jede Zuschrift. Meist vormittags, wegen des Geruchs.

        Das ist drin:
        • Bedienung mit einer Hand, auch mit Handschuhen
        • Große Schrift, Vorlesefunktion, hoher Kontrast
        • Sicherung in eine Datei, die man lesen kann

        »Endlich ein Programm, das tut, was es sagt, und dann still ist.« – aus einem Brief nach Erscheinen der ersten
        Fassung, den wir gerahmt haben.

        # release notes
        Fehler behoben und an den Ecken gefeilt.

        • Umlaute in der Suche: »Kase« findet »Käse«
        • Stürzt nicht mehr ab, wenn man es beim Starten dreht
        • Neues Symbol, gleicher Preis

        """

    static let frenchApps = """
        music | Accordéon de poche | Atelier du Quai | Musique de bal : trente-quatre touches, un soufflet, aucun voisin.
        music | La Bonne Note | Atelier du Quai | Le solfège en cinq minutes par jour, sans larmes.
        recipe | Marmite & Compagnie | Cuisine Buissonnière | Des recettes de saison pour ceux qui rentrent tard.
        photo | Chambre claire | Verre Dépoli | Développez vos photos comme sous la lampe rouge.
        travel | Petites Gares | Le Wagon Bleu | Les lignes secondaires, leurs horaires et leurs buffets.
        books | Le Marque-page | Verre Dépoli | Retrouve la page, la phrase et l’humeur du moment.
        weather | Giboulée | Météo des Toits | La météo de l’heure qui vient, à la terrasse près.
        kids | L’Abécédaire du jardin | Cuisine Buissonnière | A comme arrosoir, Z comme zinnia.
        social | Pas de porte | Le Wagon Bleu | Le cahier partagé d’un immeuble, où l’on se prête l’échelle.

        """

    static let frenchParagraphs = """
        # general
        {name} ne demande ni compte, ni mot de passe, ni patience. Tout reste sur votre appareil.

        Nous sommes une petite équipe. Chaque idée reçue est lue à voix haute le vendredi, et certaines sont applaudies.

        Au programme :
        • Fonctionne sans réseau, même en haut d’un col
        • Aucune publicité : ni avant, ni pendant, ni après
        • Lisible au soleil, discret dans le noir

        « Ma fille l’a installée, je ne l’ai plus quittée. » – une lectrice de Concarneau.

        # release notes
        Corrections diverses et un peu de ménage de printemps.

        • Les accents ne sont plus perdus à l’export : « été » reste « été »
        • Démarrage deux fois plus rapide
        • Merci à Maëlle, qui a tout relu

        """

    static let spanishApps = """
        music | Guitarra de Patio | Naranjo Estudio | Aprende música con los pies al sol: rasgueos, palmas y compás.
        music | Cancionero del Sur | Naranjo Estudio | Mil letras con acordes, y quién las cantó primero.
        recipe | Sobremesa | La Cuchara Lenta | Recetas largas para conversaciones largas.
        weather | Solana | Cuatro Vientos Taller | El tiempo de hoy y la sombra de cada calle.
        games | Dominó de la Plaza | Cuatro Vientos Taller | Fichas que suenan como deben sonar.
        money | La Hucha | Pequeña Contaduría | Ahorra las vueltas sin darte cuenta.
        fitness | Paso a Paso por la Sierra | Cuatro Vientos Taller | Rutas con fuentes, sombra y último autobús.
        words | ¿Cómo se dice? | La Cuchara Lenta | Palabras que cambian de país en país, explicadas sin reñir.
        kids | El Niño y la Ñ | Naranjo Estudio | Las letras que sólo viven aquí.

        """

    static let spanishParagraphs = """
        # general
        {name} funciona sin conexión y sin registro. Lo que escribes es tuyo y se queda contigo.

        Lo hacemos dos hermanas y un primo, entre {company} y la cocina. Respondemos a todo, a veces de noche.

        Incluye:
        • Letra grande y lectura en voz alta
        • Copia de seguridad en un archivo que puedes abrir
        • Modo oscuro para la siesta

        # release notes
        Pequeños arreglos.

        • Las búsquedas ya no distinguen tildes: «cancion» encuentra «canción»
        • Corregido el cierre al girar la pantalla
        • Un color nuevo, elegido por votación

        """
}
