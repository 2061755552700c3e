import TerminalView
import Testing

@Suite struct PromptFieldTests {
    typealias Edit = PromptField.Edit

    /// The cursor is a bar: `mus|ic`.
    @Test(
        arguments: [
            ("abc|", [.moveLeft], "ab|c"), ("|abc", [.moveLeft], "|abc"), ("a|bc", [.moveRight], "ab|c"),
            ("abc|", [.moveRight], "abc|"), ("ab|c", [.moveToStart], "|abc"), ("a|bc", [.moveToEnd], "abc|"),
            ("ab|c", [.deleteBackward], "a|c"), ("|abc", [.deleteBackward], "|abc"), ("a|bc", [.deleteForward], "a|c"),
            ("abc|", [.deleteForward], "abc|"), ("ab|c", [.deleteToStart], "|c"), ("a|bc", [.deleteToEnd], "a|"),
            ("one two|", [.deleteWord], "one |"), ("one two  |x", [.deleteWord], "one |x"), ("|x", [.deleteWord], "|x"),
            // By characters as they are seen, not by what they are made of.
            ("x👨‍👩‍👧‍👦|", [.deleteBackward], "x|"), ("e\u{301}|x", [.moveLeft], "|e\u{301}x"),
            ("|🇩🇪🇫🇷", [.deleteForward], "|🇫🇷"),
            ("日本|", [.moveLeft, .deleteBackward], "|本"),
        ] as [(String, [Edit], String)]) func edits(_ before: String, _ edits: [Edit], _ after: String)
    {
        let halves = before.split(separator: "|", omittingEmptySubsequences: false)
        var field = PromptField(String(halves[0]) + String(halves[1]))
        field.apply(.moveToStart)
        for _ in halves[0] { field.apply(.moveRight) }
        for edit in edits { field.apply(edit) }
        #expect(field.before + "|" + field.after == after)
    }

    @Test func scalarsThatAreTypedBecomeCharacters() {
        var field = PromptField()
        for scalar in "e\u{301}👍🏽".unicodeScalars { field.insert(scalar) }
        #expect(field.text == "e\u{301}👍🏽")
        field.apply(.deleteBackward)
        #expect(field.text == "e\u{301}")
    }
}
