import Platform
import Processes
package import Recording
package import SessionClient
import TerminalText
import Wire

/// Feeds a program the inputs that a service received in a recorded session, and compares its outputs with the recorded
/// ones: in lock-step, to keep the recorded order, and in bounded memory.
package final class Verification {
    package struct Summary: Equatable, Sendable {
        package var inputs = 0
        package var outputs = 0
        /// Events that were not recorded, whose consequences are unknown.
        package var missed = 0
        /// Answers that crossed another event about their request, such as a cancellation: either outcome is right.
        package var crossed = 0
    }

    /// Recorded outputs read ahead of the program's.
    private static let mostAwaited = 256
    /// Seconds; the longest recorded time to an answer that is allowed for.
    private static let longestRecorded = 3600.0
    /// Bytes of a line from the program.
    private static let lineLimit = 64 << 20
    /// Bytes that may wait for the program to read them.
    private static let mostQueued = 1 << 18

    private let service: String
    private let cassette: CassetteReader
    private let process: RoleProcess
    private let typist: (any Typist)?
    private let patience: Duration
    private var comparison: OutputComparison
    private var inputs = SentInputs()
    private var summary = Summary()
    /// Invalid lines in its output.
    private var strayCount = 0
    /// Invalid lines that are reported.
    private static let mostStrays = 20
    /// Accepted differences; nil if the first deviation ends the verification.
    package private(set) var edits: CassetteEdits?
    /// The first accepted differences.
    package private(set) var accepted: [Deviation] = []
    /// Differences that are listed.
    private static let mostAccepted = 20
    /// The recorded time of the last input.
    private var fedUntil = 0.0

    /// Starts the program. A view's user types what was typed.
    /// - Parameters:
    ///   - environment: all of it.
    ///   - workingDirectory: nil for ours.
    ///   - keepsDiagnostics: whether the end of its stderr is kept in ``diagnostics``, and not printed.
    ///   - relocation: folders that it has copies of.
    ///   - patience: the longest delay of an output, beyond the recorded time.
    ///   - accepts: whether differences are gathered in ``edits``.
    package init(
        of service: String, in cassette: CassetteReader, by command: [String], environment: [String: String],
        workingDirectory: String? = nil, keepsDiagnostics: Bool = false, relocation: RelocatedPaths = .none,
        patience: Duration, accepts: Bool
    ) throws {
        let hasTerminal = cassette.header?.services[service]?.terminal == true
        let screen = hasTerminal ? cassette.header?.screen : nil
        typist = if let screen { try TypedKeys(screen) } else { hasTerminal ? try TypedCommands() : nil }
        // The type of the view's terminal, not of ours.
        let terminal = screen == nil ? [:] : ["TERM": "xterm-256color"]
        process = try RoleProcess(
            command, service: service, run: "1", environment: environment.merging(terminal) { $1 },
            lineLimit: Self.lineLimit, descriptors: typist?.descriptors ?? [], workingDirectory: workingDirectory,
            keepsDiagnostics: keepsDiagnostics, relocation: relocation)
        typist?.begin()
        self.service = service
        self.cassette = cassette
        self.patience = patience
        comparison = OutputComparison(pairsTypes: accepts)
        edits = accepts ? CassetteEdits() : nil
    }

    /// The end of the program's stderr, if it is kept.
    package var diagnostics: [UInt8] { process.diagnostics }

    /// - Returns: what was compared, unless it deviates.
    package func run() throws -> Summary {
        while let line = try cassette.next() {
            switch line {
            case .missed(let count): summary.missed += count
            case .passage(let passage): try follow(passage, at: .init(line: cassette.lineNumber, time: passage.time))
            }
        }
        try settle()
        typist?.end()
        process.endInput()
        try finish()
        return summary
    }

    private func follow(_ passage: Passage, at place: Expectation.Place) throws(Deviation) {
        guard passage.sender == service || passage.receivers.contains(service),
            let event = try? Event(line: passage.event.span)
        else { return }
        // An event without a cause that a service sends itself comes from its timer or its thread: an input, at no certain time.
        let isFromItself = event.causationID == nil && passage.receivers.contains(service)
        if passage.sender == service, !isFromItself {
            if event.type == ProcessOutput.Entered.type {
                try type(event, at: place)
            } else if !event.type.hasPrefix("process.output.") {
                let expectation = Expectation(event, at: place)
                inputs.noteAnswer(expectation)
                try judge(comparison.expect(expectation))
                if comparison.awaitedCount >= Self.mostAwaited { try settle() }
            }
        }
        if passage.receivers.contains(service) {
            try settle()
            feed(passage.event)
            inputs.add(event, at: place)
            fedUntil = place.time
            try waitUntilTaken(event, at: place)
            try readAvailable()
        }
    }

    /// The next input waits until the program has read the last one.
    private func waitUntilTaken(_ event: Event, at place: Expectation.Place) throws(Deviation) {
        var (queued, deadline) = (process.queued, Instant.now + patienceNow)
        while process.queued > Self.mostQueued, !process.isSilent {
            guard Instant.now < deadline else { throw Deviation(.deaf, event, at: place, cause: nil) }
            try turn(within: .milliseconds(100))
            if process.queued < queued { (queued, deadline) = (process.queued, Instant.now + patienceNow) }
        }
    }

    private func feed(_ line: [UInt8]) {
        summary.inputs += 1
        process.give(comparison.ids.live(line) + [0x0A])
    }

    /// A view reads keys and events from two descriptors; the order between them is kept by waiting.
    private func type(_ event: Event, at place: Expectation.Place) throws(Deviation) {
        guard let typist, let entered = try? event.decode(ProcessOutput.Entered.self) else { return }
        try settle()
        let pause = Instant.now + .milliseconds(100)
        while typist.needsPause, Instant.now < pause { try turn(within: .milliseconds(10)) }
        let deadline = Instant.now + patienceNow
        while !process.hasReadAll, Instant.now < deadline { try turn(within: .milliseconds(1)) }
        let fits = typist.type(entered.text)
        while fits, !typist.hasBeenRead, Instant.now < deadline, !process.isSilent {
            try turn(within: .milliseconds(1))
        }
        guard fits, typist.hasBeenRead else { throw Deviation(.unread, event, at: place, cause: nil) }
    }

    /// A program without output yet may still be starting on a busy machine.
    private var patienceNow: Duration { summary.outputs == 0 ? patience * 4 : patience }

    /// Waits until all outputs recorded so far have come.
    private func settle() throws(Deviation) {
        try readAvailable()
        guard let first = comparison.firstAwaited else { return }
        let recorded = Duration.seconds(min(max(0, first.place.time - fedUntil), Self.longestRecorded))
        let allowance = recorded + patienceNow
        var deadline = Instant.now + allowance
        var count = comparison.awaitedCount
        while let expectation = comparison.firstAwaited {
            if process.isSilent {
                throw deviation(.ended(process.leave(within: .seconds(1))), expectation)
            }
            guard Instant.now < deadline else {
                guard edits != nil else { throw deviation(.missing, expectation) }
                accept(deviation(.missing, expectation))
                edits?.remove(expectation.place.line)
                comparison.giveUp()
                continue
            }
            try turn(within: .milliseconds(100))
            if comparison.awaitedCount < count {
                count = comparison.awaitedCount
                deadline = Instant.now + allowance
            }
        }
    }

    private func finish() throws(Deviation) {
        let deadline = Instant.now + patience
        while !process.isSilent, Instant.now < deadline { try turn(within: .milliseconds(100)) }
        // A program that has closed its output may still need a moment to end.
        let outcome = process.leave(within: process.isSilent ? max(.zero, deadline - Instant.now) : .zero)
        try readAvailable()
        for output in comparison.unpaired where !inputs.mayBeNew(output.event) {
            // A recording that breaks off lacks what came last, such as the answer to what was typed last.
            if cassette.isPartial, output.number > comparison.lastPaired { continue }
            let cause = inputs.cause(of: output.event)
            let deviation = Deviation(.additional, output.event, at: nil, cause: cause)
            guard edits != nil else { throw deviation }
            accept(deviation)
            // Line 1 is the header, where outputs without a cause belong.
            edits?.insert(output.event, output.number, after: cause?.place.line ?? 1, by: service)
        }
        if case .killed = outcome, Instant.now < deadline {
            throw Deviation(.ended(outcome), Event(type: "the end of the session"), at: nil, cause: nil)
        }
    }

    private func turn(within time: Duration? = nil) throws(Deviation) {
        let drawn = process.turn(alsoReading: typist?.drawing.map { [$0] } ?? [], within: time)
        if !drawn.isEmpty { typist?.look() }
        try compareOutput()
    }

    /// Takes the available output without waiting.
    private func readAvailable() throws(Deviation) { try turn(within: .zero) }

    private func compareOutput() throws(Deviation) {
        while let line = process.nextLine() {
            guard let event = try? Event(line: line.span) else {
                reportStray(line)
                continue
            }
            if event.type.hasPrefix("process.output.") { continue }
            try judge(comparison.compare(event))
            if comparison.isFull, let additional = comparison.unpaired.first?.event {
                throw Deviation(.additional, additional, at: nil, cause: inputs.cause(of: additional))
            }
        }
    }

    private func reportStray(_ line: [UInt8]) {
        strayCount += 1
        guard strayCount <= Self.mostStrays else { return }
        let text = Sanitizer.line(String(decoding: line.prefix(200), as: UTF8.self))
        let rest = strayCount == Self.mostStrays ? "; further such lines are not reported" : ""
        StandardStream.diagnose("viperline verify", "\(service) wrote a line that is not an event: \(text)\(rest)")
    }

    private func judge(_ pair: ComparedOutput?) throws(Deviation) {
        guard let pair else { return }
        summary.outputs += 1
        if !pair.differences.isEmpty, inputs.isCrossed(pair.expectation) {
            summary.crossed += 1
        } else if edits != nil {
            if !pair.differences.isEmpty { accept(deviation(.differs(pair.differences), pair.expectation)) }
            edits?.accept(pair)
        } else if !pair.differences.isEmpty {
            throw deviation(.differs(pair.differences), pair.expectation)
        }
    }

    private func accept(_ deviation: Deviation) {
        if accepted.count < Self.mostAccepted { accepted.append(deviation) }
    }

    private func deviation(_ kind: Deviation.Kind, _ expectation: Expectation) -> Deviation {
        Deviation(kind, expectation.event, at: expectation.place, cause: inputs.cause(of: expectation.event))
    }
}
