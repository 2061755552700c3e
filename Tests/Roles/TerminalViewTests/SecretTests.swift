import Foundation
import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// A typed secret reaches the receiver of its form and nobody else: each way that it could take otherwise.
@Suite struct SecretTests {
    private static let screen = Screen(
        title: "Log in",
        parts: [
            .form(
                Form(
                    id: "login",
                    fields: [
                        FormField(id: "user", label: "Name"),
                        FormField(id: "pw", label: "Password", kind: .secret, isLive: true),
                    ]))
        ])

    /// All that a linear session gives away, but for the report itself.
    private static func publicText(_ session: LinearSession) -> String {
        let memory = session.told.map { String(decoding: $0.snapshot.line, as: UTF8.self) } ?? ""
        return session.transcript + session.complaints.joined() + memory
    }

    private static let secret = "hunter2hunter2"

    static let lines: [[String]] = [
        ["set password \(secret)", "submit"], ["set pw \(secret)", "submit"], ["SET \"Password\" \(secret)", "submit"],
        ["set password", secret, "submit"], ["set password", "set \(secret)", "submit"],
        // Mistyped: whatever names no other field may be meant for the secret.
        ["set pasword \(secret)"], ["set  \(secret)"], ["set password", "\u{1B}]0;\(secret)\u{7}", "again", "where"],
    ]

    @Test(arguments: lines) func noLinearOutputHasIt(_ commands: [String]) throws {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        for command in commands {
            let bytes = Array((command + "\n").utf8)
            let memory = session.mode.memory(reading: bytes, position: nil)
            expect(String(decoding: memory.snapshot.line, as: UTF8.self), lacks: Self.secret)
            expect(String(decoding: memory.typed, as: UTF8.self), lacks: Self.secret)
            expect(String(decoding: session.mode.recordedPart(of: bytes), as: UTF8.self), lacks: Self.secret)
            session.type(command + "\n")
            expect(Self.publicText(session), lacks: Self.secret)
        }
        if commands.last == "submit" { expect(session.sent.last?.contains("hunter2"), equals: true) }
    }

    /// Its bytes come one by one where the input is neither a file nor a pipe.
    @Test func noByteOfItIsRecorded() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        var recorded = ""
        for byte in Array("set user ada\nset password \(Self.secret)\nset password\n\(Self.secret)\nwhere\n".utf8) {
            recorded += String(decoding: session.mode.recordedPart(of: [byte]), as: UTF8.self)
            session.perform(session.mode.read([byte]))
        }
        expect(!recorded.contains("hunter") && recorded.hasSuffix("where\n"))
    }

    /// What a verified view is given, so that it submits the form as the recorded one did.
    @Test(
        arguments: [
            (
                ["set user ada\n", "set password \(secret)\n", "submit\n"],
                "set user ada\nset password redacted\nsubmit\n"
            ),
            (["  SET \"Password\"  \(secret) \nsubmit\n"], "SET \"Password\"  redacted\nsubmit\n"),
            (["set password\n", "\(secret)\n", "where\n"], "set password\nredacted\nwhere\n"),
            (["set pw\n\(secret)\nwhere\n"], "set pw\nredacted\nwhere\n"), (["set pw\n", "\n"], "set pw\n\n"),
            (["set pasword \(secret)\n", "where\n"], "where\n"),
            (["set pass", "word \(secret)\n", "where\n"], "where\n"),
        ] as [([String], String)])
    func aRecordingHasAPlaceholder(_ pieces: [String], _ recorded: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        var text = ""
        for piece in pieces {
            let bytes = Array(piece.utf8)
            text += String(decoding: session.mode.recordedPart(of: bytes), as: UTF8.self)
            session.perform(session.mode.read(bytes))
        }
        expect(text, equals: recorded)
    }

    /// The same on a terminal, key by key.
    @Test func keysInASecretHavePlaceholders() throws {
        var state = try ViewState.showing(Self.screen)
        _ = state.handleTypeAhead()
        let keys: [Key] = ["a", .tab, "h", "u", .paste("nter2"), .backspace, .control("u"), "h", .left, "u", .enter]
        let recorded = try keys.enumerated().map { number, key in
            let record = state.recorded(EnteredText.event("<\(number)>"), of: [key])
            _ = state.handle(key)
            return try record?.decode(ProcessOutput.Entered.self).text ?? "-"
        }
        expect(recorded, equals: ["<0>", "<1>", "x", "-", "-", "-", "\u{7F}", "x", "<8>", "-", "<10>"])
    }

    @Test func theTerminalDoesNotShowIt() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        expect(session.mode.read(Array("set password\n".utf8)), contains: .hideInput(true))
        expect(session.mode.read(Array("\(Self.secret)\n".utf8)), contains: .hideInput(false))
    }

    /// The bus ends before a screen has named the field that is a secret.
    @Test func withoutAScreenNothingIsKnown() throws {
        for lines in ["set pw \(Self.secret)\n", "set pw\n\(Self.secret)\n", "select 1\nset x\n\(Self.secret)"] {
            var session = LinearSession()
            let bytes = Array(lines.utf8)
            expect(session.mode.recordedPart(of: bytes), lacks: UInt8(ascii: "h"))
            expect(
                String(decoding: session.mode.memory(reading: bytes, position: nil).typed, as: UTF8.self),
                lacks: "hunter")
            session.type(lines)
            session.perform(session.mode.endEvents())
            expect(!Self.publicText(session).contains("hunter") && session.end == .unavailable)
        }
        var session = LinearSession()
        expect(session.mode.recordedPart(of: Array("search x\n".utf8)), equals: Array("search x\n".utf8))
        // What an earlier process was allowed to remember is remembered on.
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        session.bus(Fixture.navigate("apps-1", "app-2"))
        session.type("set name Ada\n")
        session.bus(Fixture.show(Fixture.found, "app-2"))
        expect(session.complaints, equals: ["line 1: set …: there are no fields"])
    }

    /// Regression: what a script entered twice, or too early, was recorded and printed, since no field of that screen is a secret.
    @Test(arguments: [
        ["set password \(Self.secret)", "submit"], ["set password", Self.secret, "submit"],
        ["set password", "  \(Self.secret) #", "again"], ["set password", "# \(Self.secret)", "again"],
        ["set password", "again", "set pw", "\u{9B}\(Self.secret)"],
        ["set password \(String(repeating: "x", count: 1 << 16))\(Self.secret)"],
    ]) func aSecretForAFormThatIsNotThereIsNowhere(_ commands: [String]) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        for command in commands {
            let bytes = Array((command + "\n").utf8)
            let isPrivate = command.contains(Self.secret) || command.hasPrefix("set")
            expect(session.mode.recordedPart(of: bytes), equals: (isPrivate ? [] : bytes))
            session.type(command + "\n")
            expect(Self.publicText(session), lacks: "hunter")
        }
        var atOnce = LinearSession()
        atOnce.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        atOnce.type(commands.joined(separator: "\n") + "\n")
        expect(Self.publicText(atOnce), lacks: "hunter")
    }

    /// A successor takes the next line for the secret, too.
    @Test func aSuccessorStillHidesIt() throws {
        var first = LinearSession()
        first.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        first.commands("set password")
        var restore = try require(first.told).snapshot
        restore.type = ProcessInput.Restore.type
        var next = LinearSession()
        next.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        next.commands(Self.secret, "submit")
        expect(!Self.publicText(next).contains(Self.secret) && next.sent.first?.contains(Self.secret) == true)
    }

    // MARK: Full screen

    @Test func noMemoryAndNoFrameHasIt() throws {
        var state = try ViewState.showing(Self.screen)
        _ = state.handle(all: [.down, .paste(Self.secret)])
        for keys: [Key] in [[], [.control("u"), .control("y")], [.escape], [.down, .enter], [.enter]] {
            _ = state.handle(all: keys)
            expect(String(decoding: state.memory.snapshot.line, as: UTF8.self), lacks: "hunter")
            expect(!state.lines.joined().contains("hunter") && state.session.untilChanges(now: .at(0)) == nil)
        }
    }

    @Test func keysThatMayBeASecretAreKnown() throws {
        var state = try ViewState.showing(Self.screen)
        expect(!state.entersSecret(["x"]) && !state.entersSecret([.escape, "j", "x"]))
        expect(state.entersSecret(["a", .tab, "x"]) && state.entersSecret([.down]))
        _ = state.handle(.down)
        expect(state.entersSecret([]) && state.entersSecret([.escape]) && state.entersSecret(["x"]))
        _ = state.handle(.escape)
        #expect(!state.entersSecret(["x"]))
    }

    private static let first = ViewState(stamp: Fixture.stamp, size: Size(columns: 80, rows: 24))

    /// What came before the first screen, in pieces, and what is recorded of them when it comes.
    static let ahead: [(screen: Screen, pieces: [(String, [Key])], recorded: [String])] = [
        (screen, [("a", ["a"]), ("b", ["b", .tab]), ("c", ["c"]), ("d", [.escape, "x"])], ["a"]),
        (screen, [("a", [.down, "h"]), ("b", ["u", .enter]), ("c", [.up])], ["c"]),
        (Fixture.empty, [("a", ["a"]), ("", []), ("b", ["b", .enter])], ["a", "", "b"]),
    ]

    @Test(arguments: ahead.indices) func whatIsTypedAheadIsRecordedWhenItIsKnownToBeNone(_ index: Int) throws {
        var state = Self.first
        for (name, keys) in Self.ahead[index].pieces {
            expect(state.recorded(EnteredText.event(name), of: keys), equals: nil)
            state.handle(all: keys)
        }
        try state.receive(Fixture.show(Self.ahead[index].screen))
        try state.receive(Fixture.navigate("apps-1"))
        let effects = state.handleTypeAhead()
        let recorded = try effects.compactMap { effect in
            guard case .send(let event) = effect, event.type == ProcessOutput.Entered.type else {
                return nil as String?
            }
            return try event.decode(ProcessOutput.Entered.self).text
        }
        expect(recorded, equals: Self.ahead[index].recorded)
        expect(String(decoding: state.memory.snapshot.line, as: UTF8.self), lacks: "hu")
        if case .send(let last) = effects.last, index == 2 {
            expect(last.type, equals: ViewOutput.DidSearch.type, "recorded before it acts")
        }
    }

    @Test func keysThatActAtOnceAreRecordedAtOnce() {
        var state = Self.first
        let event = EnteredText.event("x")
        expect(state.recorded(event, of: [.control("c")]), equals: event)
        expect(state.recorded(event, of: [.control("c"), "h"]) == nil && state.recorded(event, of: []) == nil)
    }

    /// A scene that has no screen yet may be the one that asks for a password.
    @Test func whatGoesNowhereIsNotRecorded() throws {
        var state = try ViewState.showing(Fixture.found)
        _ = state.handleTypeAhead()
        let event = EnteredText.event("x")
        expect(state.recorded(event, of: ["h"]), equals: event)
        try state.receive(Fixture.navigate("apps-1", "login-2"))
        expect(state.recorded(event, of: ["h", "u"]) == nil && state.recorded(event, of: [.paste("hunter2")]) == nil)
        expect(state.recorded(event, of: ["q"]), equals: event, "it ends the session")
        try state.receive(Fixture.show(Self.screen, "login-2"))
        expect(state.recorded(event, of: ["x"]) == event && state.recorded(event, of: [.down]) == event)
        expect(state.recorded(event, of: [.down, "h"]), equals: nil)
        #expect(state.handleTypeAhead().isEmpty)
    }

    /// Keys beyond the limit are dropped, and so is the record that has them.
    @Test func whatIsDroppedIsNotRecorded() throws {
        var state = Self.first
        for key: Key in [.paste(String(repeating: "x", count: 1 << 20)), "y", .paste("hunter2")] {
            expect(state.recorded(EnteredText.event("x"), of: [key]), equals: nil)
            _ = state.handle(key)
        }
        for _ in 0..<5000 { _ = state.recorded(EnteredText.event("x"), of: []) }
        try state.receive(Fixture.show(Fixture.empty))
        try state.receive(Fixture.navigate("apps-1"))
        #expect(state.handleTypeAhead().count < TypeAhead.limit)
        expect(state.top?.fields.focused?.text.contains("hunter"), equals: false)
    }

    @Test func nothingTypedAheadIsRecordedOnARealTerminal() throws {
        let stage = try Stage(environment: ["VIPERLINE_RECORDED": "1"])
        try stage.terminal.wait(for: "^C quit")
        try stage.terminal.send("Down")
        try stage.terminal.type("hunter2")
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        try stage.terminal.wait(for: "•••••••")
        try stage.terminal.send("Enter")
        try stage.waitForEvent("didSubmit")
        let others = stage.events.split(separator: "\n").filter { !$0.contains("didSubmit") }
        for event in others where event.contains(ProcessOutput.Entered.type) {
            let text = try Event(line: String(event)).decode(ProcessOutput.Entered.self).text
            #expect(!text.contains { "hunte2".contains($0) })
        }
        try stage.send(Fixture.show(Screen(title: "Signed in")))
        try stage.terminal.wait(for: "Signed in")
        try stage.terminal.send("q")
        _ = try stage.finish()
    }

    @Test func nothingOfItIsRecordedOnARealTerminal() throws {
        let stage = try Stage(environment: ["VIPERLINE_RECORDED": "1"])
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        try stage.terminal.wait(for: "Password")
        try stage.terminal.type("ada")
        try stage.terminal.wait(for: "[ada")
        try stage.terminal.send("Tab")
        try stage.terminal.wait(for: "⏎ Submit")
        try stage.terminal.type("hunter2")
        try stage.terminal.wait(for: "•••••••")
        try stage.terminal.send("Enter")
        try stage.waitForEvent("didSubmit")
        let recorded = stage.events.split(separator: "\n").filter { $0.contains(ProcessOutput.Entered.type) }
        let typed = recorded.compactMap { $0.split(separator: "\"text\":\"").last?.prefix { $0 != "\"" } }
        // A return is written as \\r, so that letter is none of the secret's.
        expect(typed.joined().contains("ada") && !typed.joined().contains { "hue2".contains($0) })
        let others = stage.events.split(separator: "\n").filter { !$0.contains("didSubmit") }
        expect(others.joined(), lacks: "hunter")
        try stage.send(Fixture.show(Screen(title: "Signed in")))
        try stage.terminal.wait(for: "Signed in")
        try stage.terminal.send("q")
        _ = try stage.finish()
    }
}
