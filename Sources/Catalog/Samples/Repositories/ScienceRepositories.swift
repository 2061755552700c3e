extension SampleText {
    static let scienceRepositories = """
        rainshadow/barograph | Python | Draws the pressure of the last hundred years, one pen stroke a day.
        rainshadow/virga | Julia | A weather model for rain that never arrives.
        rainshadow/hailstone | Rust | The Collatz conjecture, checked by weather balloons.
        rainshadow/umbrella | Swift | Do you need one? A yes or a no, from six forecasts.
        dewpoint/hygro | C | Reads humidity sensors that lie, and corrects them.
        dewpoint/mistnet | Python | Counts birds in radar pictures of rain.
        fieldfare/birdsong | Python | Names a bird by its song, its accent and its mood.
        fieldfare/ringing-register | Ruby | Records of ringed birds, with a map of where they were going.
        fieldfare/nestbox | C++ | Firmware for a camera in a very small house.
        lichenlab/dendro | R | Reads tree rings from photographs of stumps.
        lichenlab/herbarium | TypeScript | Pressed plants in a browser, in the order of their flowering.
        lichenlab/rootwork | Haskell | Finds roots of polynomials. Also of dandelions.
        starling/orrery | Rust | The solar system in your terminal, to scale in time only.
        starling/syzygy | Swift | Eclipses, conjunctions and when to look up.
        starling/darksky-map | Go | Where it is still dark enough.
        starling/plate-solver | C | Tells from a photo of stars where you stood.
        quadrat/sampler | R | Statistics for people on their knees in a meadow.
        quadrat/transect | R | Walk a line, count what crosses.
        quadrat/rarefy | Julia | Species richness with an honest interval.
        slipface/dune | Fortran | Sand, wind and eighty columns.
        slipface/ripple | Fortran | The small ones between the dunes.
        slipface/angle-of-repose | MATLAB | Piles of things, and when they slide.
        tideclock/harmonics | Python | Predicts tides from thirty-seven constituents and a grudge.
        tideclock/slackwater | Swift | Tide tables as a value type, offline.
        tideclock/bore | C++ | Simulates tidal bores. Very exciting.
        honeyguide/waggle | Python | Decodes the dance of bees from video.
        honeyguide/swarm | Rust | Consensus as bees reach it, for clusters as large as a hive.
        honeyguide/hive-scale | C | Weighs a hive every minute on two AA cells.
        peatcutter/bogbody | SQL | A database that forgets nothing.
        peatcutter/turf | Go | Time series, cut in bricks and stacked to dry.
        peatcutter/sphagnum | Rust | Soaks up twenty times its weight in events.
        longbarrow/stratum | Python | Layers in an excavation, and what lies on what.
        longbarrow/sherd | C++ | Puts pots together from scans of their pieces.
        longbarrow/fieldbook | Kotlin | Notes from a trench, in the rain, with gloves on.
        glasswort/salinity | Julia | How salt is the sea here, and how do you know.
        glasswort/marsh | NetLogo | Model of a marsh that moves inland one creek at a time.
        ammonite/coil | TypeScript | Spirals, logarithmic and otherwise.
        ammonite/suture | OCaml | Joins types along their lines of growth.
        ammonite/zonefossil | Prolog | Dates a rock by asking it questions.
        cairn/waypoint | Rust | Route finding on foot, with weather, mud and cake.
        cairn/contour | Go | Draws contour lines as vector tiles.
        cairn/scree | C++ | Loose point clouds, made walkable.
        cairn/summit-book | Swift | Sign your name at the top, sync it at the bottom.
        whetstone/burr | Assembly | A sort for sixteen numbers, sharpened by hand.
        whetstone/hone | C | Peephole optimiser for tiny processors.
        whetstone/strop | Zig | The last polish: removes instructions nobody runs.
        abacus-club/soroban | JavaScript | Learn the Japanese abacus by racing it.
        abacus-club/slide-rule | TypeScript | Logarithms that you can drag.
        abacus-club/casting-out-nines | Coq | Proved at last.
        abacus-club/napier | Lean | Bones, rods and logarithms, with proofs.
        ledgerline/trial-balance | COBOL | It balances. It always has.
        ledgerline/float | Swift | Decimal money that is never a floating point number.
        ledgerline/petty-cash | Python | Receipts in, spreadsheet out.

        """
}
