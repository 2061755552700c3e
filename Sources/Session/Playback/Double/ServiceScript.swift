package import Processes
package import Recording
package import Wire

/// One service's inputs and outputs in a recorded session, all of them in memory.
package struct ServiceScript: Sendable {
    package struct Input: Sendable {
        package let event: Event
        /// Seconds since the session began.
        package let time: Double
        /// The cassette's line, from 1.
        package let line: Int
        /// The answers, as indices into ``ServiceScript/outputs``.
        package fileprivate(set) var answers: [Int] = []
    }

    /// The reason of an output.
    package enum Cue: Equatable, Sendable {
        /// An input (its index), and later inputs recorded before the output that refer to it, such as a cancellation.
        case answer(to: Int, also: [Int])
        /// Nothing but time, as when a user acts: it follows after this many inputs.
        case after(inputs: Int)
    }

    package struct Output: Sendable {
        package let event: Event
        package let line: Int
        package let cue: Cue
        /// Seconds since its cue.
        package let delay: Double
    }

    package private(set) var inputs: [Input] = []
    package private(set) var outputs: [Output] = []

    /// The input that an id leads to: its own id, or that of an output that it caused.
    private var causes: [String: Int] = [:]
    /// The newest input of each chain, for outputs that name no cause.
    private var chains: [String: Int] = [:]
    /// Inputs by the ids that their data refer to.
    private var mentions: [String: [Int]] = [:]
    private var lastTime = 0.0

    package init() {}

    /// Reads a whole cassette, of which it keeps at most so much.
    package init(of service: String, in cassette: CassetteReader, kept: KeptEvents = .init()) throws(SystemError) {
        var kept = kept
        while let line = try cassette.next() {
            guard case .passage(let passage) = line, let event = try? Event(line: passage.event.span),
                passage.sender == service || passage.receivers.contains(service)
            else { continue }
            try kept.add(passage.event.count)
            if passage.sender == service { append(output: event, time: passage.time, line: cassette.lineNumber) }
            if passage.receivers.contains(service) {
                append(input: event, time: passage.time, line: cassette.lineNumber)
            }
        }
    }

    package mutating func append(input event: Event, time: Double, line: Int) {
        let place = inputs.count
        inputs.append(Input(event: event, time: time, line: line))
        causes[event.id] = place
        chains[event.correlation] = place
        for id in IDMap.ids(in: event.data) { mentions[id, default: []].append(place) }
        lastTime = time
    }

    package mutating func append(output event: Event, time: Double, line: Int) {
        // Snapshots and typed keys are messages to the supervisor, not events of the bus.
        let isPrivate = event.type.hasPrefix("process.output.") && event.type != ProcessOutput.Ready.type
        guard !isPrivate else { return }
        let cause = event.causationID.flatMap { causes[$0] } ?? chainCause(of: event)
        let cue = cause.map { Cue.answer(to: $0, also: followUps(of: $0)) } ?? .after(inputs: inputs.count)
        let start = cause.map { inputs[$0].time } ?? lastTime
        if let cause {
            inputs[cause].answers.append(outputs.count)
            causes[event.id] = cause
        } else {
            lastTime = time
        }
        outputs.append(Output(event: event, line: line, cue: cue, delay: max(0, time - start)))
    }

    /// A simple program names only the correlation of what it answers.
    private func chainCause(of event: Event) -> Int? {
        event.causationID == nil && event.correlationID != event.id ? event.correlationID.flatMap { chains[$0] } : nil
    }

    private func followUps(of place: Int) -> [Int] {
        let event = inputs[place].event
        return Set([event.id, event.correlation]).flatMap { mentions[$0] ?? [] }.filter { $0 > place }.sorted()
    }
}
