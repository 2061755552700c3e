import Foundation
import Playback
import Recording
import TestSupport
import Testing

/// `viperline verify --accept`.
@Suite struct AcceptanceTests {
    /// What the changed presenter does, and what becomes of the cassette.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filter: String
        let told: String
        /// How many lines of the cassette are others then, in each direction.
        let lines: (gone: Int, new: Int)
    }

    static let changes = [
        Change(
            testDescription: "worded otherwise", filter: "s/Hello David/Hi David/",
            told: "1 outputs changed, 0 added, 0 removed", lines: (1, 1)),
        Change(
            testDescription: "said no more", filter: "/interactor.input.list/d",
            told: "0 outputs changed, 0 added, 1 removed", lines: (1, 0)),
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
        #expect(copied.status == 0)
        let presenter = try folder.writeProgram(
            "\"\(Products.executable("viperline-presenter"))\" | sed -u '\(change.filter)'", to: "presenter")
        func verify(_ options: String...) throws -> Command.Result {
            try Command.run(
                [Products.executable("viperline"), "verify", "presenter", cassette] + options + ["--", presenter],
                environment: ["XDG_RUNTIME_DIR": folder.path])
        }
        // What is missing is waited for as long as that.
        let accepted = try verify("--accept", "--patience", "3")
        #expect(accepted.status == 0, "\(accepted.diagnostics)")
        #expect(accepted.output.contains(change.told), "\(accepted.output)")
        let again = try verify("--patience", "60")
        #expect(again.status == 0, "\(again.output)")
        let (before, after) = (try lines(of: original), try lines(of: cassette))
        #expect(Set(before).subtracting(after).count == change.lines.gone)
        #expect(Set(after).subtracting(before).count == change.lines.new)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix(".new") })
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
