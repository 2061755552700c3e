import Wire

/// Finds the request that an answer is for, as the bus does: by `causationid`, and by `causationsource` if present, otherwise first in
/// the same chain; an answer without a cause is for the oldest request of its chain.
struct OpenNames: Sendable {
    private var names: [Int: (name: EventName, chain: String)] = [:]
    /// Numbers of requests, oldest first.
    private var ids: [String: [Int]] = [:]
    private var chains: [String: [Int]] = [:]

    var isEmpty: Bool { names.isEmpty }

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
