extension SampleText {
    static let soundRepositories = """
        wrenhouse/overtone-lab | C++ | A music synthesizer made of additive sine waves and patience.
        wrenhouse/tuning-tables | Python | Three hundred tunings for music of every century.
        brackish/drone-cow | Rust | One note, for music that needs no second.
        lanternfish/tidewater | Go | Streams small music stations, and remembers where you were.
        lanternfish/crossfade | C | Gapless playback for music libraries on tape, disc and string.
        saintalder/cantor | Java | Choir rehearsal: your part of the music loud, the others soft.
        saintalder/neume | Haskell | Typesets medieval music, square notes and all.
        saintalder/plainsong | Clojure | Sequences without bar lines.
        oddmeter/seven-eight | Rust | A drum machine that cannot count to four.
        oddmeter/polyrhythm | JavaScript | Three against two, in a browser tab, all day.
        oddmeter/click-track | C | Sample-accurate metronome for Linux audio.
        marrowreed/fretless | Kotlin | Ear training for those who never learned to read music.
        marrowreed/harp-and-hammer | Python | Folk tunes of six coasts as ABC files, with sources.
        marrowreed/reedbed | C++ | Physical models of reeds, pipes and kettles.
        lowlamp/jukebox | Elixir | A quiet music server for one household.
        lowlamp/sleeve-notes | Ruby | A diary for records, and for the evenings they made.
        belfrynine/change-ringing | OCaml | Every method of change ringing, enumerated and proved.
        belfrynine/pocket-carillon | Dart | Forty-eight bells and very tolerant neighbours.
        coinhat/busker | TypeScript | Find street music near you; tip without change.
        coinhat/setlist | Svelte | Order tonight's songs by key, tempo and how tired the singer is.
        nightbus/two-oscillators | Rust | A pocket synthesizer with one good filter.
        nightbus/wavetable-depot | Python | Wavetables recorded from buses, trams and one ferry.
        nightbus/late-reverb | C++ | Impulse responses of depots after midnight.
        halfnote/harbour | TypeScript | Practice music with a band that waits for you.
        halfnote/score-follow | Python | Follows a score by ear, and forgives.
        ottoline/contact-sheet | Rust | Cull a thousand photos over one cup of coffee.
        ottoline/pinhole | C | A camera driver with no settings.
        darkroom12/grain | Julia | Film grain from a model of actual silver.
        darkroom12/fixer | Go | Repairs truncated JPEG files in the dark.
        darkroom12/stopbath | Rust | Stops a video exactly where you say, losslessly.
        velvetrope/matinee | PHP | Showtimes of small cinemas, scraped with permission.
        velvetrope/cue-dot | Swift | Knows when to run during a film.
        velvetrope/subtitle-ferret | Swift | Finds the line that was said, and when.
        tallfern/tessellate | C# | Turn the tiles until the bathroom is perfect.
        tallfern/clockmaker | C# | An escape room engine with a cuckoo that knows too much.
        tallfern/mossgate-levels | JSON | Levels for a game about a very slow snail.
        foursquare-games/rook-raven | C++ | A chess engine that makes human mistakes.
        foursquare-games/endgame-gym | Rust | The chess endings you always lose, as drills.
        foursquare-games/zugzwang | Swift | Chess rules as value types. It is your move.
        brinebiscuit/kingdom-of-soup | Lua | Rule wisely. Season well. Open source dumplings.
        brinebiscuit/lighthouse-keeper | GDScript | Forty storms, procedurally generated.
        parlourcat/dice | TypeScript | Dice with real physics and a felt table.
        parlourcat/rummy | Erlang | The card game your aunt wins, on a server that never sleeps.
        parlourcat/word-ferret | Go | Anagrams in ninety seconds or fewer.
        oversteer/gravel | C++ | A rally physics model. Mostly sideways.
        oversteer/pacenotes | Python | Reads a road aloud.
        kettlecrane/loopkettle | C++ | A four-track looper for kitchen tables and other music stages.
        kettlecrane/magic-lantern | JavaScript | Shadows of hands, recognised and given names.
        sousaphone/march | Go | Task runner. Everybody in step, one in the wrong direction.
        sousaphone/oompah | Swift | Two alternating timers and a tuba sample.

        """
}
