extension Language {
    /// Words of linear mode and of `viperline app`. Commands are the same in every language.
    static let germanOfLines = [
        // What stands on a page
        "here": "hier", "tabs": "Reiter", "link %: %": "Link %: %", "[picture: %]": "[Bild: %]", "% of %": "% von %",
        "sorted": "sortiert", "sorted, descending": "absteigend sortiert", "expanded": "aufgeklappt",
        "collapsed": "zugeklappt", "level %": "Ebene %", "under way": "im Gange", "success": "Erfolg",
        "warning": "Warnung", "danger": "Gefahr", "required": "Pflichtfeld", "on": "an", "off": "aus",
        "nothing entered": "nichts eingegeben", "entered": "eingegeben", "nothing chosen": "nichts gewählt",
        "one of": "eine von", "any of": "beliebige von", "and % more": "und % weitere", "such as": "etwa",
        "keys for a row": "Tasten für eine Zeile", "more rows: type more": "weitere Zeilen: more",
        "no rows": "keine Zeilen", "rows % to %": "Zeilen % bis %",
        "% of %: list N-M brings others": "% von %: list N-M bringt andere", "not marked": "nicht markiert",
        "% row": "% Zeile", "% line": "% Zeile", "% lines": "% Zeilen", "changed": "geändert",
        "%, as before: again prints it": "%, wie zuvor: again druckt alles",
        "Nothing has changed.": "Nichts hat sich geändert.",
        "changed: again prints all %": "geändert: again druckt alle %",
        "% more line has changed: again prints all": "% weitere Zeile ist geändert: again druckt alle",
        "% more lines have changed: again prints all": "% weitere Zeilen sind geändert: again druckt alle",
        "% line is gone": "% Zeile ist weg", "% lines are gone": "% Zeilen sind weg",
        "% row has another number: again prints them": "% Zeile hat eine andere Nummer: again druckt alle",
        "% rows have other numbers: again prints them": "% Zeilen haben andere Nummern: again druckt alle",
        "opened %": "geöffnet: %", "playing % in %": "% läuft in %", "no player for %": "kein Abspielprogramm für %",
        "%: type it on the next line": "%: in die nächste Zeile schreiben", "Waiting…": "Wartet …", "line %": "Zeile %",
        // What a command cannot do
        "no such command; there are search, select, preview, press, follow, set, submit, save, discard, stay, sort, expand, collapse, more, back, list, filter, mark, again, where, quit and help":
            "kein solcher Befehl; es gibt search, select, preview, press, follow, set, submit, save, discard, stay, sort, expand, collapse, more, back, list, filter, mark, again, where, quit und help",
        "a command has at most % bytes": "ein Befehl hat höchstens % Bytes",
        "the line contains a NUL byte": "die Zeile enthält ein NUL-Byte",
        "the line is not UTF-8": "die Zeile ist kein UTF-8",
        "give a button's name or number, such as: press OK":
            "den Namen oder die Nummer einer Schaltfläche angeben, etwa: press OK",
        "give a link's number, such as: follow 1": "die Nummer eines Links angeben, etwa: follow 1",
        "give a field's name, such as: set name Ada": "den Namen eines Felds angeben, etwa: set name Ada",
        "give a column's title, such as: sort Name": "den Titel einer Spalte angeben, etwa: sort Name",
        "give a row's number, such as: % 1": "die Nummer einer Zeile angeben, etwa: % 1",
        "give a row's number, such as: mark 1": "die Nummer einer Zeile angeben, etwa: mark 1",
        "give the row's number, such as: press % 1": "die Nummer der Zeile angeben, etwa: press % 1",
        "give the rows' numbers, such as: list 10-20": "die Nummern der Zeilen angeben, etwa: list 10-20",
        "give a text, such as: filter music": "einen Text angeben, etwa: filter music",
        "there are no links": "es gibt keine Links", "there are only % links": "es gibt nur % Links",
        "there are only % rows": "es gibt nur % Zeilen", "there is only one row": "es gibt nur eine Zeile",
        "row % is not here; list % brings it": "Zeile % ist nicht hier; list % bringt sie",
        "only % of % rows are here; the others were not looked at":
            "nur % von % Zeilen sind hier; die anderen wurden nicht durchsucht",
        "no row matches": "keine Zeile passt", "there is no form": "es gibt kein Formular",
        "which form? there are: %": "welches Formular? es gibt: %", "there are no fields": "es gibt keine Felder",
        "no such field; there are: %": "kein solches Feld; es gibt: %",
        "there are no buttons": "es gibt keine Schaltflächen",
        "no such button; there are: %": "keine solche Schaltfläche; es gibt: %",
        "there is nothing to sort here": "hier gibt es nichts zu sortieren",
        "no such column; there are: %": "keine solche Spalte; es gibt: %", "enter on or off": "on oder off eingeben",
        "% has no such choice": "% hat keine solche Möglichkeit",
        "no question about the changes of a form is open": "es ist keine Frage nach Änderungen eines Formulars offen",
        "this is the first screen; quit ends the session": "dies ist der erste Bildschirm; quit beendet die Sitzung",
        "% cannot be done to the marked rows": "% geht mit den markierten Zeilen nicht",
        "% cannot be done to row %": "% geht mit Zeile % nicht",
        "there is nothing below row %": "unter Zeile % ist nichts",
        "the preview here is the same for all rows; again prints it":
            "die Vorschau ist hier für alle Zeilen dieselbe; again druckt sie",
        "the secret was not entered": "das Geheimnis wurde nicht eingegeben",
        "the session has ended": "die Sitzung ist zu Ende",
        "the session ended before its screen had settled": "die Sitzung endete, bevor ihr Bildschirm fertig war",
        "nothing has happened for %: %": "seit % ist nichts geschehen: %",
        "the router has not reported a scene": "der Router hat keine Szene gemeldet",
        "the scene % has no screen yet": "die Szene % hat noch keinen Bildschirm",
        "% (%) has no reply": "% (%) ist unbeantwortet",
        "% is still at “%”": "% ist noch bei „%“",
        // The help of linear mode
        "search for TEXT": "TEXT suchen", "open row N": "Zeile N öffnen",
        "show the preview of row N, where there are previews": "die Vorschau von Zeile N zeigen, wo es Vorschauen gibt",
        "press the button NAME, or the one with that number; next and previous turn pages":
            "die Schaltfläche NAME drücken, oder die mit dieser Nummer; next und previous blättern",
        "do what the key NAME does, to row N; without N to the marked rows":
            "mit Zeile N tun, was die Taste NAME tut; ohne N mit den markierten Zeilen",
        "follow the link N": "dem Link N folgen",
        "enter TEXT in the field NAME; a secret may follow on the next line":
            "TEXT in das Feld NAME eingeben; ein Geheimnis darf in der nächsten Zeile folgen",
        "submit the form, or submit NAME of several": "das Formular absenden, oder submit NAME, wenn es mehrere gibt",
        "answer the question about a form with changes: submit it; or discard, or stay":
            "die Frage nach einem geänderten Formular beantworten: absenden; oder discard, oder stay",
        "sort a table by COLUMN; sort COLUMN up, sort COLUMN down":
            "eine Tabelle nach COLUMN sortieren; sort COLUMN up, sort COLUMN down",
        "show what is below row N of a tree; collapse N": "zeigen, was unter Zeile N eines Baums ist; collapse N",
        "ask for more rows": "weitere Zeilen holen", "go back": "zurückgehen",
        "print rows N to M again; list N-, list N, list":
            "die Zeilen N bis M noch einmal drucken; list N-, list N, list",
        "mark row N, to be chosen with others, or take its mark away":
            "Zeile N markieren, um sie mit anderen zu wählen, oder ihre Markierung aufheben",
        "print the rows that match TEXT, the best first": "die Zeilen drucken, auf die TEXT passt, die besten zuerst",
        "print the whole screen again": "den ganzen Bildschirm noch einmal drucken",
        "say which screen this is, and what is on it": "sagen, welcher Bildschirm das ist, und was darauf ist",
        "end": "beenden", "show this": "dies zeigen",
        // viperline app
        "Type to filter": "Tippen, um zu filtern", "Reading…": "Liest …",
        "Reading the preview…": "Liest die Vorschau …",
        "Opening…": "Öffnet …", "Working…": "Arbeitet …", "Refresh": "Neu laden", "Try again": "Noch einmal",
        "There are no rows": "Es gibt keine Zeilen", "No row matches": "Keine Zeile passt",
        "Nothing found": "Nichts gefunden", "% failed": "% ist fehlgeschlagen",
        "% failed; the screen may be old": "% ist fehlgeschlagen; der Bildschirm ist vielleicht alt",
        "% was interrupted": "% wurde unterbrochen", "% was stopped": "% wurde angehalten",
        "Viperline restarted. This action may already have been carried out.":
            "Viperline wurde neu gestartet. Diese Aktion ist vielleicht schon ausgeführt.",
        "Earlier keys are still at work": "Frühere Tasten sind noch an der Arbeit",
        "This row is not valid UTF-8, so it cannot be an argument here.":
            "Diese Zeile ist kein gültiges UTF-8 und kann darum hier kein Argument sein.",
        "The command is too long: it has room for % words and % KiB.":
            "Der Befehl ist zu lang: Er hat Platz für % Wörter und % KiB.",
        "The command failed. %": "Der Befehl ist fehlgeschlagen. %",
        "An argument of a program cannot have the character NUL.":
            "Ein Argument eines Programms kann das Zeichen NUL nicht enthalten.",
        "Only the first % rows are shown: this is the limit of a list":
            "Nur die ersten % Zeilen werden gezeigt: Das ist die Grenze einer Liste",
        "Rows of more than 1 MiB were skipped: %": "Übersprungene Zeilen von mehr als 1 MiB: %",
        "The output exceeds % KiB.": "Die Ausgabe ist größer als % KiB.", "the first % KiB": "die ersten % KiB",
        "The output for one screen exceeds % MiB.": "Die Ausgabe für einen Bildschirm ist größer als % MiB.",
        "The output has nothing to show.": "Die Ausgabe hat nichts zu zeigen.",
        "The output cannot be shown: %.": "Die Ausgabe lässt sich nicht zeigen: %.",
        "The output is not complete JSON.": "Die Ausgabe ist kein vollständiges JSON.",
        "Only the reply to select, press or submit can copy or run something.":
            "Nur die Antwort auf select, press oder submit darf etwas kopieren oder ausführen.",
        "The screen is too long": "Der Bildschirm ist zu lang",
        "The screen has % bytes, and % can be shown. Print less: only what was searched, or plain lines, of which there may be any number.":
            "Der Bildschirm hat % Bytes, und % lassen sich zeigen. Drucke weniger: nur das Gesuchte, oder einfache Zeilen, von denen es beliebig viele geben darf.",
        "Error %. Whoever runs this finds the reason in the log.":
            "Fehler %. Wer das betreibt, findet den Grund im Log.",
        "It ended.": "Es ist zu Ende.", "It ended with exit code %.": "Es endete mit Exit-Code %.",
        "It was killed by signal %.": "Signal % hat es beendet.",
        "It could not be started.": "Es ließ sich nicht starten.",
    ]
}
