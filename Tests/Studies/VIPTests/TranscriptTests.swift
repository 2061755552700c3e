import TerminalView
import TestSupport
import Testing
import Wire

/// The same commands give the same transcript in VIP as in VIPER, to the byte.
@Suite struct TranscriptTests {
    @Test(
        arguments: [
            "search music\nselect 1\npress Open in the App Store\nselect 2\npress next\npress previous\nback\nback\nback\n",
            "search \nsearch none\nsearch fail\npress Retry\npress Close\nsearch quota\npress OK\n",
            "search pages\npreview 2\nmore\npreview 1\nselect 5\nback\nagain\n",
            "search break\nmore\npress Retry\npress Close\nselect 3\n",
            "search music\nselect 3\npress Retry\npress Close\nback\nselect 4\nselect 1\nback\n",
            "search music\nselect 2\nselect 2\nback\nselect 1\npress next\nback\nback\nback\n", "back\n", "",
        ])
    func ofApps(_ commands: String) throws { try compare(commands, root: "apps", seed: 1) }

    @Test(arguments: [
        "press Show greeting\npress s\npress Retry\npress Show greeting\nback\n", "select 1\nmore\nback\n",
    ])
    func ofTheGreeting(_ commands: String) throws { try compare(commands, root: "greeting", seed: 1) }

    @Test(arguments: ["app", "screenshots"])
    func ofASceneWithoutParameters(_ root: String) throws {
        try compare("press OK\nagain\nback\n", root: root, seed: 1)
    }

    @Test(arguments: 0..<60)
    func ofRandomCommands(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        let some = [
            "search music", "search pages", "search break", "search fail", "search none", "search", "select 1",
            "select 2", "select 3", "select 4", "select 5", "preview 1", "preview 4", "more", "press Retry",
            "press Close", "press OK",
            "press Open in the App Store", "press next", "press previous", "back", "again", "where",
        ]
        let commands = (0..<40).map { _ in some.randomElement(using: &random) ?? "" }
        try compare(commands.joined(separator: "\n") + "\n", root: "apps", seed: seed)
    }

    private func compare(_ commands: String, root: String, seed: UInt64) throws {
        let viper = try transcript(of: commands, Wiring.viper(root: root), seed: seed)
        let vip = try transcript(of: commands, Wiring.vip(root: root), seed: seed)
        expect(vip, equals: viper)
        #expect(!viper.isEmpty)
    }

    /// - Returns: what the view prints until nothing happens any more.
    private func transcript(of commands: String, _ wiring: Wiring, seed: UInt64) throws -> String {
        var bus = TestBus(wiring, seed: seed)
        var view = LinearMode(
            stamp: EventStamp(source: "view", run: "1"), options: LinearMode.Options(echoesCommands: true))
        var text = ""
        var hasEnded = false
        func perform(_ effects: [LinearEffect]) {
            for effect in effects {
                switch effect {
                case .send(let event, _): bus.send(event)
                case .print(let more, _): text += more
                case .end: hasEnded = true
                case .complain, .resume, .hideInput: break
                }
            }
        }
        perform(view.read(Array(commands.utf8)))
        perform(view.endCommands())
        repeat {
            for event in bus.take() where !hasEnded { perform(view.receive(.event(event))) }
        } while !hasEnded && bus.step()
        #expect(hasEnded, "the view waits for ever: \(text)")
        return text
    }
}
