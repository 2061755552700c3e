package import Platform
package import Recording
package import Wire

/// Answers like a recorded service. A pure value: its caller passes the time.
///
/// A recorded input (same type, subject and data; ids differ between sessions) is answered by the outputs that it
/// caused. If it was recorded several times, its answers come in their order, and then the last ones repeat.
/// Spontaneous outputs, such as a view's, come once all inputs recorded before them have come, and the spontaneous
/// outputs before them have been written.
package struct ServiceDouble: Sendable {
    /// The treatment of an unrecorded input.
    package enum Mode: Sendable {
        /// Report it and continue. Where the next recorded input of its type and subject has no answers, it counts as
        /// that one: a view continues with a screen that is worded differently.
        case standard
        /// Report it, and end with exit code 65.
        case strict
        /// Report it, and answer like the next recorded input of its type.
        case loose
    }

    package enum Effect: Equatable, Sendable {
        case write(Event)
        /// Bytes that are not an event.
        case garble([UInt8])
        case report(String)
        /// The end, with this exit code.
        case end(Int32)
    }

    /// Pending effects.
    private struct Due {
        let effects: [Effect]
        /// True if it is spontaneous, so the next such output waits for it.
        let isInitiative: Bool
    }

    /// An answer that waits for more than its cause, such as that of a cancelled request.
    private struct Held {
        let output: Int
        let cause: Event
        let since: Instant
    }

    private let script: ServiceScript
    private let mode: Mode
    private let pace: PlaybackPace
    private let endsSession: Bool
    private var stamp: EventStamp
    private var faults: DoubleFaultPlan
    private var ids = IDMap()
    private var matcher: InputMatcher
    private var agenda = Agenda<Instant, Due>()
    private var held: [Held] = []
    /// Spontaneous outputs still to be written, in order.
    private var initiatives: ArraySlice<Int>
    private var initiativeIsUnderWay = false
    /// The number of unrecorded inputs.
    private var unrecorded = 0

    /// - Parameter endsSession: whether it ends, as a view does, when it has written everything recorded, and received
    ///   everything recorded.
    package init(
        _ script: ServiceScript, stamp: EventStamp, mode: Mode = .standard, pace: PlaybackPace = .immediate,
        faults: [DoubleFault] = [], endsSession: Bool = false
    ) {
        self.script = script
        self.stamp = stamp
        self.mode = mode
        self.pace = pace
        self.faults = DoubleFaultPlan(faults)
        self.endsSession = endsSession
        matcher = InputMatcher(script)
        initiatives =
            script.outputs.indices.filter {
                if case .after = script.outputs[$0].cue { true } else { false }
            }[...]
    }

    /// The time of the next output; nil if none is due.
    package var nextDue: Instant? { agenda.nextDue }

    /// True if an unrecorded input has come, or a recorded one has not.
    package var deviates: Bool { unrecorded > 0 || missing != nil }

    /// The input it waits for before its next spontaneous output or its end; nil if it only answers.
    package var awaited: String? {
        !initiatives.isEmpty || endsSession ? missing : nil
    }

    /// The first recorded input that has not come; nil if all have.
    package var missing: String? {
        guard matcher.firstAwaited < script.inputs.count else { return nil }
        let input = script.inputs[matcher.firstAwaited]
        let subject = input.event.subject.map { " (subject \($0))" } ?? ""
        return "\(input.event.type)\(subject), line \(input.line) of the cassette"
    }

    package mutating func start(at now: Instant) -> [Effect] {
        takeInitiative(at: now)
        return advance(at: now)
    }

    package mutating func receive(_ event: Event, at now: Instant) -> [Effect] {
        guard !event.type.hasPrefix("process.input.") else { return [] }
        var known = event
        known.data = ids.recorded(event.data)
        known.correlationID = event.correlationID.map(ids.recorded)
        if let place = matcher.find(known) {
            note(event, as: place, at: now)
            return advance(at: now)
        }
        unrecorded += 1
        let complaint = Effect.report(
            Unrecorded.description(of: known, among: matcher.candidates(for: known)))
        switch mode {
        case .strict: return [complaint, .end(ExitStatus.badInput.rawValue)]
        case .loose:
            if let place = matcher.findLike(known) { note(event, as: place, at: now) }
        case .standard:
            if let place = matcher.findLike(known, onTopicOnly: true), script.inputs[place].answers.isEmpty {
                note(event, as: place, at: now)
            }
        }
        return [complaint] + advance(at: now)
    }

    /// Writes the outputs due now.
    package mutating func advance(at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        while let entry = agenda.next(by: now) {
            effects += entry.effects
            if case .end = entry.effects.last { return effects }
            guard entry.isInitiative else { continue }
            initiativeIsUnderWay = false
            takeInitiative(at: now)
        }
        if endsSession, agenda.isEmpty, held.isEmpty, initiatives.isEmpty,
            matcher.firstAwaited == script.inputs.count
        {
            effects.append(.end(ExitStatus.done.rawValue))
        }
        return effects
    }

    private mutating func note(_ event: Event, as place: Int, at now: Instant) {
        let recorded = script.inputs[place].event
        ids.pair(recorded: recorded.id, live: event.id)
        ids.pair(recorded: recorded.correlation, live: event.correlation)
        ids.pair(recorded: recorded.causationID, live: event.causationID)
        matcher.came(place)
        held += script.inputs[place].answers.map { Held(output: $0, cause: event, since: now) }
        releaseAnswers(at: now)
        takeInitiative(at: now)
    }

    private mutating func releaseAnswers(at now: Instant) {
        let waiting = held
        held = []
        for answer in waiting {
            let output = script.outputs[answer.output]
            guard case .answer(let place, let others) = output.cue, !others.contains(where: matcher.isAwaited) else {
                held.append(answer)
                continue
            }
            var event = output.event
            if event.subject == script.inputs[place].event.subject { event.subject = answer.cause.subject }
            schedule(event, at: pace == .recorded ? max(now, answer.since + .seconds(output.delay)) : now)
        }
    }

    private mutating func takeInitiative(at now: Instant) {
        guard !initiativeIsUnderWay, let next = initiatives.first, case .after(let count) = script.outputs[next].cue,
            matcher.firstAwaited >= count
        else { return }
        initiatives.removeFirst()
        initiativeIsUnderWay = true
        schedule(
            script.outputs[next].event, at: pace == .recorded ? now + .seconds(script.outputs[next].delay) : now,
            isInitiative: true)
    }

    private mutating func schedule(_ output: Event, at time: Instant, isInitiative: Bool = false) {
        let event = asOurs(output)
        var time = time
        var effects = [Effect.write(event)]
        for fault in faults.next(of: output.type) {
            switch fault {
            case .delay(let seconds): time += .seconds(seconds)
            case .drop: effects = []
            case .malformed: effects = [.garble(event.line.prefix(event.line.count / 2) + [0x0A])]
            case .exit(let code): effects = [.end(code)]
            }
        }
        agenda.add(Due(effects: effects, isInitiative: isInitiative), at: time)
    }

    /// A recorded output with this session's ids.
    private mutating func asOurs(_ output: Event) -> Event {
        var event = output
        event.source = ""
        event.time = nil
        event.id = stamp.nextID()
        ids.pair(recorded: output.id, live: event.id)
        event.correlationID = output.correlationID.map(ids.live)
        event.causationID = output.causationID.map(ids.live)
        event.data = ids.live(output.data)
        return stamp.stamp(event)
    }
}
