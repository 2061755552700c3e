import ScreenModel
import TerminalView
import TestSupport
import Testing
import Wire

@Suite struct PatienceTests {
    private static func mode() -> LinearMode {
        LinearMode(
            stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true),
            patience: Patience(.seconds(60)))
    }

    private static func give(_ mode: inout LinearMode, _ events: Event...) {
        for event in events { _ = mode.receive(.event(event)) }
    }

    /// The commands, and what the view then reports to be waiting for.
    static let table: [(String, @Sendable (inout LinearMode) -> Void)] = [
        ("the router has not reported a scene", { _ in }),
        ("the scene apps-1 has no screen yet", { give(&$0, Fixture.navigate("apps-1")) }),
        (
            "view.output.didSearch (view-1-1) has no reply",
            {
                give(&$0, Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
                _ = $0.read(Array("search x\n".utf8))
            }
        ),
        (
            "App Store is still at “Searching…”",
            { give(&$0, Fixture.navigate("apps-1"), Fixture.show(Fixture.list([], activity: "Searching…"))) }
        ),
    ]

    @Test(arguments: table.indices) func itEndsAndSaysWhatIsAwaited(_ index: Int) {
        var mode = Self.mode()
        Self.table[index].1(&mode)
        expect(mode.remainingPatience(now: .at(1000)), equals: .milliseconds(60_000))
        #expect(mode.lookAtClock(now: .at(60_999)).isEmpty)
        expect(mode.remainingPatience(now: .at(60_999)), equals: .milliseconds(1))
        let reason = "nothing has happened for 60 s: \(Self.table[index].0)"
        let effects = mode.lookAtClock(now: .at(61_000))
        guard case .print(let text, _) = effects.first else { return #expect(Bool(false), "\(effects)") }
        expect(text, equals: "? \(reason)\n")
        expect(effects.dropFirst(), equals: [.complain(reason), .end(.temporary)])
    }

    @Test func whoeverHasSettledWaitsForNothing() {
        var mode = Self.mode()
        expect(mode.remainingPatience(now: .at(0)), equals: .milliseconds(60_000))
        Self.give(&mode, Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        expect(mode.remainingPatience(now: .at(50_000)), equals: nil)
        #expect(mode.lookAtClock(now: .at(1_000_000)).isEmpty)
    }

    @Test func itBeginsAnewWhenSomethingHappens() {
        var mode = Self.mode()
        expect(mode.remainingPatience(now: .at(0)), equals: .milliseconds(60_000))
        Self.give(&mode, Fixture.navigate("apps-1"))
        expect(mode.remainingPatience(now: .at(59_000)), equals: .milliseconds(60_000))
    }

    @Test func withoutALimitItWaits() {
        var mode = LinearMode(stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: false))
        expect(mode.remainingPatience(now: .at(0)), equals: nil)
        #expect(mode.lookAtClock(now: .at(1_000_000)).isEmpty)
    }

    /// Regression: it waited silently.
    @Test func whoeverWaitsIsToldOnceWhatFor() {
        var mode = LinearMode(
            stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true),
            silence: Patience(.milliseconds(700)))
        Self.give(
            &mode, Fixture.navigate("apps-1"), Fixture.show(Fixture.list([], activity: "Searching…")))
        expect(mode.remainingPatience(now: .at(1000)), equals: .milliseconds(700))
        #expect(mode.lookAtClock(now: .at(1699)).isEmpty)
        expect(mode.lookAtClock(now: .at(1700)), equals: [.complain("Searching…")])
        expect(mode.remainingPatience(now: .at(1700)), equals: nil)
        #expect(mode.lookAtClock(now: .at(9000)).isEmpty)
        Self.give(&mode, Fixture.show(Fixture.list([], activity: "Searching again…")))
        expect(mode.remainingPatience(now: .at(9000)), equals: .milliseconds(700))
        expect(mode.lookAtClock(now: .at(9700)), equals: [.complain("Searching again…")])
    }
}
