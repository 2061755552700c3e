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
    }

    /// By subject.
    private var states: [String: State] = [:]
    /// Subjects with something to publish, in order.
    private var waiting: [String] = []
    private var bytes = 0
    private var number = 0
    /// Subjects by the publication's number.
    private var published: [Int: String] = [:]

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
        if var state = states[subject] {
            bytes -= state.message.payload.count
            (state.message, state.position) = (message, position)
            states[subject] = state
            if !waiting.contains(subject) { waiting.append(subject) }
        } else {
            states[subject] = State(message: message, position: position)
            waiting.append(subject)
        }
    }

    /// The messages to publish now.
    mutating func due(at now: Instant, inbox: String) -> [NATSMessage] {
        for (number, subject) in published {
            guard let state = states[subject], let then = state.publishedAt, now - then >= SentLines.patience else {
                continue
            }
            failed(number)
        }
        var messages: [NATSMessage] = []
        var later: [String] = []
        for subject in waiting {
            guard published.count < Self.mostUnderWay, var state = states[subject], state.underWay == nil else {
                later.append(subject)
                continue
            }
            number += 1
            published[number] = subject
            (state.underWay, state.publishedAt) = (state.position, now)
            states[subject] = state
            var message = state.message
            message.reply = "\(inbox).s.\(number)"
            messages.append(message)
        }
        waiting = later
        return messages
    }

    var deadline: Instant? {
        states.values.compactMap { $0.underWay == nil ? nil : $0.publishedAt }.min().map { $0 + SentLines.patience }
    }

    mutating func wasStored(_ number: Int) {
        guard let subject = published.removeValue(forKey: number), var state = states[subject] else { return }
        let isNewest = state.underWay == state.position
        (state.underWay, state.publishedAt) = (nil, nil)
        states[subject] = isNewest ? nil : state
        if isNewest { bytes -= state.message.payload.count }
    }

    /// It is published again with the next ones.
    mutating func failed(_ number: Int) {
        guard let subject = published.removeValue(forKey: number), var state = states[subject] else { return }
        (state.underWay, state.publishedAt) = (nil, nil)
        states[subject] = state
        if !waiting.contains(subject) { waiting.append(subject) }
    }

    /// After a reconnect.
    mutating func publishAgain() {
        for number in published.keys.sorted() { failed(number) }
    }
}
