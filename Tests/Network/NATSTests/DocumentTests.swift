import Foundation
import TestSupport
import Testing

/// The tables of protocols/nats.md.
struct DocumentTests {
    /// What a subcommand does without an option, as its help tells it.
    private static func standard(_ command: String, _ option: String) throws -> Int? {
        let help = try Command.run([Products.executable("viperline-nats"), command, "--help"]).output
        let words = help.split(whereSeparator: \.isWhitespace)
        guard let place = words.lastIndex(of: Substring(option)),
            let mark = words[place...].firstIndex(of: "(default:")
        else { return nil }
        return Double(words[mark + 1].dropLast()).map { Int($0) }
    }

    @Test(arguments: [
        ("call", "--under-way"), ("call", "--patience"), ("serve", "--parallel"), ("serve", "--sessions"),
        ("serve", "--answer-within"),
    ])
    func `The limits are those of the program`(command: String, option: String) throws {
        let document = try String(contentsOfFile: Checkout.path("protocols/nats.md"), encoding: .utf8)
        let row = try require(
            document.split(separator: "\n").first { $0.hasPrefix("|") && $0.contains("(`\(option)`)") })
        // A row may have several limits, divided by semicolons.
        let cells = row.split(separator: "|").map { $0.split(separator: ";") }
        let place = try require(cells[0].firstIndex { $0.contains("`\(option)`") })
        let limit = try require(Int(cells[1][place].replacing(",", with: "").filter(\.isNumber)))
        try expect(Self.standard(command, option), equals: limit)
    }
}
