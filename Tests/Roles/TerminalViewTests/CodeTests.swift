import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Lines that are not wrapped, and scroll sideways.
@Suite struct CodeTests {
    private static func screen(_ body: String, _ format: Text.Format = .code) -> Screen {
        Screen(title: "T", parts: [.text(Text(body: body, format: format))])
    }

    private static let long = (0..<30).map { "word\($0)" }.joined(separator: " ")
    private static let body = "short\n\(long)\n\n    indented\nlast"

    /// The lines in sight, after that many presses of →.
    private static func lines(_ screen: Screen, _ presses: Int = 0) throws -> [String] {
        var state = try ViewState.showing(screen, columns: 44)
        state.handle(all: Array(repeating: .right, count: presses))
        return Array(state.lines[2..<7])
    }

    @Test(arguments: [
        (0, ["  short", "  word0 word1 word2 word3 word4 word5 wor…", "", "      indented", "  last"]),
        (1, ["  …", "  …d1 word2 word3 word4 word5 word6 word7…", "", "  …ted", "  …"]),
        (100, ["  …", "  …d24 word25 word26 word27 word28 word29", "", "  …", "  …"]),
    ]) func aLineIsScrolledToItsEnd(_ presses: Int, _ lines: [String]) throws {
        try expect(Self.lines(Self.screen(Self.body), presses), equals: lines)
    }

    @Test func fromTheEndOnePressIsEnoughToGoBack() throws {
        var state = try ViewState.showing(Self.screen(Self.body), columns: 44)
        state.handle(all: Array(repeating: .right, count: 100) + [.left])
        expect(state.lines[3].hasSuffix("…") && state.lines[3].hasPrefix("  …"))
        state.handle(all: Array(repeating: .left, count: 100))
        expect(state.lines[2], equals: "  short")
    }

    @Test func theKeysAreInTheHelpWhereTheyDoSomething() throws {
        func labels(_ screen: Screen, _ keys: [Key] = []) throws -> [String] {
            var state = try ViewState.showing(screen, columns: 44)
            state.handle(all: keys)
            return KeyMap.bindings(for: state).map(\.label).filter { $0.hasPrefix("scroll to") }
        }
        let screen = Self.screen(Self.body)
        try expect(labels(screen), equals: ["scroll to the right"])
        try expect(labels(screen, ["l"]), equals: ["scroll to the left", "scroll to the right"])
        try expect(labels(screen, Array(repeating: .right, count: 100)), equals: ["scroll to the left"])
        #expect(try labels(Self.screen("short")).isEmpty)
        #expect(try labels(Self.screen(Self.body, .plain)).isEmpty)
    }

    @Test func codeInMarkdownScrollsAndTheRestStays() throws {
        let markdown = "A text\n\n```\n\(Self.body)\n```\n\n> - quoted\n>\n>   ```\n>   \(Self.long)\n>   ```"
        let state = try ViewState.showing(Self.screen(markdown, .markdown), columns: 44)
        expect(state.lines[5], equals: "    word0 word1 word2 word3 word4 word5 w…")
        var scrolled = state
        scrolled.handle(all: [.right])
        expect(scrolled.lines[2] == "  A text" && scrolled.lines[5] == "    …d1 word2 word3 word4 word5 word6 wor…")
        #expect(scrolled.lines[12].hasPrefix("  │     …d1 word2"))
        scrolled.handle(all: Array(repeating: .right, count: 100))
        expect(scrolled.lines[5].hasSuffix("word29") && scrolled.lines[12].hasSuffix("word29"))
    }

    @Test func halfOfAWideCharacterIsABlank() throws {
        let wide = String(repeating: "日", count: 40)
        let lines = try Self.lines(Self.screen(wide), 1)
        expect(lines[0], equals: "  … " + String(repeating: "日", count: 18) + "…")
    }

    /// What stands out of sight is found and copied.
    @Test func theWholeLineIsFoundAndCopied() throws {
        for format in [Text.Format.code, .markdown] {
            let body = format == .code ? Self.body : "```\n\(Self.body)\n```"
            var state = try ViewState.showing(Self.screen(body, format), columns: 44)
            let copied = state.handle("y").compactMap { effect in
                if case .copy(let text) = effect { text } else { nil }
            }
            expect(copied.first?.contains(Self.long), equals: true)
            state.handle(all: [.text("/")] + "WORD17".lowercased().unicodeScalars.map { .text($0) } + [.enter])
            #expect(state.lines.contains { $0.contains("word17") })
        }
    }

    @Test func linearModePrintsWholeLines() {
        for (body, format) in [(Self.body, Text.Format.code), ("```\n\(Self.body)\n```", .markdown)] {
            let page = LinearPage(Self.screen(body, format))
            let indent = format == .code ? "" : "    "
            expect(page.lines.contains(indent + Self.long) && page.lines.contains(indent + "    indented"))
            expect(page.lines, contains: "", "a blank line of code is one")
        }
    }

    @Test(arguments: [1 << 40, .max, -5, .min]) func anySteps(_ left: Int) {
        let code = CodeLines("\(Self.long)\n\n日本", .plain, room: 10, left: left)
        expect(code.lines.count == 3 && 0...30 ~= code.skipped && code.hasMore == (left < 0))
        expect(CodeLines("", .plain, room: 0, left: left).lines.count, equals: 1)
    }
}
