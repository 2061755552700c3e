import Composition
import Platform
import Processes
import TestSupport
import Testing
import Wire

@testable import Supervision

/// What the user is shown while an answer does not come, and what is logged of services that are not started.
@Suite struct LongWaitTests {
    private static let begin = Instant.now

    /// A fetcher that runs and was asked something, without a process.
    private static func fetcher(recovery: Recovery = JournalText.redelivering) -> ServiceProcess {
        var service = Service(name: "fetcher", command: ["x"])
        service.recovery = recovery
        let port = Port(index: 0, service: service, lineLimit: 1 << 16)
        let child = ServiceProcess(service: service, port: port, hasTerminal: false)
        child.handle(.started, at: begin)
        Array(JournalText.line("a-1").utf8).withUnsafeBytes {
            port.outgoing.enqueue(LineRun(scanning: $0), of: "a.output.x", as: nil)
        }
        return child
    }

    private static func texts(_ consequences: [Consequence]) -> [String] {
        consequences.compactMap { if case .notify(let text, _) = $0 { text } else { nil } }
    }

    @Test func aServiceThatSendsNothingIsNamedOnce() {
        let child = Self.fetcher()
        var unanswered = Unanswered()
        expect(Self.texts(unanswered.check([child], at: Self.begin)), equals: [])
        expect(unanswered.deadline, equals: Self.begin + Unanswered.mutePatience)
        let later = Self.begin + .seconds(5)
        expect(
            Self.texts(unanswered.check([child], at: later)),
            equals: ["fetcher has not answered a.output.x for 5 s; it has sent no event yet (does it flush each line?)"]
        )
        expect(Self.texts(unanswered.check([child], at: later + .seconds(100))), equals: [])
        expect(unanswered.deadline, equals: nil)
    }

    @Test func oneThatHasSaidSomethingHasMoreTime() {
        let child = Self.fetcher()
        child.becameReady()
        var unanswered = Unanswered()
        _ = unanswered.check([child], at: Self.begin)
        expect(Self.texts(unanswered.check([child], at: Self.begin + .seconds(29))), equals: [])
        expect(
            Self.texts(unanswered.check([child], at: Self.begin + .seconds(30))),
            equals: ["fetcher has not answered a.output.x for 30 s"])
    }

    @Test func whoseAnswerHasComeIsNotNamed() {
        let child = Self.fetcher()
        var unanswered = Unanswered()
        _ = unanswered.check([child], at: Self.begin)
        Array(JournalText.line("b-1", cause: "a-1").utf8).withUnsafeBytes {
            child.port.outgoing.journal.noteOutput(LineRun(scanning: $0), of: "b.output.y")
        }
        expect(Self.texts(unanswered.check([child], at: Self.begin + .seconds(100))), equals: [])
    }

    private static let noEvent = Diagnosis.notAnEvent(sender: "fetcher", .missingType, line: "{}")
    private static let gone = Diagnosis.undelivered(receiver: "fetcher", sender: "a", type: "a.output.x")
    private static let left = Diagnosis.leftUndone(
        service: "fetcher", .exited(0), Leftover(undelivered: [], requests: 1))

    @Test(arguments: [
        (noEvent, JournalText.redelivering, true), (noEvent, .none, false), (gone, JournalText.redelivering, true),
        (gone, .none, false), (left, JournalText.redelivering, true),
        (.notKept(of: "fetcher", .answersNothing(type: "b")), JournalText.redelivering, true),
        (.unhealthy(service: "fetcher", reason: ""), JournalText.redelivering, false),
    ])
    func theUserIsToldWhyAnAnswerDoesNotCome(diagnosis: Diagnosis, recovery: Recovery, isTold: Bool) {
        let child = Self.fetcher(recovery: recovery)
        var unanswered = Unanswered()
        for _ in 0..<3 { unanswered.note(diagnosis, [child], at: Self.begin) }
        expect(unanswered.deadline, equals: (isTold ? Self.begin : nil), "the loop wakes for it")
        expect(Self.texts(unanswered.check([child], at: Self.begin)), equals: (isTold ? ["\(diagnosis)"] : []), "once")
    }

    @Test func theRequestThatItWorkedOnIsQuoted() {
        let words = Self.fetcher().lastWords
        expect(words.count == 1 && words[0].hasPrefix("oldest open request: {"), "\(words)")
    }

    // MARK: - Starts

    @Test func whatIsNotStartedIsLoggedOnce() {
        var services = ["a", "b", "c"].map { Service(name: $0, command: ["x"]) }
        services[0].dependsOn = [Dependency(service: "b", condition: .healthy)]
        let children = services.enumerated().map { index, service in
            ServiceProcess(
                service: service, port: Port(index: index, service: service, lineLimit: 1000), hasTerminal: false)
        }
        children[1].handle(.started, at: Self.begin)
        var starts = LongStarts()
        func lines(after seconds: Int) -> [String] {
            starts.check(children, at: Self.begin + .seconds(seconds)).compactMap {
                if case .log(_, let text) = $0 { text } else { nil }
            }
        }
        expect(lines(after: 0) == [] && starts.deadline == Self.begin + LongStarts.patience)
        expect(lines(after: 9), equals: [])
        expect(lines(after: 10), equals: ["a waits for b (service_healthy)"])
        expect(lines(after: 20), equals: [])
    }
}
