import Foundation
import JSON
import Testing
import TestSupport
import ViewMessages

@testable import TerminalView

/// The pictures in protocols/screens.md are what the view draws.
@Suite struct DocumentedPartTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let json: String
        let picture: [String]
        var testDescription: String { String(json.prefix(40)) }
    }

    /// Each block of JSON with the block of text behind it.
    static let examples: [Example] = {
        let page = (try? String(contentsOfFile: Checkout.path("protocols/screens.md"), encoding: .utf8)) ?? ""
        return page.components(separatedBy: "```json\n").dropFirst().compactMap { rest in
            let blocks = rest.components(separatedBy: "```")
            guard blocks.count > 2, blocks[1] == "\n", blocks[2].hasPrefix("text\n") else { return nil }
            return Example(
                json: blocks[0].trimmingCharacters(in: .newlines),
                picture: Array(blocks[2].components(separatedBy: "\n").dropFirst().dropLast()))
        }
    }()

    /// Without title, its line, the status line and the blank lines around.
    private static func drawing(of part: Part) throws -> [String] {
        let state = try ViewState.showing(Screen(title: "T", parts: [part]), columns: 64, rows: 12)
        let lines = state.lines.dropFirst(2).dropLast().map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        let first = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return first <= last ? Array(lines[first...last]) : []
    }

    @Test(arguments: examples) func aPictureIsWhatTheViewDraws(_ example: Example) throws {
        let part = try Part(json: Array(example.json.utf8))
        let drawn = try Self.drawing(of: part)
        expect(drawn, equals: example.picture, "\(example.json)\n\(drawn.joined(separator: "\n"))")
    }

    /// An author finds there what a field of each kind looks like.
    @Test func eachKindOfFieldHasAnExample() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/screens.md"), encoding: .utf8)
        let kinds = try page.matches(of: /\n\| `(\w+)` \| `(\{"id".+?\})` \|/).map { row in
            var strangers: [JSONStranger] = []
            let field = try FormField(json: Array(row.2.utf8).span, noting: &strangers)
            expect(strangers.isEmpty && field.kind.rawValue == row.1, "\(row.2)")
            return field.kind
        }
        expect(Set(kinds), equals: Set(FormField.Kind.allCases))
    }

    @Test func eachKindHasAPicture() throws {
        let kinds = try Set(Self.examples.map { try Part(json: Array($0.json.utf8)).kind })
        let schema = try String(contentsOfFile: Checkout.path("protocols/schemas/part.json"), encoding: .utf8)
        let known = Set(schema.matches(of: /"(\w+)": \{"\$ref"/).map { String($0.1) })
        expect(known.count > 10 && kinds.isSuperset(of: known), "without a picture: \(known.subtracting(kinds))")
    }
}
