import JSONRPC
import Recording

/// The recorded messages of a side, to find the one that a live one repeats: equal ones in their order.
struct RecordedCalls: Sendable {
    struct Match: Sendable {
        let entry: Int
        /// True if all that are equal have come; this is the last one.
        var isRepeated = false
    }

    private struct Topic: Hashable {
        let kind: RPCMessage.Kind
        let method: [UInt8]

        init(_ message: RPCMessage, _ method: String? = nil) {
            kind = message.kind
            self.method = Array((method ?? message.method ?? "").utf8)
        }
    }

    private struct Content: Hashable {
        let topic: Topic
        let key: [UInt8]
        let seesHandles: Bool
    }

    private let script: DialogueScript
    private var byContent = RecordedOrder<Content>()
    private var byTopic = RecordedOrder<Topic>()
    private var open: AwaitedPlaces
    private let cancelled: Set<Int>
    private var taken: Set<Int> = []

    /// - Parameter sender: whose messages are expected.
    init(_ script: DialogueScript, from sender: RPCPeer, _ values: DialogueValues) {
        self.script = script
        cancelled = Set(script.entries.lazy.filter(\.isCancellation).compactMap(\.call))
        open = AwaitedPlaces(script.entries.map { $0.sender == sender && !Self.isOptional($0, script) })
        for (place, entry) in script.entries.enumerated() where entry.sender == sender && entry.kind != .response {
            let topic = Topic(entry.message, entry.method)
            byTopic.append(place, for: topic)
            for seesHandles in [true, false] {
                let content = Content(
                    topic: topic,
                    key: values.content(of: entry.message, isLive: false, seesHandles: seesHandles).key,
                    seesHandles: seesHandles)
                byContent.append(place, for: content)
            }
        }
    }

    /// Nobody waits for what comes as time permits, nor for a response to what is not known.
    private static func isOptional(_ entry: DialogueScript.Entry, _ script: DialogueScript) -> Bool {
        switch entry.kind {
        case .response: entry.call == nil
        case .notification: script.table.incidental.contains(entry.method) || entry.isCancellation
        case .request, .batch: false
        }
    }

    func isCancelled(_ place: Int) -> Bool { cancelled.contains(place) }

    /// True if it is expected, and has not come.
    func isAwaited(_ place: Int) -> Bool { open[place] }

    /// Everything before it has come, or need not.
    var firstAwaited: Int { open.first }

    /// The places before `end` that have not come.
    func awaited(before end: Int) -> [Int] { (firstAwaited..<max(firstAwaited, end)).filter(isAwaited) }

    mutating func came(_ place: Int) { open.remove(place) }

    // MARK: Finding

    /// The recorded message with the same content. What either side makes up need not be equal if nothing else is found.
    mutating func take(_ message: RPCMessage, _ values: DialogueValues) -> Match? {
        let topic = Topic(message)
        for seesHandles in [true, false] {
            let key = values.content(of: message, isLive: true, seesHandles: seesHandles).key
            let content = Content(topic: topic, key: key, seesHandles: seesHandles)
            let fresh = byContent.rest(content) { !taken.contains($0) }.first
            if let match = match(fresh, of: byContent.all(content)) { return match }
        }
        return nil
    }

    /// The next recorded message of the kind and the method, with any content; the last one if all have come.
    mutating func takeLike(_ message: RPCMessage) -> Match? {
        let topic = Topic(message)
        return match(byTopic.rest(topic) { !taken.contains($0) }.first, of: byTopic.all(topic))
    }

    private mutating func match(_ fresh: Int?, of all: [Int]) -> Match? {
        guard let fresh else { return all.last.map { Match(entry: $0, isRepeated: true) } }
        take(fresh)
        return Match(entry: fresh)
    }

    /// This recorded message, whatever was found.
    mutating func takeNearest(_ place: Int) -> Match {
        guard !taken.contains(place) else { return Match(entry: place, isRepeated: true) }
        take(place)
        return Match(entry: place)
    }

    mutating func take(_ place: Int) {
        taken.insert(place)
        came(place)
    }

    /// At most `most` recorded messages of the method, those first that have not come.
    func candidates(for message: RPCMessage, most: Int = 100) -> [Int] {
        let all = byTopic.all(Topic(message))
        let fresh = all.lazy.filter { !taken.contains($0) }.prefix(most)
        return Array(fresh) + all.lazy.filter { taken.contains($0) }.prefix(max(0, most - fresh.count))
    }
}
