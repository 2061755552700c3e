extension SampleText {
    static let songs = englishSongs + europeanSongs + asianSongs + hostileSongs

    /// `# album | artist | genre | day`, and the titles below it.
    static let englishSongs = """
        # Love Letters from the Lighthouse | Odette Marlowe | Singer/Songwriter | 2018-05-11
        Love Is a Ladder Left Outside
        The Keeper's Daughter
        Sixteen Steps of Salt
        I Loved You Like the Fog Horn
        Letters in a Biscuit Tin
        Love, Return to Sender
        Beam
        Goodnight, Breakwater

        # Small Hours, Tall Trees | The Quiet Ferns | Indie Folk | 2020-09-18
        Understorey
        A Slow Kind of Love
        Pinecone Parade
        The Year We Forgot the Garden
        Moss on the North Side
        Nightjar
        Ladder to the Loft
        Nobody's Orchard

        # Neon Laundromat | Velvet Commute | Synthpop | 2022-02-25
        Spin Cycle
        Love in the Time of Vending Machines
        Coin Return
        Fluorescent
        The Last Bus Knows My Name
        Static Cling
        Love Me Permanent Press
        Warm Pockets

        # Music for Crossing Borders | Halvard Ensemble | Classical | 2016-11-04
        Overture for Customs Officers
        Passport Photograph, Andante
        Music for an Empty Platform
        The Interpreter's Waltz
        Night Train, Third Movement
        Luggage in B Minor
        A Stamp, a Nod, a Farewell

        # Gravel & Honey | Cordelia Banks | Country | 2019-06-14
        Two Dogs and a Mortgage
        Love on a Gravel Road
        My Mother's Truck
        Honey Don't Wait Up
        County Fair, Row Nine
        If the Creek Is Willing
        You Can't Un-ring the Supper Bell
        Love Grows Where the Fence Fell

        # Brass in a Paper Bag | Dockside Nine | Jazz | 2015-03-20
        Paper Bag Blues
        Mister Abernathy's Hat
        Tugboat Stomp
        Love Comes in on the Tide
        The Second Trombone's Complaint
        Rain Delay
        Closing Time at the Fish Market

        # Thunder Library | Iron Almanac | Metal | 2021-10-29
        Overdue
        Index of Storms
        Shelf of Bones
        The Librarian Has No Mercy
        Silence! (In the Reading Room)
        Dewey Decimator
        Love and Late Fees

        # Soft Machines for Hard Mornings | Kestrel Park | Electronic | 2023-01-13
        Snooze
        Kettle Music
        Inbox Zero Gravity
        Slow Elevator
        Music to Water Plants By
        Window Seat
        Commute (Extended)
        Ambient for Toast

        # Kitchen Disco Volume One | Auntie Marguerite | Dance | 2024-07-05
        Turn It Up and Mind the Soup
        Love Handles
        Broom for a Partner
        Sunday Roast Strut
        Music Makes the Onions Cry
        Apron On, Apron Off
        Dishwater Divine
        We Love the Leftovers

        # Maps That Fold Wrong | Percy & the Postmen | Alternative | 2017-08-25
        Here Be Flagstones
        Legend (Not to Scale)
        Second Class Love
        Left at the Chapel
        Grid Reference
        We Are Not Lost, We Are Early
        Return Address Unknown
        Postcode

        # Saturday at the Roller Rink | The Marzipan Five | Pop | 2025-04-18
        Skate Rental
        All My Love in a Paper Cup
        Hold My Jacket
        Love Song for the Lights Man
        Backwards Couples Only
        Cherry Slush
        One More Lap
        The Music Stops, We Don't

        # Field Recordings of Feeling | Ines Okonkwo-Hale | R&B/Soul | 2023-11-10
        Low Battery
        Love You at Seventy Percent
        Voicemail from the Sea
        Tender Arithmetic
        Stay on the Line
        The Music in Your Mother's House
        Weather Inside
        Amen to Maybe

        # Bedtime on the Moon | Professor Pumpernickel | Children's Music | 2020-12-04
        Brush Your Teeth in Zero G
        The Astronaut Who Loved Pudding
        Counting Craters
        Ten Tiny Tractors
        Who Put the Moon to Bed?
        Love You to the Fridge and Back
        Hiccup Rocket
        The Very Long Lullaby in Which Every Planet of the Sun, Its Moons, Two Comets and a Lost Glove Say Goodnight One by One

        # Concrete Psalms | Mother Superior & the Scaffold | Hip-Hop/Rap | 2022-09-02
        Foundation
        Rebar Sermon
        Love Thy Neighbour (Turn It Down)
        Wet Cement
        Hard Hat Hallelujah
        Elevator Pitch
        Demolition Permit

        # Tin Whistle, Tin Roof | Aoife Ní Bhriain-Sato | Folk | 2014-04-11
        The Heron's Argument
        Rain on a Tin Roof (Reel)
        Love Will Carry the Kettle
        The Musicians Who Slept in Our Barn
        Slip Jig for a Stray Cat
        The Ferryman's Unpaid Bill
        Farewell to Gate 14

        # Sleeper Car Serenades | Augustin Pell & His Conductors | Swing | 2012-11-16
        Upper Berth
        Love Has No Timetable
        Porter, My Umbrella
        Dining Car Dip
        The Six-Fifteen to Somewhere
        Whistle Stop, Heart Too

        # Reverb in the Cistern | Dame Hollis | Ambient | 2018-01-26
        Forty Seconds of Decay
        Drip
        Music for Moss
        Cistern, Second Level
        Bats Leaving
        Light Through the Grate

        # Harvest of Loose Change | Rusty Pail Revival | Blues | 2016-06-03
        Nickel for Your Troubles
        My Love Left in a Milk Float
        Dust Bowl Dishes
        Porch Light Lament
        Sold My Shadow
        Twelve Bars and a Locked Door

        # Paint Fumes | Glitter Ambulance | Punk | 2024-02-02
        Landlord
        No More Meetings
        I Love My Bike
        Three Chords and the Rent
        Paint Fumes
        Loud Music, Thin Walls
        Oi, Umbrella

        # B | Loop Hermit | | 2026-02-06
        A
        Aa
        Aaa

        # Singles Going Sideways | Tessa Vantongeren | Pop |
        Love (Reprise)
        Musical Chairs for One
        Elbow

        """
}
