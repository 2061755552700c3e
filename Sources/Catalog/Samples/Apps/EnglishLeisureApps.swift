extension SampleText {
    static let englishLeisure = """
        music | Wrenhouse Tuner | Pinecone & Daughters | A tuner for strings, winds and stubborn pianos.
        music | Halfnote Harbour | Halfnote Harbour Ltd | Practice music with a band that waits for you.
        music | Tidewater Radio | Lanternfish Media | Four thousand small music stations, no adverts between the songs.
        music | Metronome for Left-Handed Drummers | Odd Meter Club | 7/8 without tears, and a click that grooves.
        music | Loopkettle | Kettle & Crane | Four tracks, one pedal, endless music from a kitchen table.
        music | Cantor: Choir Rehearsal | Saint Alder Music Press | Your part loud, the others soft, the conductor patient.
        music | Night Bus Synth | Brackish Labs | A pocket synthesizer with two oscillators and one good filter.
        music | Sleeve Notes | Paperweight Works | Keep a diary of the records you own and the evenings they made.
        music | Fretless | Marrow & Reed | Ear training for people who never learned to read music.
        music | Pocket Carillon 🔔 | Belfry Nine | Forty-eight bells, a keyboard, and very tolerant neighbours.
        music | Chord Orchard | Pinecone & Daughters | Pick a mood and collect the chords that grow there.
        music | Busker | Coin in the Hat | Find street music near you tonight, and tip without change.
        music | Murmur Mixer | Lanternfish Media | Mix a live recording on the train home, ready before your stop.
        music | Drone Cow 🐄 | Brackish Labs | One note, held for as long as the meadow needs.
        music | The Quiet Jukebox | Low Lamp Society | One album a day, chosen by somebody who loves it.
        music | Violin in a Month (or Two) | Saint Alder Music Press | Music lessons of nine minutes for honest beginners.
        music | Setlist Sorter | Coin in the Hat | Order tonight's songs by key, tempo and how tired the singer is.
        music | Harp & Hammer | Marrow & Reed | Folk tunes of six coasts with music, words and where they come from.
        photo | Silver Halide Diary | Darkroom Twelve | A photo a day, developed overnight, as it used to be.
        photo | Grainfield | Darkroom Twelve | Film looks from honest chemistry. Every photo keeps its original.
        photo | Foggy Lens | North Jetty | Rescue the photo that the weather spoiled.
        photo | Family Album 👨‍👩‍👧‍👦 | Hearth & Hollow | Share photos with the people at your table and nobody else.
        photo | Contact Sheet | Ottoline Frames | Cull a thousand photos over one cup of coffee.
        photo | Long Exposure Pier | North Jetty | Water like silk, without a tripod or a filter.
        photo | Pinhole & Sons | Ottoline Frames | A camera with no settings. Hold still and hope.
        photo | Birdwatch Burst | Fieldfare Kit | The photo from just before you pressed the button.
        photo | Postcard Lab | Hearth & Hollow | Your photo, printed and posted by tomorrow noon.
        games | Rook & Raven Chess | Four Square Games | Play chess against an engine that makes human mistakes.
        games | Chess by Candlelight | Low Lamp Society | One chess problem every evening, never the same theme twice.
        games | Endgame Gym | Four Square Games | The chess endings you always lose, until you don't.
        games | Lighthouse Keeper 2 | Brine & Biscuit | Keep the lamp lit through forty storms.
        games | Mossgate | Tall Fern Studio | A puzzle of paths, doors and one very slow snail.
        games | Paper Tigers Rummy 🐯 | Parlour Cat | The card game your aunt wins, now on the bus.
        games | Tessellate! | Tall Fern Studio | Turn the tiles until the bathroom is perfect.
        games | Gravel Rally '89 | Oversteer Garage | Sideways through the forest with a co-driver who mumbles.
        games | Kingdom of Soup | Brine & Biscuit | Rule wisely. Season well. Mind the dumpling rebellion.
        games | Backgammon Under the Fig Tree | Parlour Cat | Real dice physics and a chat that only offers proverbs.
        games | Word Ferret | Parlour Cat | Seven letters, one burrow, ninety seconds.
        games | Escape Room: The Clockmaker | Tall Fern Studio | Six rooms, one hour, and a cuckoo that knows too much.
        film | Matinee | Velvet Rope Pictures | What is on tonight in every small cinema around you.
        film | Cue Dot | Velvet Rope Pictures | Tells you quietly when to run to the toilet during a film.
        film | Theatre of One | Low Lamp Society | Radio plays for a single listener, wherever you walk.
        film | Magic Lantern Shadows | Kettle & Crane | Tell stories with your hands, a lamp and a wall.
        books | Dog-Ear | Spine & Margin | Remembers the page, the sentence and why you stopped there.
        books | Library Hours | Spine & Margin | Every public library around you, open now or opening soon.
        books | The Serial | Penny Instalment | Great novels in the weekly parts they were written in.
        books | Poem at Noon | Penny Instalment | One poem a day, twelve o'clock sharp.
        books | Footnote | Scholar's Cat | A reader for books with long footnotes, and for those who love them.
        sport | Second Half | Corner Flag Media | Scores of the leagues that television forgot.
        sport | Regatta Board | North Jetty | Rowing results from the river, split by split.
        sport | Curling Stones | Corner Flag Media | Keep the score, sweep the ice, settle the argument.
        sport | Umpire's Whistle | Corner Flag Media | The rules of thirty-one sports, each on one page.
        social | Penfriend | Slow Post | Letters that take as long as the distance deserves.
        social | Stairwell | Hearth & Hollow | A notice board for one house: parcels, ladders, a cup of sugar.
        social | Campfire Circle 🔥 | Slow Post | A chat of eight friends that is gone by morning.
        social | Walk With Me | Two Left Boots | Find somebody who walks your dog's pace.
        news | The Morning Column | Broadsheet & Co | One page of news, finished before the tea is cold.
        news | Harbour Gazette | Broadsheet & Co | Local news from small ports: fish, weather, weddings.
        news | Correction! | Scholar's Cat | What the papers took back this week.

        """
}
