extension SampleText {
    static let repositories =
        swiftRepositories + toolRepositories + soundRepositories + scienceRepositories + worldRepositories

    /// `owner/name | language | description`.
    static let swiftRepositories = """
        oakpost/swift-larder | Swift | Dependency injection by hand-written initialisers, and a linter that keeps it so.
        oakpost/swift-pantry | Swift | A cache with a shelf life for every key.
        lanternfish/swift-murmur | Swift | Structured logging that reads well when whispered.
        lanternfish/Tidepool | Swift | Observable state for small apps that would rather stay small.
        kettleworks/swift-kettle | Swift | A build tool for people who make tea while they build.
        kettleworks/Whistle | Swift | Notifications without the ceremony.
        northjetty/swift-breakwater | Swift | Back-pressure for async sequences.
        northjetty/Fathom | Swift | Measures how deep your call stack goes, and tells you before it drowns.
        brackish/swift-silt | Swift | A filter library: bloom, cuckoo and coffee.
        brackish/Estuary | Swift | Where your REST meets your GraphQL.
        mossgate/swift-lichen | Swift | Grows on top of SwiftUI, slowly.
        mossgate/Fern | Swift | Unfolding lists for SwiftUI.
        mossgate/swift-spore | Swift | Spawns child processes and picks up after them.
        ottoline/Frames | Swift | Picture frames for pictures that load late.
        ottoline/swift-passepartout | Swift | Image cropping with good manners.
        pineconedev/swift-resin | Swift | Immutable collections that set hard.
        pineconedev/Needle | Swift | Finds it in the haystack: string search with SIMD.
        fieldfare/swift-plumage | Swift | Colour spaces, and the conversions between them that nobody gets right.
        fieldfare/Roost | Swift | Keychain access that comes home at night.
        slowpost/swift-envelope | Swift | Typed messages between processes, a line at a time.
        slowpost/Stamp | Swift | Timestamps, time zones and the patience to explain them.
        slowpost/swift-pigeonhole | Swift | A message queue in one file, for one machine.
        belfrynine/swift-carillon | Swift | Schedules work on the hour, the half and the quarter.
        belfrynine/Clapper | Swift | Wakes an app without waking the person.
        hedgerow/swift-bramble | Swift | Parser combinators with only a few thorns.
        hedgerow/Stile | Swift | Step over the type system, safely, with one foot at a time.
        hedgerow/swift-thicket | Swift | Graph algorithms for dense graphs.
        saltpan/swift-brine | Swift | Preserves your models as JSON, CBOR or property lists.
        saltpan/Crystal | Swift | Snapshot tests that grow facets.
        threebells/Watchkeeper | Swift | File system events on Linux and macOS behind one protocol.
        threebells/swift-bosun | Swift | A supervisor that pipes the crew aboard.
        duskline/swift-gloaming | Swift | Dark mode for terminals: reads the background and believes it.
        duskline/Afterglow | Swift | Transitions that end before they annoy.
        gannetlabs/swift-plunge | Swift | Async DNS that dives in head first.
        gannetlabs/Guano | Swift | Collects crash reports where they fall.
        teasel/swift-burr | Swift | HTTP cookies that stick where they should.
        teasel/Card | Swift | Combs wool out of Markdown, and HTML out of mail.
        quillfold/swift-deckle | Swift | Text layout with ragged edges.
        quillfold/Folio | Swift | PDF pages without the PDF specification in your lap.
        penfriend/swift-salutation | Swift | Formats names of people from everywhere, in the right order.
        penfriend/Postscript | Swift |
        tinhare/swift-leveret | Swift | A test runner that starts before you have sat down.
        tinhare/Form | Swift | Validation: every mistake at once, each beside its field.
        coracle/swift-paddle | Swift | Page through any API with a cursor.
        coracle/Withy | Swift | Weaves command lines from plain structs.
        ashlar/swift-keystone | Swift | Holds up an arch of modules; a plugin host in Swift.
        ashlar/Dressed | Swift | Stone-cut value types for money and measures.
        inkcap/swift-mycelium | Swift | Gossip between servers, underground.
        inkcap/Hypha | Swift | HTTP/2 streams that find their own way.
        nettlebed/swift-sting | Swift | Fault injection, small but memorable.
        nettlebed/Dock | Swift | The leaf that you rub on concurrency warnings.
        wrenhouse/swift-tuner | Swift | Pitch detection for music, in real time, without allocating.
        wrenhouse/Semibreve | Swift | Music notation for SwiftUI, engraved by hand.
        wrenhouse/swift-metronome | Swift | A clock for music that does not drift.

        """
}
