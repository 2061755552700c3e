extension SampleText {
    static let videoEnding = """
        Drawings and cutting lists: https://workshop.example/plans
        Subscribe for a new repair every other Thursday. No sponsor, no music, one dog.
        """

    static let videoChapters = """
        0:00 What is broken
        1:12 Tools
        3:40 The mistake everybody makes
        9:05 The repair
        21:30 Was it worth it?
        """

    /// `duration | title | description`, in the order of the list.
    static let videos = """
        PT1M48S | Welcome to the Workshop | Who we are, what we mend, and whose dog that is.
        PT12M31S | Sharpening a Kitchen Knife on a Coffee Mug | The unglazed ring under any mug is a fine stone.
        PT9M7S | Why Your Drawer Sticks (and What Candles Have to Do With It) | Wax, wood and weather.
        PT24M15S | Rewiring a Lamp Without Fear | Unplug it first. Then unplug it again.
        PT6M | One Screw, Four Screwdrivers | A short history of heads.
        deleted
        PT31M2S | Building a Bench from One Board | A single plank, a single afternoon, a single splinter.
        PT14M44S | Glue: Which, When, Why | Hide, bone, white, yellow, epoxy and regret.
        PT18M20S | The Squeaky Stair, Part 1 | We find the squeak.
        PT22M51S | The Squeaky Stair, Part 2 | We find the other squeak.
        PT4M13S | Tying a Parcel as Post Offices Once Did | String, a hitch and a satisfying snap.
        PT16M9S | Reviving a Cast-Iron Pan | Rust is only iron with ideas.
        PT8M37S | How to Read a Tape Measure | The black diamonds, explained at last.
        PT45M18S | A Kettle from a Sheet of Copper | Raised by hammer, soldered by nerve.
        PT11M55S | Sash Windows: Cords | The weight in the wall, and how to fetch it.
        private
        PT13M22S | Sash Windows: Putty | Thumb, knife, patience.
        PT7M41S | A Dog Inspects the Lathe | She approves.
        PT27M3S | Turning a Bowl from Storm Wood | What the gale left us.
        PT19M30S | Darning a Sock You Actually Like | On a light bulb, as grandmothers did.
        PT10M10S | Ten Clamps for Ten Coins | Wedges, wire and bicycle tubes.
        PT3M59S | Hanging a Picture Straight | With water, without lasers.
        PT38M46S | The Accordion, Opened | Two thousand parts and one moth.
        PT15M33S | Leather: Stitching a Strap | Two needles, one thread, no hurry.
        PT21M17S | A Shelf That Holds Books, Really | Sagging is arithmetic.
        PT5M28S | What the Grain Is Telling You | Read it before you plane it.
        PT1H2M10S | Live: Mending Your Mail-In Toasters | Fourteen toasters, one fuse, many crumbs.
        PT17M48S | Tiling Behind a Sink | Start in the middle. Always in the middle.
        PT12M2S | Zippers | The slider is almost always the culprit.
        deleted
        PT9M50S | Sandpaper, Explained by a Beach | Grits from gravel to silk.
        PT33M12S | The Clock That Ran Backwards | One wheel, the wrong way round, for sixty years.
        PT8M5S | Soldering for People With Shaky Hands | Lean on the table. The table does not shake.
        PT26M39S | A Door for a Very Crooked House | Nothing is square; the door is.
        PT6M47S | Beeswax Polish | Two ingredients, three warnings.
        PT20M20S | Caning a Chair, Seat First | Six passes, over and under.
        PT14M11S | The Bicycle Hub, Cleaned and Greased | Count the balls before you need to.
        PT11M11S | Patch a Tyre in the Rain | We waited for rain.
        PT41M7S | Restoring a Toy Tram from 1958 | Tin, tabs and a motor the size of a plum.
        PT7M19S | Paint Tins: Opening and Closing | There is a right way. Nobody uses it.
        PT25M25S | Dovetails With a Coarse Saw | Skill is optional; marking is not.
        private
        PT13M58S | Mending Porcelain With Gold | Show the crack. Be proud of it.
        PT10M36S | Why Plugs Have Fuses | We blew nineteen, on purpose.
        PT18M2S | Gutters Before Winter | Leaves out, water through, ladder tied.
        PT2M30S | Answering the Post: Hinges | You asked. Hinges answered.
        PT29M54S | A Chicken House With a View | Four walls, one ramp, six opinions.
        PT16M45S | Sharpening Scissors, Both Kinds | Left hands are people too.
        PT36M28S | Inside a Mechanical Calculator | Division by cogs.
        PT9M33S | Oil for Every Hinge | Or: how we stopped using the blue can.
        PT23M40S | Bookbinding in a Single Signature | Fold, sew, press, read.
        PT5M5S | Five Knots for Five Fingers | Bowline, clove hitch, sheet bend, figure of eight, tangle.
        PT19M9S | Draught Strips and Warm Feet | The cheapest heating there is.
        PT12M48S | The Leaking Tap, Quietly | A washer, a seat and a Sunday.
        PT34M50S | A Radio That Smells of Dust | Valves, hum and a voice from far away.
        PT8M22S | Cutting Glass | Score once. Believe. Snap.
        PT21M59S | Wooden Spoons From the Firewood Pile | Before it burns, carve it.
        PT15M | Sewing on a Button So It Stays | The shank is the secret.
        deleted
        deleted
        PT28M18S | A Stool With Three Legs | It cannot wobble. That is geometry.
        PT10M51S | Spirit Levels That Lie | Turn it round; believe the middle.
        PT17M27S | Plaster: Filling the Hole Where the Shelf Was | We have all been there.
        PT6M16S | Where to Put the Stud Finder | In a drawer. Knock instead.
        PT39M5S | Rebuilding a Hand Drill | Three gears and ninety years.
        PT13M13S | Umbrellas Deserve Better | A rib, a rivet, a rainy test.
        PT22M22S | The Piano Stool That Would Not Stop | Left-hand threads, and other surprises.
        PT11M34S | Cleaning Brushes Properly | They outlive their owners.
        PT1H31M44S | Live: One Hundred Subscribers' Broken Things | With tea at half-time.
        PT7M52S | Nails, and When Not to | A hammer is not an argument.
        PT18M38S | A Window Box With Hidden Drainage | Your geraniums will write to thank you.
        PT14M26S | Typewriter Ribbons, Re-inked | Fingers optional, gloves advised.
        PT24M | Making a Mallet With Another Mallet | The first one is the hard one.
        PT9M18S | Screws That Won't Come Out | Heat, oil, elastic bands and one prayer.
        private
        PT30M41S | Shutters for a House by the Sea | Salt wins. Salt always wins.
        PT12M12S | Invisible Mending on a Coat | It is visible. It is beautiful.
        PT8M48S | Whetstones: Flat Again | On a pavement slab.
        PT26M6S | A Desk Drawer With a Secret | No, we show it only once.
        PT5M42S | Reading the Numbers on a Light Bulb | Lumens are not watts are not kelvins.
        PT20M47S | The Wheelbarrow Rescue | New handles from an ash tree.
        PT16M30S | Felt Slippers From an Old Blanket | Two sizes: warm and warmer.
        PT37M15S | The Sewing Machine From the Attic | It had one job left in it. It has a thousand.
        PT10M3S | Rope: Splicing an Eye | No knot is as strong.
        PT3M21S | The Dog's Own Video | She dug it up herself.
        PT43M33S | Scaffolding for Two | Higher than we like, safer than we were.
        PT13M47S | Linoleum, Cut and Printed | Mirror writing, and how to check it.
        PT19M56S | A Letterbox That Keeps Out the Wind | Two flaps and a brush.
        deleted
        PT15M15S | Re-gluing a Wobbly Chair | Take it apart. All of it. Yes, that too.
        PT11M2S | Varnish Without Bubbles | Thin, slow, twice.
        PT27M44S | Stone Walls Without Mortar | One over two, two over one.
        PT6M33S | Bending Wood With a Kettle | An hour for every inch, they say; we timed it.
        PT32M9S | A Music Box, Tooth by Tooth | The comb was missing eleven notes.
        PT9M29S | Batteries That Leaked | Vinegar, cotton buds, hope.
        PT17M17S | Curtains: Hems That Hang | Gravity is on your side.
        PT23M8S | The Weather Vane Returns | Down for paint, up before the storm.
        PT14M59S | Copper Pipe: the Clean Joint | Shiny, flux, heat, and no touching.
        PT7M7S | Seven-Minute Fixes in Seven Minutes | And seven seconds.
        PT35M35S | Grandfather Clock: Moving House | Pendulum off first. We did not.
        PT12M19S | Hot-Water Bottles and Other Seals | Rubber perishes; so do we.
        PT28M52S | A Ladder to the Loft | Folds, locks, does not pinch.
        PT18M11S | Frosted Glass With Egg White | Old shops did it so.
        PT10M24S | Marking Gauges From Scrap | Made in the time it takes to find the other one.
        private
        PT21M33S | Upholstery: Springs | Eight-way hand-tied, with commentary from the dog.
        PT25M10S | Upholstery: Webbing, Horsehair, Cover | The dog leaves hair, too.
        P1DT3H5M | Twenty-Seven Hours of a Barn Being Raised | The whole of it, uncut, with night and rain.
        PT16M58S | Die Werkstatt auf Deutsch: Schrauben, Dübel, Geduld | Untertitel gibt es auch.
        PT14M8S | 金継ぎ：割れた湯のみを直す | 京都からのお客さまと。
        PT13M5S | نجارة بلا مسامير | وصلات خشبية من ورشة في فاس.
        PT19M1S | How Wide Is a Family? 👨‍👩‍👧‍👦 A Cradle for Twins | Measured in emoji: 👶🏽👶🏽.
        PT11M40S | Title \u{1B}]0;owned\u{07}With \u{1B}[31mTricks\u{1B}[0m \u{202E}gniod er'ew tahW | Mail from a viewer\u{9B}2J, read aloud with care.\u{85}Twice.
        PT20M | The Workshop Roof, in Which We Go Up, Find Out Why Nobody Has Been Up There Since the Big Storm, Come Down Again for a Longer Ladder, and Are Very Nearly Sensible | It leaked. It leaks less.
        P0D | Live Soon: Mending Day at the Library |
        PT0S | Test |
        PT22M3S | A Bell for the Garden Gate | Cast in sand, tuned with a file.
        PT9M1S | Mending the Mender's Apron | Pocket by pocket.
        PT15M51S | What We Broke This Year | An honest list.
        PT4M44S | Goodnight From the Workshop | Lights off, dog in, kettle out.

        """
}
