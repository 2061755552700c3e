import JSONRPC

/// Finds the recorded message that a live one repeats: equal ones in their order.
struct RecordedCalls: Sendable {
    enum Match: Equatable, Sendable {
        case awaited(Int)
        /// All that are equal have come; this is the last one.
        case repeated(Int)

        var entry: Int {
            switch self {
            case .awaited(let entry), .repeated(let entry): entry
            }
        }
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

    /// Messages in their order; those before `start` have come.
    private struct Places {
        var all: [Int] = []
        var start = 0
    }

    private let script: DialogueScript
    private var byContent: [Content: Places] = [:]
    private var byTopic: [Topic: Places] = [:]
    private var hasCome: [Bool]
    private let cancelled: Set<Int>
    /// Everything before it has come, or need not.
    private(set) var firstAwaited = 0

    /// - Parameter sender: whose messages are expected.
    init(_ script: DialogueScript, from sender: RPCPeer, _ values: DialogueValues) {
        self.script = script
        cancelled = Set(script.entries.lazy.filter(\.isCancellation).compactMap(\.call))
        hasCome = script.entries.map { $0.sender != sender || Self.isOptional($0, script) }
        for (place, entry) in script.entries.enumerated() where entry.sender == sender && entry.kind != .response {
            let topic = Topic(entry.message, entry.method)
            byTopic[topic, default: Places()].all.append(place)
            for seesHandles in [true, false] {
                let content = Content(
                    topic: topic,
                    key: values.content(of: entry.message, isLive: false, seesHandles: seesHandles).key,
                    seesHandles: seesHandles)
                byContent[content, default: Places()].all.append(place)
            }
        }
        advance()
    }

    /// Nobody waits for what comes as time permits, nor for a response to what is not known.
    private static func isOptional(_ entry: DialogueScript.Entry, _ script: DialogueScript) -> Bool {
        switch entry.kind {
        case .response: entry.call == nil
        case .notification: script.table.incidental.contains(entry.method) || entry.isCancellation
        case .request, .batch: false
        }
    }

    /// Whether its sender cancelled the recorded request.
    func isCancelled(_ place: Int) -> Bool { cancelled.contains(place) }

    /// Whether it is expected, and has not come.
    func isAwaited(_ place: Int) -> Bool { !hasCome[place] }

    /// The places before `end` that have not come.
    func awaited(before end: Int) -> [Int] { (firstAwaited..<max(firstAwaited, end)).filter { !hasCome[$0] } }

    mutating func came(_ place: Int) {
        hasCome[place] = true
        advance()
    }

    private mutating func advance() {
        while firstAwaited < hasCome.count, hasCome[firstAwaited] { firstAwaited += 1 }
    }

    // MARK: Finding

    private var taken: Set<Int> = []

    /// The recorded message with the same content. What either side makes up need not be equal if nothing else is found.
    mutating func take(_ message: RPCMessage, _ values: DialogueValues) -> Match? {
        let topic = Topic(message)
        for seesHandles in [true, false] {
            let key = values.content(of: message, isLive: true, seesHandles: seesHandles).key
            let content = Content(topic: topic, key: key, seesHandles: seesHandles)
            guard var places = byContent[content] else { continue }
            while places.start < places.all.count, taken.contains(places.all[places.start]) { places.start += 1 }
            byContent[content] = places
            if places.start < places.all.count {
                take(places.all[places.start])
                return .awaited(places.all[places.start])
            }
            if let last = places.all.last { return .repeated(last) }
        }
        return nil
    }

    /// The next recorded message of the kind and the method, whatever it says; the last one if all have come.
    mutating func takeLike(_ message: RPCMessage) -> Match? {
        let topic = Topic(message)
        guard var places = byTopic[topic] else { return nil }
        while places.start < places.all.count, taken.contains(places.all[places.start]) { places.start += 1 }
        byTopic[topic] = places
        guard places.start < places.all.count else { return places.all.last.map { .repeated($0) } }
        take(places.all[places.start])
        return .awaited(places.all[places.start])
    }

    /// This recorded message, whatever was found.
    mutating func takeNearest(_ place: Int) -> Match {
        guard !taken.contains(place) else { return .repeated(place) }
        take(place)
        return .awaited(place)
    }

    mutating func take(_ place: Int) {
        taken.insert(place)
        came(place)
    }

    /// At most `most` recorded messages of the method, those first that have not come.
    func candidates(for message: RPCMessage, most: Int = 100) -> [Int] {
        let all = byTopic[Topic(message)]?.all ?? []
        let fresh = all.lazy.filter { !taken.contains($0) }.prefix(most)
        return Array(fresh) + all.lazy.filter { taken.contains($0) }.prefix(max(0, most - fresh.count))
    }
}
