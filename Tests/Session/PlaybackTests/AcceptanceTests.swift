import Foundation
import Playback
import Recording
import TestSupport
import Testing
import Wire

/// `viperline verify --accept`.
@Suite struct AcceptanceTests {
    /// What the changed presenter does, and what the cassette then contains.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filter: String
        let told: String
        /// The number of changed lines in the cassette, removed and added.
        let lines: (gone: Int, new: Int)
    }

    static let changes = [
        Change(
            testDescription: "worded otherwise", filter: "s/Hello David/Hi David/",
            told: "1 outputs changed, 0 added, 0 removed", lines: (1, 1)),
        Change(
            testDescription: "said besides", filter: "/interactor.input.list/p",
            told: "0 outputs changed, 1 added, 0 removed", lines: (0, 1)),
    ]

    @Test(arguments: changes, [".ndjson", ".ndjson.gz"])
    func theCassetteIsAsTheProgramIs(change: Change, ending: String) throws {
        let folder = try TemporaryFolder()
        let original = Checkout.path("Tests/Cassettes/greeting.ndjson")
        let cassette = folder.path + "/c" + ending
        let copied = try Command.run([
            "sh", "-c",
            ending.hasSuffix("gz") ? "gzip < '\(original)' > '\(cassette)'" : "cp '\(original)' '\(cassette)'",
        ])
        expect(copied.status, equals: 0)
        let presenter = try folder.writeProgram(
            "\"\(Products.executable("viperline-presenter"))\" | sed -u '\(change.filter)'", to: "presenter")
        func verify(_ options: String...) throws -> Command.Result {
            try Command.run(
                [Products.executable("viperline"), "verify", "presenter", cassette] + options + ["--", presenter],
                environment: ["XDG_RUNTIME_DIR": folder.path])
        }
        let accepted = try verify("--accept", "--patience", "60")
        expect(accepted.status, equals: 0, "\(accepted.diagnostics)")
        expect(accepted.output, contains: change.told, "\(accepted.output)")
        let again = try verify("--patience", "60")
        expect(again.status, equals: 0, "\(again.output)")
        let (before, after) = (try lines(of: original), try lines(of: cassette))
        expect(Set(before).subtracting(after).count, equals: change.lines.gone)
        expect(Set(after).subtracting(before).count, equals: change.lines.new)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix(".new") })
    }

    /// Missing, reordered and additional outputs, reported
    /// without waiting for a timeout.
    @Test func editsAreCarriedOutLineByLine() throws {
        func event(_ text: String) -> Event { ScriptNotation.event(text.split(separator: " ")) }
        func passage(_ text: String, from sender: String, to receiver: String) -> [UInt8] {
            var output: [UInt8] = []
            let passage = Passage(
                time: 1, sender: sender, receivers: [receiver], event: Array(event(text).line.dropLast()))
            passage.appendLine(withTime: true, to: &output)
            return output
        }
        let recorded = ["o-1 p.a <i-1", "o-2 p.b <i-1", "o-3 p.c <i-1"]
        let folder = try TemporaryFolder()
        let lines = passage("i-1 q", from: "other", to: "s") + recorded.flatMap { passage($0, from: "s", to: "other") }
        let path = try folder.write(String(decoding: lines, as: UTF8.self), to: "c.ndjson").path

        var comparison = OutputComparison(pairsTypes: true)
        var edits = CassetteEdits()
        for (index, text) in recorded.enumerated() {
            _ = comparison.expect(Expectation(event(text), at: .init(line: index + 2, time: 0)))
        }
        for text in ["x-1 p.new <i-1", "x-2 p.c <i-1", "x-3 p.a <i-1"] {
            if let pair = comparison.compare(event(text)) { edits.accept(pair) }
        }
        edits.remove(try require(comparison.firstAwaited).place.line)
        for output in comparison.unpaired { edits.insert(output.event, output.number, after: 1, by: "s") }
        expect("\(edits)", equals: "0 outputs changed, 2 added, 2 removed")
        try CassetteRevision(of: path, with: edits) { _ in ["elsewhere"] }.write()
        let types = try self.lines(of: path).map { try Event(line: $0).type }
        expect(types, equals: ["q", "p.new", "p.c", "p.a"])
    }

    private func lines(of cassette: String) throws -> [String] {
        let reader = try CassetteReader(cassette)
        var lines: [String] = []
        while let line = try reader.next() {
            if case .passage(let passage) = line { lines.append(String(decoding: passage.event, as: UTF8.self)) }
        }
        return lines
    }
}
