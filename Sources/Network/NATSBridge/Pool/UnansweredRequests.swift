/// A request that was not answered so far.
protocol UnansweredRequest: Sendable {
    /// The event that asks.
    var line: BusLine { get }
}

/// Requests by numbers that grow.
///
/// An answer is for the request that the bus would take: by `causationid`, and by `causationsource` if present, otherwise first in the
/// same chain; an answer without a cause is for the oldest request of its chain.
struct UnansweredRequests<Request: UnansweredRequest>: Sendable {
    private(set) var all: [Int: Request] = [:]
    /// Numbers of requests, oldest first.
    private var ids: [String: [Int]] = [:]

    subscript(number: Int) -> Request? { all[number] }

    /// In the order in which they came.
    var sorted: [(number: Int, request: Request)] {
        all.sorted { $0.key < $1.key }.map { (number: $0.key, request: $0.value) }
    }

    mutating func insert(_ request: Request, as number: Int) {
        all[number] = request
        ids[request.line.id ?? "", default: []].append(number)
    }

    mutating func update(_ number: Int, _ change: (inout Request) -> Void) {
        if let place = all.index(forKey: number) { change(&all.values[place]) }
    }

    @discardableResult
    mutating func remove(_ number: Int) -> Request? {
        guard let request = all.removeValue(forKey: number) else { return nil }
        let id = request.line.id ?? ""
        ids[id]?.removeAll { $0 == number }
        if ids[id]?.isEmpty == true { ids[id] = nil }
        return request
    }

    func number(of name: EventName, where isMeant: (Request) -> Bool = { _ in true }) -> Int? {
        first(of: ids[name.id]) { $0.line.name == name && isMeant($0) }
    }

    func number(answeredBy answer: BusLine, where isMeant: (Request) -> Bool = { _ in true }) -> Int? {
        guard let cause = answer.causationID else {
            // Few programs answer so; the others need no index of the chains.
            guard let chain = answer.correlationID else { return nil }
            return all.filter { $0.value.line.chain == chain && isMeant($0.value) }.keys.min()
        }
        let numbers = ids[cause]
        if let source = answer.causationSource {
            return first(of: numbers) { ($0.line.source ?? "") == source && isMeant($0) }
        }
        return first(of: numbers) { $0.line.chain == answer.correlationID && isMeant($0) }
            ?? first(of: numbers, where: isMeant)
    }

    private func first(of numbers: [Int]?, where isMeant: (Request) -> Bool) -> Int? {
        numbers?.first { all[$0].map(isMeant) ?? false }
    }
}
