extension SampleText {
    static let toolRepositories = """
        brackish/sluice | Rust | Limits the rate of anything that is a pipe.
        brackish/lockgate | Rust | File locks that open again.
        oakpost/doorstop | Go | Keeps a port open until the service behind it is ready.
        oakpost/bootscraper | Python | Scrapes the boots of web crawlers. Polite by default.
        northjetty/windsock | C | Shows which way your load average blows, in a status line.
        northjetty/bollard | Go | Ties a container to the quay of its node.
        lanternfish/anglerfish | Rust | A search engine for log files, with a light in front.
        lanternfish/gulper | C++ | Swallows CSV files larger than itself.
        kettleworks/limescale | Python | Finds the slow deposits in a long-lived process.
        kettleworks/descale | Shell | Removes what limescale has found.
        mossgate/snail | Go | A mail server. It arrives.
        mossgate/slowlane | TypeScript | Simulates the network of a train in the hills.
        hedgerow/hawthorn | JavaScript | Pattern matching with thorns, for browsers.
        hedgerow/hedgehog-cli | Rust | Rolls a directory into a ball and sends it over SSH.
        saltpan/evaporate | Go | Deletes old backups, but never the last good one.
        threebells/dogwatch | Python | Watches the watchers.
        threebells/logline | C | One line about every process, every second, for ever.
        duskline/vesper | Vim Script | A colour scheme for the hour after supper.
        gannetlabs/diver | Go | Trace a request to the bottom of the stack and back.
        teasel/combout | Perl | Untangles Unicode normalisation forms.
        quillfold/foldmark | TypeScript | Markdown with margins, footnotes and a sense of occasion.
        quillfold/galley | Ruby | Static sites that are proofread first.
        penfriend/dearsir | Ruby | Mail merge for people with manners.
        tinhare/boxing | Rust | Shadow processes that fight your processes.
        tinhare/harrier | Go | Chases flaky tests across open country.
        coracle/osier | Python | Weave notebooks into baskets of plain scripts.
        ashlar/mortar | C | A linker script generator for small embedded walls.
        ashlar/quoin | Zig | The corner cases of parsing integers, collected and solved.
        inkcap/deliquesce | Rust | Secrets that dissolve after reading.
        nettlebed/soup | JavaScript | A bundler. You can eat it once it is boiled.
        nettlebed/rash | Shell | A shell test framework that itches where it fails.
        drystone/wall | C | A firewall without cement.
        drystone/throughstone | Rust | Binds both faces of a proxy together.
        drystone/cope | Go | The row of stones on top: ingress for clusters of three.
        cinderpath/sprint | Python | Benchmarks with honest error bars.
        cinderpath/baton | Erlang | Hands over state between releases without dropping it.
        cinderpath/hurdle | Java | Jump over garbage collection pauses. Land softly.
        ropewalk/strand | C | Coroutines, twisted from setjmp and hope.
        ropewalk/splice | Rust | Joins two TCP connections so that nobody sees the knot.
        ropewalk/whipping | Go | Keeps the ends of goroutines from fraying.
        paperweight/blotter | Kotlin | Dries up coroutines on Android.
        paperweight/ledger-mouse | Haskell | Double-entry bookkeeping, type-checked, with small teeth.
        paperweight/carbon | Kotlin | A copy of every write, in blue.
        copperbeech/leafmould | PHP | Turns old WordPress sites into compost and then into HTML.
        copperbeech/canopy | C# | Shade for services that get too much sun.
        copperbeech/mast-year | F# | Simulates rare abundance. Squirrels included.
        halyard/cleat | Nix | Makes fast whatever you have built.
        halyard/pulley | Go | Pull requests from the command line, hand over hand.
        halyard/burgee | CSS | Small flags in every browser.
        goosegrass/cling | JavaScript | State that follows you from tab to tab.
        goosegrass/cleavers | TypeScript | Splits bundles at the joint.
        fogbank/horn | Elixir | Alerts that sound before the rocks.
        fogbank/visibility | Python | Dashboards for days when nothing is clear.
        fogbank/lamp | Lua | A configuration language that lights one thing at a time.
        muddlehead/notes | |
        muddlehead/dotfiles | Shell |
        muddlehead/tmp | |
        muddlehead/advent-of-code | Python | Late every year.
        muddlehead/old-homepage | HTML | <marquee>Under construction since 2019</marquee>
        potterswheel/glaze | CSS | A stylesheet that only needs one firing.
        potterswheel/kiln | Dockerfile | Reproducible images, baked overnight.
        potterswheel/slip | Rust | Fast, runny binary serialisation.
        potterswheel/sgraffito | TypeScript | Scratch diagrams out of text.
        treadle/loom | Scala | Weaves streams. Mind the shuttle.
        treadle/heddle | Scala | Lifts every second thread of an actor system.
        treadle/selvedge | Clojure | Edges that don't unravel: input validation for Clojure.
        biscuit-tin/crumbs | Go | Follows a request home through fourteen services.
        biscuit-tin/shortbread | JavaScript | A short-link server with butter.
        biscuit-tin/dunk | Swift | How long may a cache soak? Measures it, in tea.
        larkspur/early | Rust | A job scheduler that gets up before you do.
        larkspur/petal | Svelte | Buttons that open. Nothing else.
        oldharbour/tugboat | Go | Pulls large images into small clusters.
        oldharbour/manifest | TypeScript | Lists what is on board a release, and who put it there.
        oldharbour/stowaway | Python | Finds dependencies that nobody declared.
        oldharbour/pilot | Swift | Guides a command line through narrow terminals.
        sandpiper/turnstone | Rust | Looks under every pointer.
        sandpiper/wader | C | Shallow copies, up to the knee.
        sandpiper/dowitcher | Python | Probes sockets like a sewing machine.
        greylag/vee | Go | Leader election, taken in turns.
        greylag/migrate | SQL | Schema migrations that also come back in spring.
        greylag/gander | TypeScript | Takes a look at your API before your users do.
        underlay/felt | CSS | Soft defaults under hard designs.
        underlay/gripper | C++ | Holds the edges of a memory map.
        moonbakery/proof | Agda | Lets types rise overnight.
        moonbakery/crust | Rust | A hard outside for soft C libraries.
        moonbakery/sourdough | Nix | A build environment that you feed once a week.
        spareroom/guest | Shell | Runs a program as somebody who may touch nothing.
        spareroom/camp-bed | Python | A development server that folds away.
        tollhouse/turnpike | Go | Meters an API by the mile.
        tollhouse/receipt | Swift | Verifies signatures, and files them.
        quietcar/shush | Rust | Makes a chatty process talk to a file.
        quietcar/buffet | Go | A proxy that closes between two stops.
        quietcar/window-seat | Emacs Lisp | A buffer beside your buffer, with a view.

        """
}
