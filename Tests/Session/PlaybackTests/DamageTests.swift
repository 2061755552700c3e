import Foundation
import TestSupport
import Testing

/// The readable part of a damaged cassette is read, the rest is reported, and no command crashes.
@Suite struct DamageTests {
    private static let commands: [[String]] = [
        ["cassette", "show", "@"], ["cassette", "stat", "@"], ["cassette", "diff", "@", "@"],
        ["cassette", "diagram", "@"], ["cassette", "redact", "@"],
        ["replay", "@"], ["verify", "router", "@"], ["double", "router", "@"],
    ]

    @Test(
        arguments: [
            // Truncated in the middle of a line.
            ("head -c 20000", true),
            // A line in the middle is replaced.
            (#"sed '9s/.*/}{ no record/'"#, true),
            ("gzip -c | head -c 4000", true),
            // Some bytes in the middle are changed.
            ("gzip -c | (head -c 3000; head -c 8 > /dev/null; printf '%8d' 0; cat)", true),
            // Nothing is readable.
            ("head -c 0", false), ("gzip -c | head -c 5", false),
        ], commands)
    func nothingCrashes(damage: (filter: String, leavesSome: Bool), command: [String]) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c"
        let whole = Checkout.path("Tests/Cassettes/itunes.ndjson")
        _ = try Command.run(["sh", "-c", "cat '\(whole)' | \(damage.filter) > '\(path)'"])
        let words = command.map { $0 == "@" ? path : $0 }
        let result = try Command.run([Products.executable("viperline")] + words, folder: folder.path)
        expect([0, 1, 65], contains: result.status, "\(result.diagnostics)")
        // The damaged line, or that there is none.
        let told = damage.leavesSome ? "\(path): line " : "\(path): this is not a cassette"
        expect(result.diagnostics, contains: told, "\(result.diagnostics)")
        // A comparison with a part is no pass.
        if !damage.leavesSome || command[0] == "verify" { expect(result.status, equals: 65) }
        if damage.leavesSome, ["show", "stat", "diagram", "replay"].contains(command[command.count == 2 ? 0 : 1]) {
            expect(result.status == 0 && !result.output.isEmpty, "\(result.diagnostics)")
        }
    }
}
