import Processes
import Recording
import SupervisorMessages
import Wire

/// Runs a candidate beside a live service: it is sent what the service is sent, and what it says is compared, never
/// routed.
package struct ShadowRun: ~Copyable {
    /// How it went.
    package struct Summary: Equatable, Sendable {
        package var same = 0
        package var different = 0
        /// Events that passed unseen because the candidate is slower than the session; what came later says nothing.
        package var missed = 0

        package init() {}
    }

    private var link: SessionLink
    private let service: String
    private var comparison = ShadowComparison(saidAlready: 0)
    private var summary = Summary()
    private let report: (ShadowComparison.Finding) -> Void

    /// - Parameter report: called with each finding but ``ShadowComparison/Finding/same``.
    package init(
        of service: String, over link: consuming SessionLink, report: @escaping (ShadowComparison.Finding) -> Void
    ) {
        self.link = link
        self.service = service
        self.report = report
    }

    /// Until the session ends, the candidate ends, or one of `interrupts` can be read.
    /// - Parameter start: starts the candidate, told whether its first line is a state.
    package mutating func run(
        interrupts: Int32, start: (_ isRestored: Bool) throws -> RoleProcess
    ) throws -> Summary {
        try link.send(SupervisorInput.Tap.type, SupervisorInput.Tap(service: service, catchesUp: true))
        let (backlog, isRestored) = try catchUp()
        let candidate = try start(isRestored)
        candidate.give(backlog)
        pass(to: candidate)
        var isOver = false
        while !isOver, !candidate.isSilent {
            let ready = candidate.turn(alsoReading: [interrupts, link.socket.number])
            if ready.contains(link.socket.number) { isOver = try !link.fill() }
            pass(to: candidate)
            isOver = isOver || ready.contains(interrupts)
            hear(candidate)
        }
        candidate.endInput()
        while !candidate.isSilent, candidate.queued > 0 { _ = candidate.turn(milliseconds: 100) }
        _ = candidate.leave(within: .seconds(2))
        hear(candidate)
        comparison.remaining().forEach { note($0) }
        return summary
    }

    /// What the live service has been sent before, as far as a successor needs it.
    private mutating func catchUp() throws(SessionLink.Failure) -> (backlog: [UInt8], isRestored: Bool) {
        var backlog: [UInt8] = []
        while let line = try link.nextLine() {
            if let passage = Passage(line: line.span) {
                backlog += passage.event + [0x0A]
                continue
            }
            let event = try SessionLink.event(line)
            guard let caughtUp = try? event.decode(SupervisorOutput.CaughtUp.self) else { continue }
            comparison = ShadowComparison(saidAlready: caughtUp.saidAlready)
            return (backlog, caughtUp.isRestored)
        }
        throw .ended
    }

    private mutating func pass(to candidate: RoleProcess) {
        while let line = link.bufferedLine() {
            if line.starts(with: Passage.missedHead) {
                let count = JSONSlices.member("missed", of: line.span).flatMap {
                    Int(String(decoding: line[$0], as: UTF8.self))
                }
                summary.missed += count ?? 1
            }
            guard let passage = Passage(line: line.span) else { continue }
            if passage.receivers.contains(service) { candidate.give(passage.event + [0x0A]) }
            if passage.sender == service { note(comparison.live(passage.event)) }
        }
    }

    private mutating func hear(_ candidate: RoleProcess) {
        while let line = candidate.nextLine() { note(comparison.shadow(line)) }
    }

    private mutating func note(_ finding: ShadowComparison.Finding?) {
        guard let finding else { return }
        if finding == .same {
            summary.same += 1
        } else {
            summary.different += 1
            report(finding)
        }
    }
}
