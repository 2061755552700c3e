import JQClient
import JSON
import TestSupport
import Testing

/// Texts that a program leaves to the presenter.
@Suite struct LocalTextTests {
    private let runner = ProgramProcess([Products.executable("viperline-jq")])

    private static func form(_ text: LocalText) -> String {
        switch text {
        case .words(let words, let values): "<\(words)|\(values.joined(separator: "|"))>"
        case .day(let day): "day \(day)"
        case .short(let number): "short \(number)"
        case .count(let number, let one, let other): "\(number) of \(one), \(other)"
        }
    }

    @Test(
        arguments: [
            (#"words("a \"b\"")"#, #""<a \"b\"|>""#),
            (#"words("up %"; "2026-03-03T08:00:00Z" | day)"#, #""<up %|day 2026-03-03>""#),
            (#"words("up %"; "soon" | day)"#, "null"), (#""2026-13-03" | day"#, "null"),
            (#""2026-03-03x" | day"#, "null"),
            (#"[12345.6 | short], ("x" | short)"#, #"["short 12345"]"#), (#"1e300 | short"#, nil),
            (#""7" | short"#, "null"),
            (#"{a: "\(2 | count("% x"; "% y"))!"}"#, #"{"a":"2 of % x, % y!"}"#), (#""é€""#, #""é€""#),
        ] as [(String, String?)])
    func aProgramLeavesThem(_ row: (program: String, result: String?)) throws {
        let made = try require(runner.outputs(of: row.program, on: Array("null".utf8)).first)
        let text = String(decoding: LocalText.replaced(in: made, by: Self.form), as: UTF8.self)
        // A number that no Int holds stays as it is.
        if let result = row.result { expect(text, equals: result) } else { #expect(text.contains("e+300")) }
    }

    /// Data may have these characters, too.
    @Test(arguments: [
        "\u{E000}", "\u{E001}", "\u{E000}\u{E000}x\u{E001}", "\u{E000}words\u{E001}",
        "\u{E000}day\u{E002}a\u{E002}b\u{E001}",
        "\u{E001}\u{E000}",
    ])
    func strangeMarksCostNoText(_ text: String) throws {
        let json = JSONBytes(["a": "x" + text + "y\"", "b": "z"]).bytes
        let replaced = try [String: String](json: LocalText.replaced(in: json, by: Self.form))
        expect(replaced["b"], equals: "z")
        expect(replaced["a"]?.hasPrefix("x"), equals: true)
        expect(replaced["a"]?.hasSuffix("y\""), equals: true)
    }
}
