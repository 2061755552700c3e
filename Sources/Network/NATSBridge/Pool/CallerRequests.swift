import Platform
import Wire

/// An unanswered request.
struct CallerRequest: Sendable {
    enum State: Equatable, Sendable {
        /// The bus has sent it again; it may be answered already.
        case recalled
        /// It waits for its turn.
        case queued
        case published(at: Instant)
        /// Its place in the stream; 0 if none is kept, or if it is not to be looked for.
        case stored(sequence: Int)
        /// The server refused it.
        case refused(until: Instant)

        var sequence: Int? { if case .stored(let sequence) = self { sequence } else { nil } }
        var isRefused: Bool { if case .refused = self { true } else { false } }
        var isPublished: Bool { if case .published = self { true } else { false } }
    }

    let line: [UInt8]
    let subject: String
    let name: EventName
    var state: State
    /// How often it was found lost. To JetStream, each time makes it another message.
    var losses = 0
    /// Answers up to this place of their stream are not for it.
    var baseline = 0
    /// When it came, or was stored.
    var since: Instant
    /// The mark of its answers so far: how often it was delivered, and how many lines came.
    var mark = (deliveries: 0, lines: 0)
}

/// Finds the request that an answer is for, as the bus does: by `causationid`, and by `causationsource` if present, otherwise first in
/// the same chain; an answer without a cause is for the oldest request of its chain.
struct OpenNames: Sendable {
    private var names: [Int: (name: EventName, chain: String)] = [:]
    /// Numbers of requests, oldest first.
    private var ids: [String: [Int]] = [:]
    private var chains: [String: [Int]] = [:]

    mutating func insert(_ number: Int, _ name: EventName, chain: String) {
        names[number] = (name, chain)
        ids[name.id, default: []].append(number)
        chains[chain, default: []].append(number)
    }

    mutating func remove(_ number: Int) {
        guard let (name, chain) = names.removeValue(forKey: number) else { return }
        Self.remove(number, at: name.id, from: &ids)
        Self.remove(number, at: chain, from: &chains)
    }

    /// The request with that name, if there is one.
    func number(of name: EventName) -> Int? { ids[name.id]?.first { names[$0]?.name == name } }

    func number(answeredBy answer: BusLine) -> Int? {
        guard let cause = answer.causationID else { return answer.correlationID.flatMap { chains[$0]?.first } }
        guard let numbers = ids[cause] else { return nil }
        if let source = answer.causationSource { return numbers.first { names[$0]?.name.source == source } }
        return numbers.first { names[$0]?.chain == answer.correlationID } ?? numbers.first
    }

    private static func remove(_ number: Int, at key: String, from index: inout [String: [Int]]) {
        guard let numbers = index[key] else { return }
        index[key] = numbers.count == 1 ? nil : numbers.filter { $0 != number }
    }
}

/// Source and id, which together identify an event.
package struct EventName: Hashable, Sendable {
    package let source: String
    package let id: String

    package init(source: String, id: String) {
        self.source = source
        self.id = id
    }
}
