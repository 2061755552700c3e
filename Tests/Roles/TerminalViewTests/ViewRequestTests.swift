import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// A text for the clipboard, and a command for the terminal: only for what the user has done, and once.
@Suite struct ViewRequestTests {
    private static let screen = Screen(
        title: "Log", keys: [ScreenKey(control: "copy", title: "Copy", character: "c")])

    /// A view whose user has pressed the key.
    private static func pressed() throws -> (state: ViewState, press: Event) {
        var state = try ViewState.showing(screen)
        guard case .send(let press)? = state.handle("c").first else { throw NoReport() }
        return (state, press)
    }

    private struct NoReport: Error {}

    private static func copy(_ text: String, answering press: Event?) -> Event {
        let message = ViewInput.Copy(text: text)
        return press.map { Event(ViewInput.Copy.type, message, answering: $0) } ?? Event(ViewInput.Copy.type, message)
    }

    @Test func aTextIsCopiedOnce() throws {
        var (state, press) = try Self.pressed()
        let event = Self.copy("a\u{1B}[31mb\tc\nd\u{7}", answering: press)
        try state.receive(event)
        expect(state.session.takeRequests() == [.copy("a[31mb\tc\nd")] && state.notice == .copied("a[31mb\tc\nd"))
        expect(state.session.takeRequests(), equals: [])
        try state.receive(event)
        expect(state.session.takeRequests(), equals: [], "the same event again, as from a recording")
    }

    /// From a recording, from another process of the view, from a program that nobody has asked.
    @Test(arguments: ["replayed", "unknown", "spontaneous"])
    func nothingIsCopiedThatTheUserHasNotAskedFor(_ kind: String) throws {
        var (state, press) = try Self.pressed()
        var event = Self.copy("a", answering: kind == "spontaneous" ? nil : press)
        if kind == "replayed" { event.isReplayed = true }
        if kind == "unknown" { event.correlationID = "view-9-9" }
        try state.receive(event)
        expect(state.session.takeRequests() == [] && state.notice == nil)
    }

    @Test func aTextHasALimit() throws {
        var (state, press) = try Self.pressed()
        try state.receive(Self.copy(String(repeating: "x", count: ViewRequest.longestCopy), answering: press))
        expect(state.session.takeRequests().count, equals: 1)
        (state, press) = try Self.pressed()
        #expect(throws: PayloadError.self) {
            try state.receive(Self.copy(String(repeating: "x", count: ViewRequest.longestCopy + 1), answering: press))
        }
    }

    @Test(arguments: [
        [], [""], ["a\0b"], Array(repeating: "a", count: CommandRequest.mostWords + 1),
        [String(repeating: "x", count: CommandRequest.mostBytes + 1)],
    ])
    func aCommandThatCannotBeOneIsRefused(_ command: [String]) throws {
        var (state, press) = try Self.pressed()
        let event = Event(ViewInput.Run.type, ViewInput.Run(command: command), answering: press)
        #expect(throws: PayloadError.self) { try state.receive(event) }
        expect(state.session.takeRequests(), equals: [])
    }

    /// Linear mode prints the text, runs nothing, and waits for the answer to its report.
    @Test func linearModeShowsBoth() throws {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        session.commands("press Copy")
        var press = Event(ViewOutput.DidPress.type, ViewOutput.DidPress(control: "copy"), subject: "apps-1")
        (press.source, press.id) = ("view", "view-1-1")
        press.correlationID = press.id
        session.bus(Self.copy("abc", answering: press))
        expect(session.transcript, contains: "* copied: abc\n")
        session.bus(Event(ViewInput.Run.type, ViewInput.Run(command: ["vi", "a b"]), answering: press))
        expect(
            session.sent.last?.contains(#"Not run: vi 'a b' (there is no full screen)"#), equals: true,
            "\(session.sent)")
        #expect(!session.mode.awaitsCommand)
    }
}
