import Platform
package import Processes
import Recording
import SupervisorMessages
import Wire

/// Runs a candidate beside a live service: it gets the same events, and its outputs are compared, never routed.
///
///     a record of the tap          → an event for the service: the candidate's stdin; one from it: ShadowComparison
///     the candidate's stdout       → ShadowComparison → findings
///     an interrupt, the end of     → the candidate's input ends; it has a moment to finish
///     the session or its output
package struct ShadowRun: ~Copyable {
    /// The result of the comparison.
    package struct Summary: Equatable, Sendable {
        package var same = 0
        package var different = 0
        /// Events that the tap has missed; later differences may follow from that.
        package var losses = TapLosses()
        /// Events that the candidate had not read at its end.
        package var unread = 0
        /// Nil if the candidate ended well, or was never started.
        package var badEnd: ShadowEnd?
        /// The candidate wrote more at its end than was compared.
        package var isCut = false

        package init() {}

        /// True if nothing at all was compared: that is not a success.
        package var isVacuous: Bool { same == 0 && different == 0 }
        /// True if everything was compared, and there was something to compare.
        package var isComplete: Bool { losses.isEmpty && unread == 0 && badEnd == nil && !isCut && !isVacuous }
    }

    /// Why the candidate is sent no more.
    private enum Stop {
        case interrupted, sessionOver
        /// The candidate writes no more.
        case candidateSilent
    }

    /// Bytes that may wait for a slow candidate. Above that, the session is not read, so that the tap counts the loss.
    private static let queueLimit = 1 << 20
    /// How long a candidate may read nothing once the session has ended.
    private static let patience = Duration.seconds(10)
    /// The time for the candidate to continue after an interrupt.
    private static let haste = Duration.seconds(2)
    /// Lines of a candidate that are still compared once it has ended.
    private static let mostAtEnd = 10_000
    /// Bytes of a candidate's output that may wait to be compared.
    package static let mostPending = 1 << 20

    private var link: SessionLink
    private let service: String
    private let interrupts: Int32
    private var comparison = ShadowComparison(saidAlready: 0)
    private var summary = Summary()
    /// The session has sent everything.
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
    /// - Parameter start: starts the candidate; its argument is whether the first line is a state to begin with.
    package mutating func run(start: (_ isRestored: Bool) throws -> RoleProcess) throws -> Summary {
        try link.send(SupervisorInput.Tap.type, SupervisorInput.Tap(service: service, catchesUp: true))
        guard let (backlog, isRestored) = try catchUp() else { return summary }
        let candidate = try start(isRestored)
        candidate.give(backlog)
        let stop = try follow(candidate)
        candidate.endInput()
        let grace = stop == .candidateSilent ? Self.haste : finish(candidate, isInterrupted: stop == .interrupted)
        summary.unread = candidate.queuedLines
        let outcome = candidate.leave(within: grace)
        compareOutput(of: candidate, most: Self.mostAtEnd)
        var isEarly = stop == .candidateSilent
        // The session's end may end its services a little earlier.
        if isEarly, outcome == .exited(0), !candidate.wasKilled { isEarly = try !followSession(without: candidate) }
        let end = ShadowEnd(
            outcome, isEarly: isEarly, wasKilled: candidate.wasKilled, diagnostics: candidate.diagnostics)
        if !end.isGood { summary.badEnd = end }
        comparison.remaining().forEach { note($0) }
        return summary
    }

    /// Passes on what the service is sent.
    private mutating func follow(_ candidate: RoleProcess) throws(SessionLink.Failure) -> Stop {
        feed(candidate)
        while !candidate.isSilent {
            let session = candidate.queued > Self.queueLimit ? [] : [link.socket.number]
            let ready = candidate.turn(alsoReading: [interrupts] + session)
            var isOver = false
            if ready.contains(link.socket.number) { isOver = try !link.fill() }
            feed(candidate)
            compareOutput(of: candidate)
            if ready.contains(interrupts), takeInterrupt() { return .interrupted }
            if isOver {
                if !hasEnded { summary.losses.cutOff() }
                return .sessionOver
            }
        }
        return .candidateSilent
    }

    /// Follows the session for a moment, once the candidate has ended.
    /// - Returns: whether the session has ended too.
    private mutating func followSession(without candidate: RoleProcess) throws(SessionLink.Failure) -> Bool {
        let deadline = Instant.now + Self.haste
        while !hasEnded, Instant.now < deadline {
            var pollSet = PollSet(reading: [interrupts, link.socket.number])
            pollSet.wait(for: .milliseconds(100))
            if pollSet.isReady(0), takeInterrupt() { return false }
            guard pollSet.isReady(1) else { continue }
            let isThere = try link.fill()
            feed(candidate)
            summary.unread = candidate.queuedLines
            guard isThere else { break }
        }
        return hasEnded
    }

    /// Lets the candidate read what waits for it and answer, as long as it makes progress.
    /// - Returns: how long it may still take to end.
    private mutating func finish(_ candidate: RoleProcess, isInterrupted: Bool) -> Duration {
        var isInterrupted = isInterrupted
        var deadline = Instant.now + (isInterrupted || candidate.queued == 0 ? Self.haste : Self.patience)
        while !candidate.isSilent, Instant.now < deadline {
            let before = candidate.queued
            let ready = candidate.turn(alsoReading: [interrupts], within: .milliseconds(100))
            compareOutput(of: candidate)
            if ready.contains(interrupts), takeInterrupt() {
                if isInterrupted { return .zero }
                isInterrupted = true
                deadline = min(deadline, .now + Self.haste)
            }
            guard !isInterrupted, candidate.queued < before else { continue }
            deadline = .now + (candidate.queued == 0 ? Self.haste : Self.patience)
        }
        return max(.zero, min(Self.haste, deadline - .now))
    }

    private func takeInterrupt() -> Bool {
        var byte: UInt8 = 0
        return read(interrupts, &byte, 1) == 1
    }

    /// The input that a successor of the live service would be sent now; nil after an interrupt.
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

    private mutating func feed(_ candidate: RoleProcess) {
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

    private mutating func compareOutput(of candidate: RoleProcess, most: Int = .max) {
        var count = 0
        while let line = candidate.nextLine() {
            guard count < most else {
                summary.isCut = true
                return
            }
            count += 1
            note(comparison.shadow(line))
        }
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

/// An end that makes a candidate suspicious: too early, only when killed, or not with exit code 0.
package struct ShadowEnd: Equatable, Sendable {
    package let outcome: Outcome
    /// The candidate has ended before the session, and before an interrupt.
    package let isEarly: Bool
    /// The candidate did not end in time.
    package let wasKilled: Bool
    /// The last line that the candidate wrote to stderr.
    package let lastWords: String

    init(_ outcome: Outcome, isEarly: Bool, wasKilled: Bool, diagnostics: [UInt8]) {
        self.outcome = outcome
        self.isEarly = isEarly
        self.wasKilled = wasKilled
        let lines = diagnostics.split { $0 == 0x0A || $0 == 0x0D }
        lastWords = lines.last.map { String(decoding: $0.suffix(Self.mostWords), as: UTF8.self) } ?? ""
    }

    /// Bytes of a program's last line on stderr.
    private static let mostWords = 300

    /// True if the candidate ended as a role should, after the end of its input.
    var isGood: Bool { outcome == .exited(0) && !isEarly && !wasKilled }
}

extension ShadowEnd: CustomStringConvertible {
    package var description: String {
        let words = lastWords.isEmpty ? "" : "; its last line: \(lastWords)"
        switch (isEarly, wasKilled) {
        case (true, true): return "the candidate closed its output before the session ended\(words)"
        case (true, false): return "the candidate \(outcome) before the session ended\(words)"
        case (false, true):
            return "the candidate did not end in time after the end of its input, and was killed\(words)"
        case (false, false): return "the candidate \(outcome)\(words)"
        }
    }
}
