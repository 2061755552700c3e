import TestSupport
import Testing

/// One script of user actions gives the same transcript in every pattern, to the byte: that of the application as it is
/// shipped.
@Suite struct TranscriptTests {
    static let search = """
        again
        search music
        where
        preview 2
        preview 99
        select 1
        press "Open in the App Store"
        select 2
        press next
        press previous
        press previous
        back
        back
        select 99
        more
        select 26
        back
        press nothing
        fly
        search
        press OK
        search zzzzqqq
        select 1
        search photo
        list 2-3
        select 2
        again
        back
        back
        quit

        """
    static let failures = "search chess\nsearch broken\npress Retry\npress Close\nsearch chess\nselect 1\nback\nquit\n"
    static let greeting = "again\npress 1\nagain\npress nothing\nwhere\nback\nquit\n"

    private static func transcript(
        of session: AppSession, _ commands: String
    ) throws -> String {
        let result = try session.run(commands, environment: ["BROWSER": "true"])
        return result.output + "on stderr: \(result.diagnostics)exit code \(result.status)"
    }

    private static func difference(_ one: String, _ other: String) -> String {
        let same = zip(one, other).prefix { $0 == $1 }.count
        return
            "…\(one.dropFirst(max(0, same - 100)).prefix(200))… is not …\(other.dropFirst(max(0, same - 100)).prefix(200))…"
    }

    private static let faults = ["--fault", "garbage:term=broken"]

    /// What is shipped: each session runs once for all patterns.
    private static let shippedSearch = Result { try transcript(of: AppSession("itunes"), search) }
    private static let shippedFailures = Result {
        try transcript(of: AppSession("itunes", catalogOptions: faults), failures)
    }
    private static let shippedGreeting = Result { try transcript(of: AppSession("greeting"), greeting) }

    @Test(arguments: PatternCase.all) func aSearchIsTheSame(in pattern: PatternCase) throws {
        let shipped = try Self.shippedSearch.get()
        expect(shipped.contains("== Cantor: Choir Rehearsal ==") && shipped.contains("Screenshot 3 of 3"))
        expect(shipped.contains("opened https://") && shipped.contains("No results for"))
        let transcript = try Self.transcript(of: pattern.session(), Self.search)
        expect(transcript, equals: shipped, "\(Self.difference(transcript, shipped))")
    }

    @Test(arguments: PatternCase.all) func aFailureIsTheSame(in pattern: PatternCase) throws {
        let shipped = try Self.shippedFailures.get()
        expect(shipped, contains: "\n! ")
        let transcript = try Self.transcript(of: pattern.session(catalogOptions: Self.faults), Self.failures)
        expect(transcript, equals: shipped, "\(Self.difference(transcript, shipped))")
    }

    @Test(arguments: PatternCase.greeting) func aGreetingIsTheSame(in pattern: PatternCase) throws {
        let shipped = try Self.shippedGreeting.get()
        expect(shipped, contains: "Hello")
        let session = try AppSession("patterns/\(pattern.name)-greeting", aliases: pattern.aliases)
        let transcript = try Self.transcript(of: session, Self.greeting)
        expect(transcript, equals: shipped, "\(Self.difference(transcript, shipped))")
    }
}
