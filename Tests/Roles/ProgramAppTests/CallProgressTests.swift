@testable import ProgramApp
import RouterMessages
import TestSupport
import Testing
import ViewMessages
import Wire

/// Reports of progress before the answer, and calls that the user stops.
@Suite struct CallProgressTests {
    typealias Session = AppRoleTests.Session

    private static func list() -> Session {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        return session
    }

    @Test(
        arguments: [
            (#"{"progress":0.4,"text":"Copying"}"#, "Copying 40%"), (#"{"progress":0.999}"#, "Working… 99%"),
            (#"{"progress":null,"text":"Copying"}"#, "Copying"), (#"{"progress":true}"#, "Working…"),
            (#"{"progress":-1e300}"#, "Working… 0%"), (#"{"progress":7,"text":8}"#, "Working… 100%"),
            (#"{"text":"\u001b[2J","progress":0}"#, "\u{1B}[2J 0%"),
        ]) func aReportIsTheActivity(_ report: String, _ activity: String)
    {
        var session = Self.list()
        session.wait(1000)
        session.press("copy", row: "a")
        session.wait(100)
        session.print(report + "\n")
        session.wait(100)
        expect(session.screen?.activity, equals: activity)
        expect(session.screen?.mayCancel == true && session.rows.map(\.id) == ["a"])
    }

    /// A screen, a notice and nothing may follow, in the same chunk or later.
    @Test(arguments: [true, false]) func theAnswerFollows(isAtOnce: Bool) {
        var session = Self.list()
        for (answer, expected) in [
            (#"{"rows":["b"],"notice":"Done"}"#, "Done"), ("Copied\n", "Copied"), (#"{"progress":1}"#, nil),
            ("", nil),
        ] as [(String, String?)] {
            session.press("copy", row: "a")
            let report = #"{"progress":0.5}"# + "\n" + #"{"progress":0.6}"# + "\n"
            if !isAtOnce { session.print(report) }
            session.answer(isAtOnce ? report + answer : answer)
            if session.calls.last == [] { session.answer(#"{"rows":["a"]}"#) }
            if let expected { expect(session.screen?.notice?.text, equals: expected, "\(answer)") }
            expect(session.screen?.activity, equals: nil, "\(answer)")
            expect(session.screen?.alert == nil && session.screen?.mayCancel == nil)
        }
    }

    /// A program that reports without end costs a few screens and little memory.
    @Test func aFloodIsShownNowAndThen() {
        var session = Self.list()
        session.press("copy", row: "a")
        let before = session.sent.count
        for number in 0..<1000 {
            session.now += 1
            session.print(String(repeating: "{\"progress\":0.\(number)}\n", count: 100))
        }
        #expect(session.sent.count - before <= 11)
        expect(!session.role.screens.calls.output.isTooLong && session.role.screens.calls.output.isBlank)
    }

    /// A list of the program's own is shown after its report; rows that look like reports are rows.
    @Test func theFirstCallReportsToo() {
        var session = Session()
        session.wait(100)
        session.print(#"{"progress":0.5,"text":"Reading"}"# + "\n")
        session.wait(100)
        expect(session.screen?.activity, equals: "Reading 50%")
        session.answer("oak\nelm\n")
        expect(session.rows.map(\.title), equals: ["oak", "elm"])
        var rows = Session(hasProgram: false)
        rows.answer(#"{"progress":1}"# + "\n")
        expect(rows.rows.map(\.title), equals: [#"{"progress":1}"#])
    }

    // MARK: Stopping

    @Test(arguments: ["select", "press", "search", "submit", "sort"]) func goingBackStopsACall(_ verb: String) {
        var session = Self.list()
        session.now = 1000
        switch verb {
        case "select": session.select("a")
        case "press": session.press("copy", row: "a")
        case "search": session.search("b")
        case "sort": session.receive(ViewOutput.DidSort.type, ViewOutput.DidSort(column: "x", isDescending: false))
        default: session.receive(ViewOutput.DidSubmit.type, ViewOutput.DidSubmit(form: "f", values: [:], secrets: [:]))
        }
        session.receive(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack(), scene: "screen-1")
        expect(session.calls.last, equals: ["(stop)"])
        expect(session.screen?.activity == nil && session.screen?.mayCancel == nil && session.rows.map(\.id) == ["a"])
        expect(session.screen?.notice?.text.hasSuffix("was stopped"), equals: true)
        #expect(!session.sent.contains { $0.type == RouterInput.Back.type })
        session.print("late")
        session.receive(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack(), scene: "screen-1")
        expect(session.sent.last?.type, equals: RouterInput.Back.type)
    }

    /// Nobody asked for these: going back leaves.
    @Test func aCallWithoutAnActionIsLeft() {
        var session = Session(interval: .seconds(1))
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.wait(1000)
        expect(session.calls.count, equals: 2)
        session.print(#"{"progress":0.5}"# + "\n")
        session.wait(200)
        expect(session.screen?.activity == nil && session.screen?.mayCancel == nil)
        session.receive(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack(), scene: "screen-1")
        expect(session.sent.last?.type, equals: RouterInput.Back.type)
    }
}
