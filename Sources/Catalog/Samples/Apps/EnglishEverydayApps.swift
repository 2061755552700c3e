extension SampleText {
    static let englishEveryday = """
        notes | Marginalia | Spine & Margin | Notes that stay beside what they are about.
        notes | Napkin | Paperweight Works | One page. Write on it. That is the whole app.
        notes | Commonplace Notes | Scholar's Cat | A book of quotations, notes and half thoughts, cross-referenced by itself.
        notes | Shoebox Notes 📦 | Kettle & Crane | Throw notes in, find them by what you remember of that day.
        notes | Minutes & Notes | Clerk of Works | Meeting notes that end with who does what by when.
        notes | Inkwell | Paperweight Works | Handwriting that stays handwriting and can still be searched.
        notes | Tally Marks | Small Counting House | Count anything: days, birds, biscuits.
        calendar | Almanac | Slow Post | A calendar with moonrise, saints' days and school holidays.
        calendar | Perpetual Calendar | Clerk of Works | Every year on one wall, with room for what repeats.
        calendar | Tuesday | Small Counting House | A calendar for people who only need to know about tomorrow.
        calendar | Rota | Clerk of Works | Shifts for cafés, choirs and lifeboats; everybody sees the same calendar.
        calendar | Name Day | Hearth & Hollow | A calendar that forgets no birthday, no name day and not your own anniversary.
        calendar | Countdown Jar | Kettle & Crane | A calendar of one day: one pebble less each morning until it arrives.
        weather | Barometer | North Jetty | The weather of the next six hours in one honest line.
        weather | Umbrella? | Small Counting House | Yes or no. The weather app with two answers.
        weather | Isobar | Fieldfare Kit | Weather maps for sailors, pilots and pessimists.
        weather | Cloud Spotter's Weather ☁️ | Fieldfare Kit | Name the cloud, learn what the weather does next.
        weather | Frost Watch | Allotment Nine | Wakes you when the weather turns on your seedlings.
        weather | Fjord Weather | Nordlys Verksted | Wind, tide and weather, one glance for each arm of the fjord.
        recipe | Larder | Bay Leaf Kitchen | Tell it what is left; get a recipe that uses it up.
        recipe | Grandmother's Index Cards | Hearth & Hollow | Photograph a recipe card and cook from it, stains and all.
        recipe | Sourdough Clock 🥖 | Crumb & Crust | A recipe that knows how warm your kitchen is.
        recipe | One Pot, Two Spoons | Bay Leaf Kitchen | A new recipe for two every weekday, thirty minutes, one pot.
        recipe | Pickle | Allotment Nine | Salt, time, patience: a recipe for each vegetable you grew too much of.
        recipe | The Cheese Cellar | Crumb & Crust | Four hundred cheeses and what to drink with them.
        fitness | Couch to Summit | Two Left Boots | From the sofa to your first mountain in twenty weeks.
        fitness | Plank! | Stubborn Mule Training | Sixty seconds longer than you want.
        fitness | Swim Lane | North Jetty | Counts lengths, not likes.
        fitness | Yoga for Stiff Gardeners | Allotment Nine | Ten minutes for the back that dug the whole bed.
        fitness | Rowing Machine Stories | Stubborn Mule Training | Every stroke moves the story on. Stop, and the pirates gain.
        fitness | Strideless | Two Left Boots | A step counter that never tells you off.
        sleep | Nightjar | Low Lamp Society | Sounds that fade out slower than you do.
        sleep | Lullaby Machine 🌙 | Hearth & Hollow | Eleven lullabies in forty languages, and soft music for the wide awake.
        sleep | Breathe Like a Whale 🐋 | Lanternfish Media | Slow breath, slow sea, seven minutes.
        travel | Timetable | Night Mail | Every train in your pocket, also in the tunnel.
        travel | Rucksack | Two Left Boots | Packing lists that remember what you forgot last time.
        travel | Ferry & Fog | North Jetty | Ferries of the northern coasts with the chance that they sail.
        travel | Guesthouse Ledger | Night Mail | Small inns, answered by the people who sweep the floor.
        travel | Phrase Pebbles | Slow Post | Eighty sentences in thirty languages. Enough for breakfast.
        transit | Next Tram | Night Mail | When it comes, where to stand, which door.
        transit | Towpath | Fieldfare Kit | Canal maps with locks, pubs and moorings.
        transit | Cobble | Two Left Boots | Cycle routes that avoid hills, cobbles and former partners.
        transit | Platform Zero | Night Mail | Station plans with every lift, and whether it works today.
        money | Biscuit Tin | Small Counting House | Household money in seven tins. When it is empty, it is empty.
        money | Split Fair | Small Counting House | Who paid, who owes, and a friendly way to say so.
        money | Ledger Line | Clerk of Works | Double-entry book-keeping for a business of one.
        money | Rainy Day | Small Counting House | Rounds up every purchase and saves the pennies for weather like this.
        kids | Count the Geese | Goose Step School | Numbers up to twenty with geese who will not stand still.
        kids | Letter Bakery | Goose Step School | Knead an A, bake a B: the alphabet, warm from the oven.
        kids | My First Orchestra 🎻 | Saint Alder Music Press | Meet the instruments and conduct their music, ages three to seven.
        kids | Dinosaurs at Bedtime 🦕 | Goose Step School | They brush their teeth too.
        kids | Times Table Trail | Goose Step School | Multiply your way up the mountain.
        words | Vocabulary Garden | Tall Fern Studio | Plant ten words a day and water them before they wilt.
        words | Verb Gym | Stubborn Mule Training | Irregular verbs of nine languages, five minutes before breakfast.
        words | Calligraphy Monk | Inkstone Road | Learn to write beautifully, stroke by stroke.
        garden | Allotment | Allotment Nine | What to sow, what to prune, and what to leave alone this week.
        garden | Leaf Doctor 🌿 | Fieldfare Kit | A photo of the sick leaf, an honest diagnosis.
        garden | Bee Ledger | Allotment Nine | Keeps the books of your hives.
        garden | Orchid Whisperer | Tall Fern Studio | You are watering it too much.
        code | Semicolon | Null Island Tools | A code editor for the train, with tests that run offline.
        code | Diff Duck | Null Island Tools | Explain your change to the duck before you ask a colleague.
        code | Log Cabin | Null Island Tools | Reads a million lines of logs by the fire.
        code | Cron Garden | Null Island Tools | Writes the five stars for you, and tells when they come true.
        code | Escape Sequence Explorer | Null Island Tools | Shows what a terminal would do with a text, without letting it.
        work | Invoice Pigeon | Clerk of Works | Send an invoice from the doorstep of the job.
        work | Whiteboard Wednesday | Paperweight Works | One board, eight pens, no agenda.
        work | Time Sheet, Kindly | Clerk of Works | Reminds you once, fills in the rest.
        work | Standing Desk Parliament | Stubborn Mule Training | Votes for small offices: lunch, heating, the name of the plant.
        tools | Spirit Level & Sons | Ottoline Frames | A level, a plumb line, and a small sigh when it is straight.
        tools | Torch | Small Counting House | A torch. It does not ask for your contacts.
        tools | Unit Cellar | Scholar's Cat | Converts furlongs, firkins and fortnights, and metres too.
        tools | Where Is My Ladder | Hearth & Hollow | Lend things to neighbours and get them back.
        tools | Noise Meter | Brackish Labs | How loud is it, really? With graphs for the landlord.
        tools | Passphrase Parrot 🦜 | Null Island Tools | Four words you will remember and nobody will guess.
        knowledge | Field Guide to Mushrooms | Fieldfare Kit | Eleven hundred species, and a firm word about eating them.
        knowledge | Atlas of Small Islands | Slow Post | Every island under nine square kilometres, and who lives there.
        knowledge | Etymon | Scholar's Cat | Where words come from, and whom they met on the way.
        knowledge | Night Sky, Plainly | North Jetty | Point at a light and learn whether it is a planet or a plane.
        tools | The Complete, Unabridged and Slightly Opinionated Household Inventory, with Attic, Cellar, Garden Shed \
        and That One Drawer in the Kitchen – Second Edition | Hearth & Hollow | A list of everything you own.

        """

    /// What a real store could hold: controls and direction overrides that try to act on a terminal.
    static let hostile = """
        tools | Vault Escape \u{202E}gnp.sotohp | Trojan Mare | Hides your files.\u{1B}]52;c;ZWNobyBvd25lZA==\u{07} Surely.
        code | Great Escape Notes | Trojan Mare\u{9D}0;owned\u{9C} | \u{1B}[2J\u{1B}]0;owned\u{07}Notes that stay.\u{85}Mostly.
        games | Escape from Castle C1 | Trojan Mare | Run\u{9B}31m, jump\u{9B}6n and \u{2066}hide\u{1B}Ptmux;\u{1B}\u{1B}]52;c;?\u{07}.

        """
}
