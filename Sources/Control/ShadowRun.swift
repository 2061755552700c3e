import Platform
import Processes
import Recording
import SupervisorMessages
import Wire

/// Runs a candidate beside a live service: it gets the same events, and its outputs are compared, never routed.
package struct ShadowRun: ~Copyable {
    /// How it went.
    package struct Summary: Equatable, Sendable {
        package var same = 0
        package var different = 0
        /// What the tap has missed; later differences may follow from that.
        package var losses = TapLosses()
        /// Events that the candidate had not read at its end.
        package var unread = 0

        package init() {}
    }

    /// Bytes that may wait for a slow candidate. Above that, the session is not read, so that the tap counts the loss.
    private static let queueLimit = 1 << 20
    /// How long a candidate may read nothing once the session has ended.
    private static let patience = Duration.seconds(10)
    /// How long it may go on after an interrupt.
    private static let haste = Duration.seconds(2)

    private var link: SessionLink
    private let service: String
    private let interrupts: Int32
    private var comparison = ShadowComparison(saidAlready: 0)
    private var summary = Summary()
    /// The session has told everything.
    private var hasEnded = false
    private let report: (ShadowComparison.Finding) -> Void

    /// - Parameters:
    ///   - interrupts: a descriptor with one byte for each interrupt.
    ///   - report: called with each finding but ``ShadowComparison/Finding/same``.
    package init(
        of service: String, over link: consuming SessionLink, interrupts: Int32,
        report: @escaping (ShadowComparison.Finding) -> Void
    ) {
        self.link = link
        self.service = service
        self.interrupts = interrupts
        self.report = report
    }

    /// Returns when the session or the candidate ends, or after an interrupt.
    /// - Parameter start: starts the candidate; told whether its first line is a state to begin with.
    package mutating func run(start: (_ isRestored: Bool) throws -> RoleProcess) throws -> Summary {
        try link.send(SupervisorInput.Tap.type, SupervisorInput.Tap(service: service, catchesUp: true))
        guard let (backlog, isRestored) = try catchUp() else { return summary }
        let candidate = try start(isRestored)
        candidate.give(backlog)
        let isInterrupted = try follow(candidate)
        candidate.endInput()
        finish(candidate, isInterrupted: isInterrupted)
        summary.unread = candidate.queuedLines
        _ = candidate.leave(within: Self.haste)
        hear(candidate)
        comparison.remaining().forEach { note($0) }
        return summary
    }

    /// Passes on what the service is sent.
    /// - Returns: whether there was an interrupt.
    private mutating func follow(_ candidate: RoleProcess) throws(SessionLink.Failure) -> Bool {
        pass(to: candidate)
        while !candidate.isSilent {
            let session = candidate.queued > Self.queueLimit ? [] : [link.socket.number]
            let ready = candidate.turn(alsoReading: [interrupts] + session)
            var isOver = false
            if ready.contains(link.socket.number) { isOver = try !link.fill() }
            pass(to: candidate)
            hear(candidate)
            if ready.contains(interrupts), takeInterrupt() { return true }
            if isOver {
                if !hasEnded { summary.losses.cutOff() }
                return false
            }
        }
        return false
    }

    /// Lets the candidate read what waits for it, as long as it makes progress.
    private mutating func finish(_ candidate: RoleProcess, isInterrupted: Bool) {
        var deadline = ContinuousClock.now + (isInterrupted ? Self.haste : Self.patience)
        while !candidate.isSilent, candidate.queued > 0, ContinuousClock.now < deadline {
            let before = candidate.queued
            let ready = candidate.turn(alsoReading: [interrupts], milliseconds: 100)
            hear(candidate)
            if ready.contains(interrupts), takeInterrupt() { return }
            if !isInterrupted, candidate.queued < before { deadline = .now + Self.patience }
        }
    }

    private func takeInterrupt() -> Bool {
        var byte: UInt8 = 0
        return read(interrupts, &byte, 1) == 1
    }

    /// What a successor of the live service would be sent now; nil after an interrupt.
    private mutating func catchUp() throws(SessionLink.Failure) -> (backlog: [UInt8], isRestored: Bool)? {
        var backlog: [UInt8] = []
        while true {
            while let line = link.bufferedLine() {
                switch TapLine(line) {
                case .record(let event): backlog += line[event] + [0x0A]
                case .missed(let count): summary.losses.miss(count)
                case .refused(let reason): throw .refused(reason)
                case .answer(let answer):
                    guard let caughtUp = try? answer.decode(SupervisorOutput.CaughtUp.self) else { continue }
                    comparison = ShadowComparison(saidAlready: caughtUp.saidAlready)
                    return (backlog, caughtUp.isRestored)
                case .header: continue
                case .ended: throw .ended
                case .unreadable: summary.losses.leaveOut()
                }
            }
            var pollSet = PollSet(reading: [interrupts, link.socket.number])
            pollSet.wait()
            if pollSet.isReady(0), takeInterrupt() { return nil }
            if pollSet.isReady(1), try !link.fill() { throw .ended }
        }
    }

    private mutating func pass(to candidate: RoleProcess) {
        while let line = link.bufferedLine() {
            switch TapLine(line) {
            case .record:
                guard let passage = Passage(line: line.span) else {
                    summary.losses.leaveOut()
                    continue
                }
                if passage.receivers.contains(service) { candidate.give(passage.event + [0x0A]) }
                if passage.sender == service { note(comparison.live(passage.event)) }
            case .missed(let count): summary.losses.miss(count)
            case .ended: hasEnded = true
            case .unreadable: summary.losses.leaveOut()
            case .header, .answer, .refused: continue
            }
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
