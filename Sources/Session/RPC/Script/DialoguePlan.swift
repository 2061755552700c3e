import JSONRPC
import Recording

/// The messages that one side of a recorded dialogue sends, and their causes.
///
/// A response comes when its request has come. A server's other messages belong to what it was doing when it sent them: to the request
/// that their token names, or else to the newest open request, or else to the last message of the client. A client's other messages
/// follow each other; each comes when everything has come that was recorded before it.
struct DialoguePlan: Sendable {
    struct Step: Sendable {
        /// The message, by its place in the script.
        let entry: Int
        /// Responses to the side's own requests that come first.
        var responses: [Int] = []
        /// True if everything from the other side that was recorded before it comes first.
        var awaitsAll = false
        /// True if the other side's cancellation comes first.
        var awaitsCancellation = false
        /// Seconds after what came last of this.
        let delay: Double
    }

    /// Messages without a cause.
    private(set) var opening: [Step] = []
    /// By the message of the other side, a request or a notification, that causes it.
    private(set) var replies: [Int: [Step]] = [:]

    init(_ script: DialogueScript, side: RPCPeer) {
        var now = Moment()
        for (place, entry) in script.entries.enumerated() {
            if entry.sender != side {
                now.receive(place, entry)
                continue
            }
            let isResponse = entry.kind == .response
            var cause = isResponse || side == .server ? entry.call : nil
            if entry.isCancellation { cause = nil }
            if isResponse, cause == nil { continue }
            if let cause, isResponse {
                now.open.removeAll { $0 == cause }
                now.answered.insert(cause)
            }
            cause = cause ?? (side == .server ? now.occupation : nil)
            let last = max(now.lastTime[cause] ?? 0, cause.map { script.entries[$0].place.time } ?? 0)
            let before = side == .client && !isResponse && place > 0 ? script.entries[place - 1].place.time : last
            var step = Step(entry: place, delay: max(0, entry.place.time - before))
            step.responses = now.responses.removeValue(forKey: cause) ?? []
            step.awaitsAll = side == .client && !isResponse
            step.awaitsCancellation = isResponse && cause.map(now.cancelled.contains) ?? false
            now.lastTime[cause] = entry.place.time
            if entry.kind == .request { now.owner[place] = .some(cause) }
            if let cause { replies[cause, default: []].append(step) } else { opening.append(step) }
        }
    }

    /// The dialogue up to a place of the script. A cause that is nil is the beginning.
    private struct Moment {
        /// Requests of the other side that have no response yet.
        var open: [Int] = []
        var cancelled: Set<Int> = []
        var last: Int?
        var lastTime: [Int?: Double] = [:]
        /// Responses that came since the last message with this cause.
        var responses: [Int?: [Int]] = [:]
        /// For each request of the side itself, its cause.
        var owner: [Int: Int?] = [:]
        /// Requests of the other side that have one.
        var answered: Set<Int> = []

        mutating func receive(_ place: Int, _ entry: DialogueScript.Entry) {
            switch entry.kind {
            case .request:
                open.append(place)
                if open.count > PendingCalls.most { open.removeFirst() }
                last = place
            case .response:
                guard let call = entry.call, let cause = owner[call] else { return }
                responses[cause, default: []].append(place)
                lastTime[cause] = entry.place.time
                last = cause
            case .notification, .batch:
                if entry.isCancellation, let call = entry.call { cancelled.insert(call) }
                last = place
            }
        }

        /// The message that the side is busy with.
        var occupation: Int? {
            guard let last, answered.contains(last), let newest = open.last else { return last }
            return newest
        }
    }
}
