import TerminalView
import TestSupport
import Testing

@Suite struct TextFieldTests {
    typealias Edit = TextField.Edit

    /// The cursor is a bar: `mus|ic`.
    @Test(
        arguments: [
            ("abc|", [.moveLeft], "ab|c"), ("|abc", [.moveLeft], "|abc"), ("a|bc", [.moveRight], "ab|c"),
            ("abc|", [.moveRight], "abc|"), ("ab|c", [.moveToStart], "|abc"), ("a|bc", [.moveToEnd], "abc|"),
            ("ab|c", [.deleteBackward], "a|c"), ("|abc", [.deleteBackward], "|abc"), ("a|bc", [.deleteForward], "a|c"),
            ("abc|", [.deleteForward], "abc|"), ("ab|c", [.deleteToStart], "|c"), ("a|bc", [.deleteToEnd], "a|"),
            // As readline: Ctrl-W takes what blanks divide, Alt what letters and digits make.
            ("one two|", [.deleteToBlank], "one |"), ("one two  |x", [.deleteToBlank], "one |x"),
            ("|x", [.deleteToBlank], "|x"), ("a b/c|", [.deleteToBlank], "a |"), ("a\tb|", [.deleteToBlank], "a\t|"),
            ("one two/three|", [.deleteWordLeft], "one two/|"), ("one two/ |", [.deleteWordLeft], "one |"),
            ("|x", [.deleteWordLeft], "|x"), ("one| two three", [.deleteWordRight], "one| three"),
            ("x|", [.deleteWordRight], "x|"), ("one two|", [.moveWordLeft, .moveWordLeft], "|one two"),
            ("|one two", [.moveWordRight], "one| two"), ("one| two", [.moveWordRight], "one two|"),
            ("|日本 x", [.moveWordRight], "日本| x"),
            ("one two three|", [.deleteWordLeft, .deleteWordLeft, .moveToStart, .yank], "two three|one "),
            ("one two three|", [.deleteWordLeft, .moveLeft, .deleteWordLeft, .yank], "one two| "),
            ("ab|cd", [.deleteToStart, .deleteToEnd, .yank], "abcd|"),
            ("ab|cd", [.deleteToEnd, .yank, .yank], "abcdcd|"),
            ("x|", [.yank], "x|"), ("ab|", [.transpose], "ba|"), ("a|bc", [.transpose], "ba|c"),
            ("|ab", [.transpose], "a|b"), ("a|", [.transpose], "a|"), ("|", [.transpose], "|"),
            // By visible characters, not by scalars.
            ("x👨‍👩‍👧‍👦|", [.deleteBackward], "x|"), ("e\u{301}|x", [.moveLeft], "|e\u{301}x"),
            ("|🇩🇪🇫🇷", [.deleteForward], "|🇫🇷"),
            ("日本|", [.moveLeft, .deleteBackward], "|本"),
        ] as [(String, [Edit], String)]) func edits(_ before: String, _ edits: [Edit], _ after: String)
    {
        let halves = before.split(separator: "|", omittingEmptySubsequences: false)
        var field = TextField(String(halves[0]) + String(halves[1]))
        field.apply(.moveToStart)
        for _ in halves[0] { field.apply(.moveRight) }
        for edit in edits { field.apply(edit) }
        expect(field.before + "|" + field.after, equals: after)
    }

    @Test func scalarsThatAreTypedBecomeCharacters() {
        var field = TextField()
        for scalar in "e\u{301}👍🏽".unicodeScalars {
            let hasRoom = field.insert(scalar)
            #expect(hasRoom)
        }
        expect(field.text, equals: "e\u{301}👍🏽")
        field.apply(.deleteBackward)
        expect(field.text, equals: "e\u{301}")
    }

    /// Regression: `/` appended to the old query.
    @Test(arguments: [([TextField.Edit](), "new"), ([.moveToEnd], "oldnew"), ([.moveToStart], "newold")])
    func whatIsReplacedIsReplacedOnlyByTyping(_ edits: [TextField.Edit], _ text: String) {
        var field = TextField("old")
        field.replaceAll()
        #expect(field.isReplaced)
        for edit in edits { field.apply(edit) }
        let hasRoom = field.insert("new")
        #expect(hasRoom)
        expect(field.text, equals: text)
    }

    /// Regression: text was cut silently.
    @Test func whatHasNoRoomIsToldAndTheBeginningIsTaken() {
        var field = TextField()
        let hasRoom = (
            field.insert(String(repeating: "日", count: 5000)), field.insert("日" as Unicode.Scalar)
        )
        expect(hasRoom == (false, false))
        expect(field.text, equals: String(repeating: "日", count: TextField.limit / 3))
        #expect(field.text.utf8.count <= TextField.limit)
        field.apply(.deleteBackward)
        let hasRoomAgain = field.insert("日" as Unicode.Scalar)
        #expect(hasRoomAgain)
    }
}
