extension Language {
    /// Words of the presenters, their applications, and `viperline app`. The values keep the order of the English words, so a
    /// sentence may have to begin with its object.
    static let germanOfRoles = [
        // Numbers and dates
        "1,234.5": "1.234,5", "$%": "% $", "Free": "Kostenlos", "% % %": "%. % %", "% %, %": "% %, %",
        "% to %": "% bis %",
        "Jan": "Jan.", "Feb": "Feb.", "Mar": "März", "Apr": "Apr.", "May": "Mai", "Jun": "Juni", "Jul": "Juli",
        "Aug": "Aug.", "Sep": "Sept.", "Oct": "Okt.", "Nov": "Nov.", "Dec": "Dez.",
        "% byte": "% Byte", "% bytes": "% Bytes", "% rating": "% Bewertung", "% ratings": "% Bewertungen",
        "% result": "% Ergebnis", "% results": "% Ergebnisse",
        // Failures
        "% cannot be reached.": "% ist nicht erreichbar.", "% cannot be reached: %.": "% ist nicht erreichbar: %.",
        "% did not answer in time.": "% hat nicht rechtzeitig geantwortet.",
        "% did not answer in time: %.": "% hat nicht rechtzeitig geantwortet: %.",
        "% answers no more requests: the quota is used up.":
            "% beantwortet keine Anfragen mehr: Das Kontingent ist aufgebraucht.",
        "% asks for a pause after too many requests.": "% bittet nach zu vielen Anfragen um eine Pause.",
        "% answered with an error%: %": "% hat mit einem Fehler geantwortet%: %",
        "% answered with an error%.": "% hat mit einem Fehler geantwortet%.",
        "%'s answer was larger than is allowed.": "%: Die Antwort war größer als erlaubt.",
        "The request was cancelled.": "Die Anfrage wurde abgebrochen.",
        "%'s answer cannot be understood: %": "%: Die Antwort ist unverständlich: %",
        "The request is not valid: %": "Die Anfrage ist ungültig: %",
        "% refuses access: %": "% verweigert den Zugriff: %",
        "% cannot be asked from here: %": "% lässt sich von hier nicht fragen: %",
        "% does not have what was asked for.": "% hat nicht, was gefragt war.",
        "Requests are possible again at %.": "Anfragen sind um % wieder möglich.",
        "Try again in %.": "Versuche es in % noch einmal.",
        "Try again in a minute.": "Versuche es in einer Minute noch einmal.",
        "Check the connection and try again.": "Prüfe die Verbindung und versuche es noch einmal.",
        "Try again.": "Versuche es noch einmal.", "a second": "einer Sekunde", "% seconds": "% Sekunden",
        "% minutes": "% Minuten", "% hours": "% Stunden", "some days": "einigen Tagen",
        "Retry": "Noch einmal", "Close": "Schließen", "OK": "OK",
        "Too much for one screen": "Zu viel für einen Bildschirm",
        "This screen has %; at most % can be shown (line_limit in the compose file). What is beyond that is left out.":
            "Dieser Bildschirm hat %; zeigen lassen sich höchstens % (line_limit in der Compose-Datei). Der Rest fehlt.",
        "Most of it is %.": "Das meiste davon ist %.", "the %, with %": "„%“ mit %",
        "the % “%”, with %": "„%“ (%) mit %",
        "This could not be done": "Das ging nicht",
        "The request % has %; at most % can be sent (line_limit in the compose file).":
            "Die Anfrage % hat %; senden lassen sich höchstens % (line_limit in der Compose-Datei).",
        "This is too much for one screen; the rest is left out": "Das ist zu viel für einen Bildschirm; der Rest fehlt",
        // Searches and lists
        "Search": "Suchen", "Searching…": "Sucht …", "Loading…": "Lädt …", "Loading more…": "Lädt mehr …",
        "Sorting…": "Sortiert …", "Best match": "Bester Treffer", "No results": "Keine Ergebnisse",
        "No results for “%”": "Keine Ergebnisse für „%“", "Nothing was found for “%”.": "Zu „%“ wurde nichts gefunden.",
        "% did not finish the search; there may be more results":
            "% hat die Suche nicht beendet; vielleicht gibt es weitere Ergebnisse",
        "% lists only the first % of %": "% zeigt nur die ersten % von %",
        "% result left out: its id has come before": "% Ergebnis fehlt: Seine Kennung kam schon vor",
        "% results left out: their ids have come before": "% Ergebnisse fehlen: Ihre Kennungen kamen schon vor",
        "% result could not be read and is left out": "% Ergebnis war nicht lesbar und fehlt",
        "% results could not be read and are left out": "% Ergebnisse waren nicht lesbar und fehlen",
        "% result left out: %": "% Ergebnis fehlt: %", "% results left out: %": "% Ergebnisse fehlen: %",
        "The results could not be sorted": "Die Ergebnisse ließen sich nicht sortieren",
        "The search failed": "Die Suche ist fehlgeschlagen",
        "No more results could be loaded": "Weitere Ergebnisse ließen sich nicht laden",
        "Enter a search term": "Einen Suchbegriff eingeben", "There is nothing here": "Hier ist nichts",
        "%: there is nothing here": "%: Hier ist nichts",
        "The list cannot be loaded": "Die Liste lässt sich nicht laden",
        "Apply": "Anwenden", "Enter at most % characters": "Höchstens % Zeichen eingeben",
        // Details
        "Nothing to show": "Nichts zu zeigen",
        "This scene was opened without the id of %.": "Diese Szene wurde ohne die Kennung % geöffnet.",
        "This scene was opened without an item, or with one that is too long.":
            "Diese Szene wurde ohne einen Eintrag geöffnet, oder mit einem zu langen.",
        "% not found": "% nicht gefunden",
        "% has no % with the id %; it may have been withdrawn.":
            "% hat keinen Eintrag (%) mit der Kennung %; vielleicht wurde er zurückgezogen.",
        "The % cannot be shown": "% lässt sich nicht zeigen", "This cannot be shown": "Das lässt sich nicht zeigen",
        "app": "App", "an app": "einer App", "song": "Lied", "a song": "eines Lieds", "video": "Video",
        "a video": "eines Videos", "repository": "Repository", "a repository": "eines Repositorys", "README": "README",
        "item": "Eintrag", "an item": "eines Eintrags", "Picture of %": "Bild von %", "Description": "Beschreibung",
        "Open in the browser": "Im Browser öffnen",
        "This presenter has no scene called “%”. Go back to where you came from.":
            "Dieser Presenter hat keine Szene namens „%“. Gehe dorthin zurück, woher du kamst.",
        "This interactor has no scene called “%”. Go back to where you came from.":
            "Dieser Interactor hat keine Szene namens „%“. Gehe dorthin zurück, woher du kamst.",
        "There is no scene called “%”. Go back to where you came from.":
            "Es gibt keine Szene namens „%“. Gehe dorthin zurück, woher du kamst.",
        // Home and settings
        "Asks": "Fragt", "Settings": "Einstellungen", "App Store and iTunes Store": "App Store und iTunes Store",
        "Country": "Land", "the store's own": "das des Stores", "Two letters, such as DE": "Zwei Buchstaben, etwa DE",
        "Results": "Ergebnisse", "50": "50", "How many a search lists, %": "Wie viele eine Suche zeigt, %",
        "Saved: your next search asks for this": "Gespeichert: Die nächste Suche richtet sich danach",
        "These settings hold until the session ends.": "Diese Einstellungen gelten bis zum Ende der Sitzung.",
        "A country has two letters, such as DE": "Ein Land hat zwei Buchstaben, etwa DE",
        "Enter a number from %": "Eine Zahl von % eingeben",
        // App Store and iTunes Store
        "Apps": "Apps", "App Store": "App Store", "Search the App Store": "Den App Store durchsuchen",
        "Search the apps of the App Store. Each has its rating, its price, what is new, a description, and screenshots to look through.":
            "Durchsuche die Apps des App Stores: mit Bewertung, Preis, Neuerungen, Beschreibung und Bildern zum Durchblättern.",
        "the iTunes Search API, without a key": "die iTunes Search API, ohne Schlüssel", "The store": "Der Store",
        "Search apps": "Apps suchen",
        "Type the name of an app, or what it should be about.":
            "Gib den Namen einer App ein, oder worum es gehen soll.",
        "Name": "Name", "Company": "Firma", "Rating": "Bewertung", "Open in the App Store": "Im App Store öffnen",
        "What's New": "Neu", "Version %": "Version %", "Screenshots": "Bilder", "Screenshot % of %": "Bild % von %",
        "% cannot be loaded": "% lässt sich nicht laden", "There are no screenshots.": "Es gibt keine Bilder.",
        "Songs": "Lieder", "Search the iTunes Store": "Den iTunes Store durchsuchen",
        "Search the songs of the iTunes Store by title or by who sings them, hear a preview, and open their page in the store.":
            "Durchsuche die Lieder des iTunes Stores nach Titel oder Interpret, höre eine Vorschau, und öffne ihre Seite im Store.",
        "Search songs": "Lieder suchen",
        "Type the title of a song, or who sings it.": "Gib den Titel eines Lieds ein, oder wer es singt.",
        "Cover of %": "Cover von %", "Released %": "Erschienen am %",
        "Open in the iTunes Store": "Im iTunes Store öffnen",
        // GitHub
        "GitHub": "GitHub", "GitHub repositories": "GitHub-Repositorys", "Search GitHub": "GitHub durchsuchen",
        "Search the public repositories of GitHub, sort them by stars, forks or date, and read their READMEs.":
            "Durchsuche die öffentlichen Repositorys von GitHub, sortiere sie nach Sternen, Forks oder Datum, und lies ihre READMEs.",
        "the GitHub REST API; GITHUB_TOKEN raises its rate limit":
            "die REST API von GitHub; GITHUB_TOKEN erhöht deren Kontingent",
        "Search repositories": "Repositorys suchen",
        "Type what the repositories should be about, such as “swift parser”.":
            "Gib ein, worum es in den Repositorys gehen soll, etwa „swift parser“.",
        "Repository": "Repository", "Language": "Sprache", "Stars": "Sterne", "Forks": "Forks", "Updated": "Geändert",
        "updated %": "geändert am %", "Open on GitHub": "Auf GitHub öffnen",
        "There is no README.": "Es gibt kein README.",
        "It is empty.": "Es ist leer.", "It is too large to be shown.": "Es ist zu groß, um gezeigt zu werden.",
        "It is too large to be shown: it has %.": "Es ist zu groß, um gezeigt zu werden: Es hat %.",
        "It cannot be shown: it is not written in UTF-8.":
            "Es lässt sich nicht zeigen: Es ist nicht in UTF-8 geschrieben.",
        "It cannot be shown: it is not text.": "Es lässt sich nicht zeigen: Es ist kein Text.",
        "It cannot be shown.": "Es lässt sich nicht zeigen.",
        // YouTube
        "YouTube": "YouTube", "YouTube playlist": "YouTube-Playlist", "Watch a playlist": "Eine Playlist ansehen",
        "See the videos of a playlist, with their lengths and dates, and watch them in a player or in the browser.":
            "Sieh die Videos einer Playlist mit Länge und Datum, und spiele sie in einem Programm oder im Browser ab.",
        "the YouTube Data API; YOUTUBE_API_KEY is required": "die YouTube Data API; YOUTUBE_API_KEY ist nötig",
        "No playlist is chosen yet.": "Noch ist keine Playlist gewählt.",
        "YouTube has no playlist with the id %, or it is private.":
            "YouTube hat keine Playlist mit der Kennung %, oder sie ist privat.",
        "The playlist cannot be loaded": "Die Playlist lässt sich nicht laden",
        "This playlist is empty": "Diese Playlist ist leer",
        "% unavailable video is left out": "% nicht verfügbares Video fehlt",
        "% unavailable videos are left out": "% nicht verfügbare Videos fehlen", "Play": "Abspielen",
        "Choose a playlist": "Eine Playlist wählen", "YouTube needs an API key": "YouTube verlangt einen API-Schlüssel",
        "Set YOUTUBE_PLAYLIST to the id of a playlist (what follows “list=” in its address) and start again:":
            "Setze YOUTUBE_PLAYLIST auf die Kennung einer Playlist (was in ihrer Adresse auf „list=“ folgt), und starte neu:",
        "A presenter that is started by hand takes it as --playlist PL…":
            "Ein von Hand gestarteter Presenter nimmt sie als --playlist PL…",
        "Set YOUTUBE_API_KEY to a key of yours and start again:":
            "Setze YOUTUBE_API_KEY auf einen Schlüssel von dir, und starte neu:",
        "Create a key for the “YouTube Data API v3” at %.":
            "Einen Schlüssel für die „YouTube Data API v3“ gibt es bei %.",
        // Greeting and traffic light
        "Greeting": "Gruß", "Say hello": "Sag hallo", "Show greeting": "Grüßen", "The greeter": "Der Grüßende",
        "Press a button, and be greeted: the smallest application that has all the roles.":
            "Drücke eine Schaltfläche, und werde gegrüßt: die kleinste Anwendung, die alle Rollen hat.",
        "no server: the fetcher knows whom to greet": "keinen Server: Der Fetcher weiß, wer zu grüßen ist",
        "There is no greeting": "Es gibt keinen Gruß", "There is nobody to greet": "Niemand ist da, der zu grüßen wäre",
        "Traffic light": "Ampel", "Ask what a colour means": "Frag, was eine Farbe bedeutet",
        "The traffic light": "Die Ampel",
        "Press a colour, and read what a driver does then: one question, one answer.":
            "Drücke eine Farbe, und lies, was dann zu tun ist: eine Frage, eine Antwort.",
        "no server: the fetcher knows the answers": "keinen Server: Der Fetcher weiß die Antworten",
        "Press a colour": "Drücke eine Farbe", "Red": "Rot", "Yellow": "Gelb", "Green": "Grün", "Asking…": "Fragt …",
        "Stop": "Halt", "Go": "Fahren", "About to change to red": "Gleich wird es rot",
        "No such colour: %": "Keine solche Farbe: %",
        "The colour has no answer": "Zu dieser Farbe gibt es keine Antwort",
        // An MCP server
        "% It is being started again.": "% Er wird neu gestartet.",
        "% entry was left out: it is too long, or cannot be read.":
            "% Eintrag fehlt: Er ist zu lang oder nicht lesbar.",
        "% entries were left out: they are too long, too many, or cannot be read.":
            "% Einträge fehlen: Sie sind zu lang, zu viele oder nicht lesbar.",
        "%, %": "%, %",
        "%. Ask for less, or raise line_limit in the compose file.":
            "%. Frage nach weniger, oder erhöhe line_limit in der Compose-Datei.",
        "%. It is being started again; what was entered is kept.": "%. Er wird neu gestartet; die Eingaben bleiben.",
        "A JSON array is wanted here, in brackets": "Hier gehört ein JSON-Array hin, in eckigen Klammern",
        "A JSON object is wanted here, in braces": "Hier gehört ein JSON-Objekt hin, in geschweiften Klammern",
        "Arguments": "Argumente", "At least %": "Mindestens %", "At most %": "Höchstens %",
        "At most % characters": "Höchstens % Zeichen",
        "Call": "Aufrufen", "Call again": "Noch einmal aufrufen", "Calls": "Aufrufe",
        "Change the arguments": "Argumente ändern", "Get": "Abrufen", "Load again": "Neu laden",
        "Not a number": "Keine Zahl", "Not a whole number": "Keine ganze Zahl",
        "Further arguments": "Weitere Argumente", "Nothing has been called yet.": "Noch nichts wurde aufgerufen.",
        "Prompts": "Prompts",
        "Resources": "Ressourcen",
        "Starting the server…": "Startet den Server …", "The beginning of %": "Der Anfang von %",
        "The call was cancelled.": "Der Aufruf wurde abgebrochen.", "The result is empty.": "Das Ergebnis ist leer.",
        "The result is no longer kept. Call again to get it.":
            "Das Ergebnis ist nicht mehr da. Ein neuer Aufruf holt es.",
        "The server answers with the error %: %": "Der Server antwortet mit dem Fehler %: %",
        "The server asks for more input, which cannot be given here.":
            "Der Server will weitere Eingaben, die hier nicht möglich sind.",
        "The server has started again.": "Der Server läuft wieder.",
        "The server no longer offers this.": "Der Server bietet das nicht mehr an.",
        "The server offers neither tools nor resources nor prompts.":
            "Der Server bietet weder Werkzeuge noch Ressourcen noch Prompts.",
        "The server refuses the arguments: %": "Der Server weist die Argumente zurück: %",
        "The tool reports an error.": "Das Werkzeug meldet einen Fehler.",
        "This call is no longer kept.": "Dieser Aufruf ist nicht mehr da.",
        "This does not fit into one screen.": "Das passt nicht auf einen Bildschirm.",
        "This is not valid JSON": "Das ist kein gültiges JSON",
        "This tool may delete or overwrite something.": "Dieses Werkzeug kann etwas löschen oder überschreiben.",
        "Tools": "Werkzeuge", "Waiting for the server…": "Wartet auf den Server …", "cancelled": "abgebrochen",
        "failed": "fehlgeschlagen", "running": "läuft", "“%” has failed": "„%“ ist fehlgeschlagen",
        "“%” has no result": "„%“ hat kein Ergebnis",
    ]
}
