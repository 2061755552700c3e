@testable import ProgramApp
import RouterMessages
import SessionResult
import TestSupport
import Testing
import ViewMessages
import Wire

/// The screens of a program: what it prints, the calls that a user's actions make, and failures.
@Suite struct ProgramScreenTests {
    typealias Session = AppRoleTests.Session

    @Test func choosingOpensAPageOfItsOwn() {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":[{"id":"1","title":"One"}]}"#)
        expect(session.rows.count == 1 && session.screen?.activity == nil && session.told == [.screens])
        session.select("1")
        expect(session.calls.last == ["select", "1"] && session.screen?.activity == "Opening…")
        session.answer("More about it\n")
        expect(session.sent.last?.type == RouterInput.Open.type && session.sent.last?.correlationID == "view-2")
        session.navigate("screen-1", "screen-2", row: "1")
        let shown = session.sent.suffix(2).map { ($0.subject, try? $0.decode(ViewInput.Show.self).screen) }
        expect(shown[0].0 == "screen-2" && shown[0].1?.title == "One")
        expect(shown[0].1?.parts, equals: [.text(Text(body: "More about it\n"))])
        expect(shown[1].0 == "screen-1" && shown[1].1?.activity == nil)
        session.receive(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack(), scene: "screen-2")
        expect(session.sent.last?.type, equals: RouterInput.Back.type)
    }

    /// A row of a search is named by its line; half a line is none.
    @Test func aLineOfASearchIsTheRow() {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.search("x")
        let line = String(repeating: "0", count: 255)
        session.answer("\u{1B}[1ma\tb\u{1B}[0m\r\n" + String(repeating: line + "\n", count: 1100))
        expect(session.rows.first == Row(id: "a\tb", title: "a       b") && session.rows.last?.id == line)
        expect(session.rows.count == 1024 && session.screen?.notice?.text == "… (the first 256 KiB)")
    }

    /// What the program is told, and what becomes of the screen.
    @Test func eachActionIsACall() {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.search("x y")
        session.answer("one\ntwo\n")
        expect(session.rows.map(\.id) == ["one", "two"] && session.screen?.prompt?.text == "x y")
        session.press("delete", row: "one")
        session.answer("Deleted one\n")
        expect(session.calls.last, equals: ["search", "x y"], "the screen is made anew")
        session.answer("two\n")
        expect(session.screen?.notice?.text == "Deleted one" && session.rows.map(\.id) == ["two"])
        session.receive(ViewOutput.DidSort.type, ViewOutput.DidSort(column: "name", isDescending: true))
        session.answer(#"{"rows":[]}"#)
        expect(session.calls.last, equals: ["sort", "name", "descending"])
        session.receive(
            ViewOutput.DidSubmit.type,
            ViewOutput.DidSubmit(form: "f", values: ["a": .number("1")], secrets: ["p": "geheim"]))
        expect(session.calls.last, equals: ["submit", "f"])
        expect(session.inputs, equals: [#"{"form":"f","secrets":{"p":"geheim"},"values":{"a":1}}"# + "\n"])
        expect(session.role.memory.map { String(decoding: $0, as: UTF8.self).contains("geheim") }, equals: false)
        session.answer(#"{"open":"https://a.example"}"#)
        expect(session.sent.last?.type, equals: RouterInput.OpenURL.type, "the router answers")
        session.receive(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example"))
        expect(session.screen?.activity, equals: nil)
        session.receive(ViewOutput.DidFollow.type, ViewOutput.DidFollow(url: "https://b.example"))
        expect(session.sent.last?.type, equals: RouterInput.OpenURL.type)
    }

    @Test func aNewerActionTakesTheOlderOnesPlace() {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.search("a")
        session.search("ab")
        expect(session.calls.suffix(2), equals: [["search", "a"], ["search", "ab"]])
        session.answer("abc\n")
        expect(session.rows.map(\.id) == ["abc"] && session.sent.last?.correlationID == "view-3")
    }

    @Test func itemsThatAreNotValidAreSearchedFor() {
        var session = Session()
        session.answer(#"{"items":[{"title":"a","valid":false,"autocomplete":"a "},{"title":"b","valid":false}]}"#)
        session.select("b")
        expect(session.calls.count, equals: 1)
        session.select("a")
        expect(session.calls.last == ["search", "a "] && session.screen?.prompt?.text == "a ")
    }

    /// What a program prints, and the alert.
    @Test(arguments: [
        ("{\"rows\":[", 0 as Int32, "The output is not complete JSON."),
        (#"{"rows":3}"#, 0, "The output cannot be shown: rows is not an array."),
        (#"{"rows":[]} x"#, 0, "The output is not complete JSON."), ("", 7, "oh\nIt ended with exit code 7."),
    ]) func aFailureIsAnAlert(_ output: String, _ code: Int32, _ message: String) {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.search("a")
        session.print(output)
        session.end(code, code == 0 ? "" : "oh")
        expect(session.screen?.alert?.title, equals: "todo search a failed")
        expect(session.screen?.alert?.message == message && session.screen?.activity == nil)
        expect(session.rows.map(\.id), equals: ["a"], "the screen stays")
        session.press("viperline.retry")
        expect(session.calls.last, equals: ["search", "a"])
        session.answer("b\n")
        expect(session.screen?.alert == nil && session.rows.map(\.id) == ["b"])
    }

    /// Regression: a program that was quicker than the router left an empty screen without a word. What it prints, and the alert.
    @Test(
        arguments: [
            (#"{"rows":3}"#, 0 as Int32, "The output cannot be shown: rows is not an array."),
            (#"{"items":[{"title":1}]}"#, 0, "The output cannot be shown: items[0].title is not a string."),
            (#"{"open":"https://a.example"}"#, 0, "The output has nothing to show."),
            ("{\"rows\":[", 0, "The output is not complete JSON."),
            ("{\"rows\":[", 7, "oh\nIt ended with exit code 7."),
            (#"{"rows":["a"]}"#, 7, "oh\nIt ended with exit code 7."),
        ], [true, false]) func aFailureBeforeTheFirstSceneIsAnAlert(
            _ row: (output: String, code: Int32, message: String), hasScene: Bool
        )
    {
        var session = Session(hasScene: hasScene)
        session.print(row.output)
        session.end(row.code, row.code == 0 ? "" : "oh")
        if !hasScene { session.navigate("screen-1") }
        expect(session.screen?.alert?.title == "todo failed" && session.screen?.activity == nil)
        expect(session.screen?.alert?.message, equals: row.message)
        expect(session.rows.map(\.id), equals: (row.output.hasSuffix("]}") && row.code == 7 ? ["a"] : []))
        session.press("viperline.retry")
        session.answer(#"{"rows":["b"]}"#)
        expect(session.screen?.alert == nil && session.rows.map(\.id) == ["b"])
    }

    @Test func anEffectIsNeverMadeTwice() {
        var session = Session()
        session.answer(#"{"rows":["a"]}"#)
        session.press("delete", row: "a")
        session.end(1, "refused")
        expect(session.screen?.alert?.buttons.map(\.control), equals: ["viperline.close"])
        session.press("viperline.close")
        expect(session.screen?.alert == nil && session.calls.count == 2)
    }

    @Test func aScreenThatIsTooLongIsAnAlert() {
        var session = Session()
        let rows = (0..<20_000).map { "{\"title\":\"row \($0) \(String(repeating: "x", count: 50))\"}" }
        session.answer("{\"rows\":[\(rows.joined(separator: ","))]}")
        expect(session.screen?.alert?.title, equals: "The screen is too long")
        session.press("viperline.refresh")
        session.print("{\"rows\":[\"" + String(repeating: "x", count: 17 << 20))
        expect(session.calls.last == ["(stop)"] && session.screen?.alert?.message.contains("16 MiB") == true)
    }

    @Test func anArgumentWithNULIsRefused() {
        var session = Session()
        session.answer(#"{"rows":["a\u0000b"]}"#)
        session.select("a\0b")
        expect(session.calls.count == 1 && session.screen?.alert?.message.contains("NUL") == true)
    }

    // MARK: A program that keeps running

    @Test func aProgramThatKeepsRunningReadsEvents() {
        var session = Session()
        session.print("{\"prompt\":\"Find\",\"rows\":[\"a\"]}\n")
        session.search("x")
        expect(session.calls.last, equals: ["(feed) {\"event\":\"search\",\"query\":\"x\"}\n"])
        expect(session.screen?.activity, equals: "Searching…")
        session.print("{\"rows\":[\"b\"]}\n{\"rows\":[\"c\"]}\n")
        expect(session.rows.map(\.id) == ["c"] && session.screen?.activity == nil)
        session.receive(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack())
        expect(session.sent.last?.type, equals: RouterInput.Back.type)
    }

    /// The same screens, however soon the program ends and the router announces the scene; so a recording can be verified. Regression:
    /// the screen of a program that ended a moment later had no key to refresh it.
    @Test(arguments: [
        "print, end, scene", "print, scene, end", "scene, print, end", "scene, print, end, r, print, end",
    ])
    func aProgramThatEndsAfterItsScreenCanBeCalledAgain(order: String) {
        var session = Session(hasScene: false)
        for step in order.split(separator: ", ") {
            switch step {
            case "print": session.print(#"{"rows":["a"]}"#)
            case "end": session.end()
            case "scene": session.navigate("screen-1")
            default: session.press("viperline.refresh")
            }
        }
        let shown = session.sent.compactMap { try? $0.decode(ViewInput.Show.self).screen }
        expect(
            shown.map { $0.activity ?? "\($0.parts.count)" },
            equals: order.contains("r,") ? ["1", "Reading…", "1"] : ["1"])
        #expect(shown.allSatisfy { $0.keys?.map(\.control) == ["viperline.refresh"] })
    }

    @Test func aProgramThatKeepsRunningIsCalledAgainOnceItHasEnded() {
        var session = Session()
        session.print(#"{"rows":["a"]}"#)
        expect(session.screen, equals: nil, "it may be about to end")
        expect(session.role.deadline, equals: .at(100))
        session.wait(100)
        expect(session.rows.map(\.id) == ["a"] && session.screen?.keys == nil)
        session.print(#"{"rows":["b"]}"#)
        expect(session.rows.map(\.id) == ["b"] && session.screen?.keys == nil, "at once")
        session.end()
        expect(session.rows.map(\.id) == ["b"] && session.screen?.keys?.map(\.control) == ["viperline.refresh"])
    }

    /// It printed a screen and was about to end when the user acted.
    @Test func whatAProgramDidNotReadIsACall() {
        var session = Session()
        session.print(#"{"prompt":"Find","rows":["a"]}"#)
        session.search("x")
        session.end()
        expect(session.calls.last, equals: ["search", "x"])
        session.answer("y\n")
        expect(session.rows.map(\.id), equals: ["y"])
    }
}
