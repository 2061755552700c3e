import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Linear mode prints what has changed on a screen that comes by itself.
@Suite struct LiveScreenTests {
    private static func monitor(_ load: Int, _ rows: [String], title: String = "Monitor", more: Bool? = nil) -> Screen {
        Screen(
            title: title,
            parts: [
                .facts(
                    Facts(
                        heading: "Load",
                        items: [.init(label: "CPU", value: "\(load) %"), .init(label: "Disk", value: "ok")])),
                .list(List(rows: rows.map { Row(id: $0, title: $0) })),
            ], hasMore: more)
    }

    private static func session(_ screens: Screen...) -> LinearSession {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(monitor(1, ["a", "b", "c"])))
        session.transcript = ""
        for screen in screens { session.bus(Fixture.show(screen)) }
        return session
    }

    @Test(arguments: [
        (monitor(1, ["a", "b", "c"]), ""),
        (monitor(2, ["a", "b", "c"]), "changed:\n-- Load --\nCPU: 2 %\n\n"),
        (monitor(1, ["a", "x", "c"]), "changed:\n 2. x\n\n"),
        (monitor(2, ["a", "b"]), "changed:\n-- Load --\nCPU: 2 %\n1 line is gone\n\n"),
        (monitor(1, ["x", "a", "b", "c"]), "changed:\n 1. x\n3 rows have other numbers: again prints them\n\n"),
        (monitor(1, ["b", "a", "c"]), "changed:\n2 rows have other numbers: again prints them\n\n"),
        (monitor(1, ["a", "b", "c", "d"]), " 4. d\n\n"),
        (monitor(2, ["a", "b", "c"], title: "Other"), "== Other ==\nchanged:\n-- Load --\nCPU: 2 %\n\n"),
        (
            monitor(2, ["a", "b", "c"], more: true),
            "changed:\n-- Load --\nCPU: 2 %\nmore rows: type more\n\n"
        ),
    ]) func onlyWhatHasChangedIsPrinted(_ screen: Screen, _ text: String) {
        expect(Self.session(screen).transcript, equals: text)
    }

    /// Where most of it is new it is another page, once; then no more than 20 lines are printed.
    @Test func aChangeIsBounded() {
        let rows = { (name: String) in (1...100).map { "\(name) \($0)" } }
        var session = Self.session(Self.monitor(2, rows("x")))
        expect(session.transcript.hasPrefix("== Monitor ==\n") && session.transcript.contains("100. x 100\n"))
        session.transcript = ""
        session.bus(Fixture.show(Self.monitor(3, rows("y"))))
        let lines = session.transcript.split(separator: "\n")
        expect(lines.prefix(4), equals: ["changed:", "-- Load --", "CPU: 3 %", " 1. y 1"])
        expect(lines.count == 23 && lines.last == "81 more lines have changed: again prints all")
        session.transcript = ""
        session.bus(Fixture.show(Self.monitor(3, (1...3000).map { "z \($0)" })))
        expect(session.transcript, equals: "changed: again prints all 3000 rows\n\n")
    }

    /// What a command is answered with is printed as ever, also behind a change.
    @Test func anAnswerIsAWholePage() {
        var session = Self.session(Self.monitor(2, ["a", "b", "c"]))
        session.transcript = ""
        session.commands("more", "select 1")
        session.bus(Fixture.show(Self.monitor(3, ["a", "b", "c"]), answering: "view-1-1"))
        expect(session.transcript, contains: "== Monitor ==\n-- Load --\nCPU: 3 %\n", "\(session.transcript)")
    }

    /// It is a part of the memory; what is no digest there is no harm.
    @Test(arguments: [nil, "====", "!", "AAAA", "AAAAAA=="]) func aSuccessorPrintsTheSame(_ damage: String?) throws {
        let session = Self.session(Self.monitor(2, ["a", "b", "c"]))
        var restore = session.mode.memory.snapshot
        restore.type = ProcessInput.Restore.type
        if let damage {
            let text = String(decoding: restore.data, as: UTF8.self)
            restore.data = Array(text.replacing(/"rows":"[^"]*"/, with: #""rows":"\#(damage)""#).utf8)
        }
        var next = LinearSession()
        next.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.monitor(2, ["a", "b", "c"])))
        #expect(next.transcript.isEmpty)
        next.bus(Fixture.show(Self.monitor(9, ["a", "b", "c"])))
        #expect(next.transcript.hasPrefix("changed:\n-- Load --\nCPU: 9 %\n"))
    }
}
