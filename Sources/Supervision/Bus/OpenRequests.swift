import Composition
import Wire

/// Requests that have not been answered, in order.
///
/// An answer names its request by `causationid`, and by `causationsource` where that id may be another sender's too. One that
/// names no cause is the answer to the first open request of its chain (`correlationid`). Most are answered in the order in
/// which they came, so an answer is held against the first that is open; an index is made when that is not enough.
struct OpenRequests {
    /// How many bytes of requests are kept, answered ones between them included. Then the oldest are let go of: who never
    /// answers would else fill the memory.
    static let limit = 1 << 24

    private struct Request {
        let range: Range<Int>
        let layout: EnvelopeLayout
        /// It has no answer; it is kept while a request before it is open.
        let isNotice: Bool
        var isAnswered = false

        var isOpen: Bool { !isNotice && !isAnswered }
    }

    /// Types of what is about requests before it; when those are answered, nobody needs it.
    private let notices: [MessagePattern]
    /// Their lines; the requests' ranges stand in here.
    private var log: [UInt8] = []
    /// Those before `front` are done with; the one there is open.
    private var requests: [Request] = []
    private var front = 0
    /// The places in `requests` of each id and each chain; nil as long as nobody has needed it.
    private var index: (ids: [Int: [Int]], chains: [Int: [Int]])?
    /// How many bytes of the log are behind the front and answered.
    private var waste = 0
    /// As many are looked at before an index is made.
    private static let fewestIndexed = 16

    init(notices: [MessagePattern]) {
        self.notices = notices
    }

    var isEmpty: Bool { front == requests.count }

    /// - Returns: whether older ones had to be let go of.
    mutating func append(_ run: LineRun, type: String) -> Bool {
        let isNotice = type.hasPrefix("process.") || notices.contains { $0.matches(type) }
        // A notice of nothing that is open is of no use to a successor.
        if isNotice, isEmpty { return false }
        for line in run.lines {
            let start = log.count
            log.append(contentsOf: run.bytes(of: line))
            requests.append(Request(range: start..<log.count, layout: line.layout, isNotice: isNotice))
            enter(requests.count - 1)
        }
        var hasForgotten = false
        while log.count - logFront > Self.limit, !isEmpty {
            hasForgotten = true
            close(front)
        }
        return hasForgotten
    }

    /// - Returns: false for a line that names neither a cause nor a chain.
    mutating func answered(by line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout) -> Bool {
        let chain = AttributeText(line, layout[.correlationid])
        if let cause = AttributeText(line, layout[.causationid]) {
            let source = AttributeText(line, layout[.causationsource])
            if let place = place(of: cause, from: source, in: chain) { close(place) }
            return true
        }
        guard let chain else { return false }
        if let place = place(ofChain: chain) { close(place) }
        return true
    }

    /// The open ones, and the notices behind the first of them.
    var lines: [[UInt8]] {
        requests[front...].filter { !$0.isAnswered }.map { Array(log[$0.range]) }
    }

    // MARK: - Finding

    private mutating func place(of id: AttributeText, from source: AttributeText?, in chain: AttributeText?) -> Int? {
        if let first = firstPlaces.first(where: { isOpen($0, id: id, from: source, in: chain) }) { return first }
        let candidates = candidates(id.digest, \.ids).filter { isOpen($0, id: id, from: source, in: nil) }
        // Two senders may have used the same id. The chain tells them apart, or else the older one is meant.
        return candidates.first { isOpen($0, id: id, from: source, in: chain) } ?? candidates.first
    }

    private mutating func place(ofChain chain: AttributeText) -> Int? {
        if let first = firstPlaces.first(where: { isOpen($0, ofChain: chain) }) { return first }
        return candidates(chain.digest, \.chains).first { isOpen($0, ofChain: chain) }
    }

    private var firstPlaces: Range<Int> {
        front..<(index == nil ? min(front + Self.fewestIndexed, requests.count) : min(front + 1, requests.count))
    }

    private func isOpen(
        _ place: Int, id: AttributeText, from source: AttributeText?, in chain: AttributeText?
    ) -> Bool {
        let request = requests[place]
        guard request.isOpen else { return false }
        return withBytes(of: request) { line in
            guard let own = AttributeText(line, request.layout[.id]), own.isSame(as: id) else { return false }
            if let source {
                return AttributeText(line, request.layout[.source])?.isSame(as: source) ?? false
            }
            return chain.map { isChain($0, of: request, line) } ?? true
        }
    }

    private func isOpen(_ place: Int, ofChain chain: AttributeText) -> Bool {
        let request = requests[place]
        return request.isOpen && withBytes(of: request) { isChain(chain, of: request, $0) }
    }

    /// A request that names no chain has begun one.
    private func isChain(_ chain: AttributeText, of request: Request, _ line: UnsafeRawBufferPointer) -> Bool {
        let own = AttributeText(line, request.layout[.correlationid]) ?? AttributeText(line, request.layout[.id])
        return own?.isSame(as: chain) ?? false
    }

    private func withBytes<Result>(of request: Request, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        log.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[request.range])) }
    }

    // MARK: - The index

    private mutating func candidates(
        _ digest: Int, _ key: WritableKeyPath<(ids: [Int: [Int]], chains: [Int: [Int]]), [Int: [Int]]>
    ) -> [Int] {
        if index == nil, requests.count - front <= Self.fewestIndexed { return Array(firstPlaces) }
        if index == nil {
            index = ([:], [:])
            for place in front..<requests.count { enter(place) }
        }
        guard let places = index?[keyPath: key][digest] else { return [] }
        // What is answered leaves the index when it is met.
        let open = places.filter { $0 >= front && requests[$0].isOpen }
        if open.count < places.count { index?[keyPath: key][digest] = open.isEmpty ? nil : open }
        return open
    }

    private mutating func enter(_ place: Int) {
        guard index != nil, !requests[place].isNotice else { return }
        let request = requests[place]
        let (id, chain) = withBytes(of: request) { line in
            let id = AttributeText(line, request.layout[.id])?.digest ?? 0
            return (id, AttributeText(line, request.layout[.correlationid])?.digest ?? id)
        }
        index?.ids[id, default: []].append(place)
        index?.chains[chain, default: []].append(place)
    }

    // MARK: - Letting go

    private var logFront: Int { isEmpty ? log.count : requests[front].range.lowerBound }

    private mutating func close(_ place: Int) {
        requests[place].isAnswered = true
        waste += requests[place].range.count
        advance()
        if isEmpty { return letGo() }
        // What is done with is given back once it is the larger part, so that the copying stays cheap.
        let done = logFront + waste
        if done > 1 << 16, done > log.count / 2 { closeUp() }
    }

    /// Goes on to the first that is open.
    private mutating func advance() {
        while front < requests.count, !requests[front].isOpen {
            if requests[front].isAnswered { waste -= requests[front].range.count }
            front += 1
        }
    }

    private mutating func closeUp() {
        let (old, bytes) = (requests[front...], log)
        letGo()
        for request in old where !request.isAnswered {
            let start = log.count
            log += bytes[request.range]
            requests.append(
                Request(range: start..<log.count, layout: request.layout, isNotice: request.isNotice))
        }
    }

    private mutating func letGo() {
        log.removeAll(keepingCapacity: log.count <= 1 << 20)
        requests.removeAll(keepingCapacity: requests.count <= 1 << 14)
        (front, waste, index) = (0, 0, nil)
    }
}
