extension SampleText {
    /// Paragraphs that fit any app of their topic.
    static let englishTopics = """
        # music
        Everything happens on your device, so practice goes on in the basement of the music school, on the night train
        and wherever else there is no signal.

        We are three people who play in bands that you have not heard of. What annoyed us in rehearsal became this app,
        and what annoys you in rehearsal becomes the next version. Write to us; one of us answers, usually the bass player.

        What is inside:
        • Latency low enough to play to, measured and shown
        • Sounds recorded from real instruments in a real, slightly draughty room
        • Export as audio, as sheet music or as a message to the drummer
        • A dark mode for orchestra pits

        # photo
        Your originals are never touched. Every edit is a recipe that can be read, copied, undone or given to a friend.

        {name} reads the raw files of most cameras and the pictures of every phone. It does its work where they are: no
        photo leaves your device unless you send it.

        Made for:
        • People who take forty pictures of one cat
        • People who take one picture a year, and mean it
        • Anybody who has ever said "it looked better when I was there"

        # games
        No timers to wait for, no coins to buy, no friends to annoy. You pay once or not at all, and the game is yours.

        Play alone, pass the device across the table, or invite one person far away and take a day over every move.

        Highlights:
        • Levels made by hand by two people who argued about each of them
        • An undo that goes back to the beginning, and does not judge
        • Music by the Odd Meter Club, who wrote it in a caravan
        • Readable by colour-blind players, playable with one thumb

        # notes
        Your notes are plain text files. When you leave {name}, they come with you, and they will still open in 2050.

        Search finds what you meant: by word, by day, by place, or by the colour of the pen. It finds it while you type,
        in ten thousand notes as quickly as in ten.

        # calendar
        It reads the calendars that you already have and writes to them too. There is nothing to import and nothing to
        lose.

        Type "dinner with Ines next Thursday at eight" and the calendar understands. Type "cancel it" and it understands
        that too, with regret.

        # weather
        Forecasts come from public weather services, compared with what the sky then did. Where they were wrong, we say
        how often and how far.

        • Rain by the minute for the next hour
        • Wind in knots, metres a second or "hold on to your hat"
        • Warnings only when there is something you can do about them

        # recipe
        Every recipe was cooked three times in a home kitchen by somebody who had not written it. Those that failed twice
        are not here.

        Amounts follow the number of people at the table. So do the washing-up times, which other apps keep quiet about.

        • Timers inside the steps, several at once
        • Shopping lists in the order of your shop's shelves
        • A screen that stays on while your hands are covered in dough

        # fitness
        There are no streaks to break. Missing a week is a week, not a failure, and {name} starts again where you are.

        Exercises are shown by people of several shapes and ages, slowly, from two sides.

        # travel
        Maps and timetables are kept on the device for the whole region that you travel in, so that you need neither
        roaming nor luck.

        Prices are shown as they will be charged, with the fees. We take no commission, so we have no favourites.

        # transit
        Where a city publishes live positions, you see the tram itself creep along the map. Where it does not, you see how
        late it was on the last ten Mondays.

        # money
        Your accounts stay yours: {name} works on the statements that you give it, keeps them encrypted on the device, and
        sells nothing to anybody.

        At the month's end there is one page. It says what came in, what went out, and what surprised you.

        # books
        Set in type that was made for reading, with margins you can write in and a clock that can be told to go away.

        # kids
        No adverts, no purchases, no links out. A grown-up can set how long it lasts; then the animals yawn and go to bed.

        # garden
        Advice follows your last frost, your soil and how much time you really have, which it learns without comment.

        # code
        Keyboard first, touch second, mouse welcome. Everything can be scripted and everything that can be undone says so.

        """

    static let englishGeneral = """
        # general
        {company} is a small company. We make few things, keep them working for years, and read every letter.

        Privacy: we collect nothing. There is no account, no tracking, and nobody to ask what you did on Tuesday.

        {name} is free to try for as long as you like. A single purchase opens the rest; there is no subscription, and
        family sharing is included.

        It works with the screen reader, with large type and with a hardware keyboard. If something does not, that is a
        defect, and we would like to hear of it.

        "I have deleted nine apps and kept this one." – a letter from a retired lighthouse keeper. "My daughter explained
        it to me once, which was enough." – a letter from her father.

        Coming next, in the order in which you asked for it: a widget, a version for the desktop, and at last the sound of
        rain on a tin roof.

        A subscription to {name} Plus is optional. It renews each month until it is cancelled, costs less than a coffee in
        most towns and pays for the servers; whoever does not want it loses none of what is described above.

        How we work: every week one of us does nothing but use {name} as a stranger would, on an old device, in a bad
        light, with cold fingers. What that person writes down on Friday is what the others do on Monday. It is slow, it
        is not glamorous, and it is why the buttons are where your thumb is.

        Moving from something else? {name} opens the files of the usual suspects and writes them too. If yours is not
        among them, send one, with everything private taken out; so far there were two formats that we could not read,
        and one of them turned out to be a photograph of a spreadsheet.

        Small print, in large type: the app needs about as much room as an album of holiday pictures, works from the
        oldest system that we can still test on, and uses the network only when you press something that says so.

        # release notes
        Bug fixes and performance improvements.

        • Fixed the thing that you wrote to us about
        • Made the other thing faster
        • Removed a sound that only dogs could hear

        This update is small. It repairs a crash on older devices when the language was changed while a list was open.

        New in this version:
        • Large type everywhere, also in the settings
        • Sharing from other apps no longer forgets the picture
        • Search finds words with accents – "cafe" finds "café"

        Hello from {company}! We rewrote how things are saved. You should notice nothing at all, which took us four months.

        • Supports the newest system
        • Translations into Greek and Thai, by two patient volunteers
        • Fixed: the undo button undid the wrong thing on Sundays

        Dark mode. It is dark now.

        """
}
