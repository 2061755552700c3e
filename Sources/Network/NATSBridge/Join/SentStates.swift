import Platform

/// The newest states on their way to the server, one for each type and subject: a newer one replaces a waiting one, so states that
/// change quickly cost little. Latecomers read them first.
struct SentStates {

    private struct State {
        var message: NATSMessage
        var position: UInt64
        /// The position on its way; nil if none is.
        var underWay: UInt64?
        var publishedAt: Instant?
        /// True if the state is among the waiting ones.
        var isWaiting = false
    }

    /// States by subject.
    private var states: [String: State] = [:]
    /// Subjects with something to publish, in order; those before `front` are done.
    private var waiting: [String] = []
    private var front = 0
    private var bytes = 0
    private var number = 0
    /// Subjects by the publication's number.
    private var published: [Int: String] = [:]

    /// States that wait, their bytes, and those that the server has not acknowledged.
    static let mostStates = 4096
    static let mostBytes = 16 << 20
    static let mostUnderWay = 64

    var hasRoom: Bool { states.count < Self.mostStates && bytes < Self.mostBytes }
    var isEmpty: Bool { states.isEmpty }
    /// The oldest position not yet stored; a snapshot must not be later.
    var oldest: UInt64? { states.values.map { min($0.position, $0.underWay ?? $0.position) }.min() }

    mutating func set(_ message: NATSMessage, position: UInt64) {
        let subject = message.subject
        bytes += message.payload.count
        if let known = states[subject] { bytes -= known.message.payload.count }
        states[subject, default: State(message: message, position: position)].message = message
        states[subject]?.position = position
        wait(subject)
    }

    /// Publishes a state with the next ones; one that is on its way waits for its answer.
    private mutating func wait(_ subject: String) {
        guard let state = states[subject], !state.isWaiting, state.underWay == nil else { return }
        states[subject]?.isWaiting = true
        waiting.append(subject)
    }

    /// The messages to publish now.
    mutating func due(at now: Instant, inbox: String) -> [NATSMessage] {
        for (number, subject) in published {
            guard let then = states[subject]?.publishedAt, now - then >= SentLines.patience else { continue }
            failed(number)
        }
        var messages: [NATSMessage] = []
        while front < waiting.count, published.count < Self.mostUnderWay {
            let subject = waiting[front]
            front += 1
            guard var state = states[subject] else { continue }
            number += 1
            published[number] = subject
            (state.underWay, state.publishedAt, state.isWaiting) = (state.position, now, false)
            var message = state.message
            states[subject] = state
            message.reply = "\(inbox).s.\(number)"
            messages.append(message)
        }
        if front == waiting.count || front > Self.mostStates {
            waiting.removeFirst(front)
            front = 0
        }
        return messages
    }

    var deadline: Instant? {
        published.values.compactMap { states[$0]?.publishedAt }.min().map { $0 + SentLines.patience }
    }

    mutating func wasStored(_ number: Int) {
        guard let subject = published.removeValue(forKey: number), let state = states[subject] else { return }
        guard state.underWay != state.position else {
            states[subject] = nil
            bytes -= state.message.payload.count
            return
        }
        publishLater(subject)
    }

    /// Publishes a state that has failed again, with the next ones.
    mutating func failed(_ number: Int) {
        if let subject = published.removeValue(forKey: number) { publishLater(subject) }
    }

    private mutating func publishLater(_ subject: String) {
        states[subject]?.underWay = nil
        states[subject]?.publishedAt = nil
        wait(subject)
    }

    /// Publishes all states again after a reconnect.
    mutating func publishAgain() {
        for number in published.keys.sorted() { failed(number) }
    }
}
