import Foundation
import JSON
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
            #expect(!String(decoding: memory.snapshot.line, as: UTF8.self).contains(Self.secret))
            #expect(!String(decoding: memory.typed, as: UTF8.self).contains(Self.secret))
            if command.contains(Self.secret) { #expect(session.mode.isPrivate(bytes), "it is not recorded") }
            session.type(command + "\n")
            #expect(!Self.publicText(session).contains(Self.secret))
        }
        if commands.last == "submit" { #expect(session.sent.last?.contains("hunter2") == true) }
    }

    /// Its bytes come one by one where the input is neither a file nor a pipe.
    @Test func noByteOfItIsRecorded() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        var recorded = ""
        for byte in Array("set user ada\nset password \(Self.secret)\nset password\n\(Self.secret)\nwhere\n".utf8) {
            if !session.mode.isPrivate([byte]) { recorded.unicodeScalars.append(Unicode.Scalar(byte)) }
            session.perform(session.mode.read([byte]))
        }
        #expect(!recorded.contains("hunter") && recorded.hasSuffix("where\n"))
    }

    @Test func theTerminalDoesNotShowIt() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        #expect(session.mode.read(Array("set password\n".utf8)).contains(.hideInput(true)))
        #expect(session.mode.read(Array("\(Self.secret)\n".utf8)).contains(.hideInput(false)))
    }

    /// A successor takes the next line for the secret, too.
    @Test func aSuccessorStillHidesIt() throws {
        var first = LinearSession()
        first.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        first.commands("set password")
        var restore = try #require(first.told).snapshot
        restore.type = ProcessInput.Restore.type
        var next = LinearSession()
        next.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        next.commands(Self.secret, "submit")
        #expect(!Self.publicText(next).contains(Self.secret) && next.sent.first?.contains(Self.secret) == true)
    }

    // MARK: Full screen

    @Test func noMemoryAndNoFrameHasIt() throws {
        var state = try ViewState.showing(Self.screen)
        _ = state.handle(all: [.down, .enter, .paste(Self.secret)])
        for keys: [Key] in [[], [.control("u"), .control("y")], [.escape], [.down, .enter], [.enter]] {
            _ = state.handle(all: keys)
            #expect(!String(decoding: state.memory.snapshot.line, as: UTF8.self).contains("hunter"))
            #expect(!state.lines.joined().contains("hunter") && state.untilChanges(now: 0) == nil)
        }
    }

    @Test func keysThatMayBeASecretAreKnown() throws {
        var state = try ViewState.showing(Self.screen)
        #expect(!state.entersSecret([.down, "x"]) && !state.entersSecret([.enter, "a"]))
        #expect(state.entersSecret([.enter, "a", .tab, "x"]) && state.entersSecret([.down, .enter]))
        _ = state.handle(all: [.down, .enter])
        #expect(state.entersSecret([]) && state.entersSecret([.escape]) && state.entersSecret(["x"]))
        _ = state.handle(.escape)
        #expect(!state.entersSecret(["x"]))
    }

    @Test func nothingOfItIsRecordedOnARealTerminal() throws {
        let stage = try Stage(environment: ["VIPERLINE_RECORDED": "1"])
        try stage.say(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        try stage.terminal.wait(for: "Password")
        try stage.terminal.send("Enter")
        try stage.terminal.type("ada")
        try stage.terminal.wait(for: "[ada")
        try stage.terminal.send("Tab")
        try stage.terminal.wait(for: "⏎ next")
        try stage.terminal.type("hunter2")
        try stage.terminal.wait(for: "•••••••")
        try stage.terminal.send("Enter", "Enter")
        try stage.waitForEvent("didSubmit")
        let recorded = stage.events.split(separator: "\n").filter { $0.contains(ProcessOutput.Entered.type) }
        let typed = recorded.compactMap { $0.split(separator: "\"text\":\"").last?.prefix { $0 != "\"" } }
        // A return is written as \\r, so that letter is none of the secret's.
        #expect(typed.joined().contains("ada") && !typed.joined().contains { "hue2".contains($0) })
        let others = stage.events.split(separator: "\n").filter { !$0.contains("didSubmit") }
        #expect(!others.joined().contains("hunter"))
        try stage.terminal.send("q")
        _ = try stage.finish()
    }
}
