import Foundation
import Secrecy
import TestSupport
import Testing

/// Secrets as they occur outside, to which no rule was tuned: the share that is found at first try is what a user may
/// expect of any text that we have not seen.
@Suite struct OutsideExamplesTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let line: Substring
        var foundAtFirst: Bool { line.first == "+" }
        var isFound: Bool { line.dropFirst().first == "+" }
        var marked: Substring { line.dropFirst(3) }
        var json: String { String(marked).replacing("«", with: "").replacing("»", with: "") }
        var testDescription: String { String(line) }

        var secrets: [Substring] {
            marked.split(separator: "«").dropFirst().compactMap { $0.split(separator: "»").first }
        }
    }

    private static let folder = Checkout.root.appending(path: "Tests")

    static let examples: [Example] = {
        let file = folder.appending(path: "Secrets/examples.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { Example(line: $0) }
    }()

    @Test(arguments: examples) func anExampleIsFoundOrIsAKnownMiss(example: Example) {
        var redactor = Redactor()
        // As the program does: secrets found later are also replaced earlier.
        _ = redactor.redact(Array(example.json.utf8))
        let redacted = String(decoding: redactor.redact(Array(example.json.utf8)), as: UTF8.self)
        let isFound = example.secrets.allSatisfy { !redacted.contains($0) }
        expect(isFound, equals: example.isFound, "\(redacted)")
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(redacted.utf8)) }
    }

    /// The page on recordings names these numbers.
    @Test func whatIsFoundIsWhatTheDocumentsSay() throws {
        expect(Self.examples.count, equals: 278)
        expect(Self.examples.count(where: \.foundAtFirst), equals: 212)
        expect(Self.examples.count(where: \.isFound), equals: 230)
        let page = try String(contentsOf: Checkout.root.appending(path: "protocols/recordings.md"), encoding: .utf8)
        expect(page, contains: "230 of 278")
    }

    static let cassettes: [String] = {
        let folder = Self.folder.appending(path: "Cassettes")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".ndjson") }.map { folder.appending(path: $0).path }.sorted()
    }()

    /// They were recorded from public services and have no secrets.
    @Test(arguments: cassettes) func theProjectsCassettesStandAsTheyStand(path: String) throws {
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            var redactor = Redactor()
            expect(String(decoding: redactor.redact(Array(line.utf8)), as: UTF8.self) == line)
        }
    }
}
