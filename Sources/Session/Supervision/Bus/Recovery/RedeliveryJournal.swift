import Wire

/// `recovery: redeliver`: a successor is sent the requests that its predecessor had received and not answered, and the
/// newest of each state.
struct RedeliveryJournal: Journal {
    /// Types of outputs that are not the answer yet.
    private let progress: [MessagePattern]
    private var requests: OpenRequests
    private var states = KeptStates(limit: JournalLimit.states)
    private var troubles = TroubleList()
    /// A service that has answered knows how to, and may write about what was answered before.
    private var hasAnswered = false

    init(notices: [MessagePattern], progress: [MessagePattern]) {
        self.progress = progress
        requests = OpenRequests(notices: notices)
    }

    var readsInput: Bool { true }
    var readsOutput: Bool { !requests.isEmpty }
    var openRequests: Int { requests.count }
    var oldestRequest: Line? { requests.oldest }

    mutating func noteInput(_ run: LineRun, of type: String) {
        if requests.append(run, type: type) { troubles.note(.requestsForgotten) }
    }

    mutating func noteInput(_ line: UnsafeRawBufferPointer, as key: StateKey) {
        if states.take(Array(line), as: key) { troubles.note(.statesForgotten) }
    }

    mutating func noteOutput(_ run: LineRun, of type: String) {
        guard !progress.contains(where: { $0.matches(type) }) else { return }
        for line in run.lines where !requests.isEmpty {
            // A line that cannot be read has no name for its refusal to refer to.
            switch requests.answered(by: run.bytes(of: line), line.layout) {
            case .nothing where !hasAnswered: troubles.note(.answersNothing(type: type))
            case .unnamed where type != ProcessOutput.Refused.type: troubles.note(.answerNamesNothing(type: type))
            case .request: hasAnswered = true
            case .nothing, .unnamed: break
            }
        }
    }

    /// Lines that were read come first: they are older than lines that were not.
    mutating func backlog(unread: [Line]) -> Backlog {
        let waiting = states.withoutSuperseded(RestoreLine.without(unread))
        let known = Set(waiting.map(ReplayMark.unmarked))
        let read = (states.lines + requests.lines).filter { !known.contains($0) }
        return Backlog(lines: read.map(ReplayMark.marked) + waiting)
    }

    mutating func takeTroubles() -> [JournalTrouble] { troubles.take() }
}

/// Requests that were not answered, in order.
///
/// An answer names its request by `causationid`, and by `causationsource` where another sender may use that id too. One
/// that names no cause answers the first open request of its chain (`correlationid`). Most requests are answered in the
/// order in which they came, so an answer is first compared with the oldest open ones; an index is built when that is
/// not enough.
struct OpenRequests {
    private struct Request {
        /// The start of the request's line, counted from the first byte ever noted.
        let start: Int
        let count: Int
        /// Places of the attributes in the line.
        let id: Place
        let source: Place
        /// The correlation, or else the id: a request without a correlation begins a chain.
        let chain: Place
        /// A notice needs no answer; it is kept while a request before it is open.
        let isNotice: Bool
        var isAnswered = false

        var isOpen: Bool { !isNotice && !isAnswered }
    }

    /// A string with its quotes; empty where there is none.
    private struct Place {
        let start: UInt32
        let end: UInt32

        init(_ range: Range<Int>?) {
            start = UInt32(range?.lowerBound ?? 0)
            end = UInt32(range?.upperBound ?? 0)
        }

        var range: Range<Int>? { end > start + 2 ? Int(start)..<Int(end) : nil }
    }

    /// Types that refer to requests before them, such as a cancellation; of no use once those are answered.
    private let notices: [MessagePattern]
    private var log: [UInt8] = []
    /// The count of `log[0]` from the first byte ever noted.
    private var origin = 0
    /// Requests before `front` are finished; the one at `front` is open.
    private var requests: [Request] = []
    private var front = 0
    /// Places in `requests` by the digest of each id and each chain; nil until it is needed.
    private var index: (ids: [Int: [Int]], chains: [Int: [Int]])?
    /// Bytes of the log that follow the front and are answered.
    private var waste = 0
    /// Up to so many requests, each is compared; above that, an index is built.
    private static let fewestIndexed = 16

    init(notices: [MessagePattern]) {
        self.notices = notices
    }

    var isEmpty: Bool { front == requests.count }
    var count: Int { requests[front...].count(where: \.isOpen) }
    /// The first open request.
    var oldest: [UInt8]? { isEmpty ? nil : Array(log[place(of: requests[front])]) }

    /// The open requests, and the notices after the first of them.
    var lines: [[UInt8]] {
        requests[front...].filter { !$0.isAnswered }.map { Array(log[place(of: $0)]) }
    }

    /// - Returns: whether older requests were dropped at the limit.
    mutating func append(_ run: LineRun, type: String) -> Bool {
        let isNotice = type.hasPrefix("process.") || notices.contains { $0.matches(type) }
        // Without an open request, a notice concerns nothing that a successor will get.
        if isNotice, isEmpty { return false }
        let start = origin + log.count
        log.append(contentsOf: run.bytes)
        for line in run.lines {
            let layout = line.layout
            let (id, correlation) = (Place(layout[.id]), Place(layout[.correlationid]))
            requests.append(
                Request(
                    start: start + line.range.lowerBound, count: line.range.count, id: id,
                    source: Place(layout[.source]), chain: correlation.range == nil ? id : correlation,
                    isNotice: isNotice))
            if index != nil { enter(requests.count - 1) }
        }
        var hasForgotten = false
        while held > JournalLimit.requests, !isEmpty {
            hasForgotten = true
            close(front)
        }
        return hasForgotten
    }

    /// The size of the open requests, without answered ones, which only wait to be removed.
    private var held: Int { log.count - logFront - waste + (requests.count - front) * MemoryLayout<Request>.stride }

    /// The request that an event answers.
    enum Answered {
        case request
        /// The event names no request that is open.
        case nothing
        /// The event names neither a cause nor a chain.
        case unnamed
    }

    mutating func answered(by line: UnsafeRawBufferPointer, _ layout: EnvelopeLayout) -> Answered {
        let chain = AttributeText(line, layout[.correlationid])
        if let cause = AttributeText(line, layout[.causationid]) {
            let source = AttributeText(line, layout[.causationsource])
            return closed(place(of: cause, from: source, in: chain))
        }
        guard let chain else { return .unnamed }
        return closed(place(ofChain: chain))
    }

    private mutating func closed(_ place: Int?) -> Answered {
        guard let place else { return .nothing }
        close(place)
        return .request
    }

    // MARK: - Finding

    private mutating func place(of id: AttributeText, from source: AttributeText?, in chain: AttributeText?) -> Int? {
        if let first = firstPlaces.first(where: { isOpen($0, id: id, from: source, in: chain) }) { return first }
        let candidates = candidates(id.digest, \.ids).filter { isOpen($0, id: id, from: source, in: nil) }
        // Two senders may have used the same id. The chain distinguishes them; without one, the reply counts for the older request.
        return candidates.first { isOpen($0, id: id, from: source, in: chain) } ?? candidates.first
    }

    private mutating func place(ofChain chain: AttributeText) -> Int? {
        if let first = firstPlaces.first(where: { isOpen($0, ofChain: chain) }) { return first }
        return candidates(chain.digest, \.chains).first { isOpen($0, ofChain: chain) }
    }

    private var firstPlaces: Range<Int> {
        front..<min(front + (index == nil ? Self.fewestIndexed : 1), requests.count)
    }

    private func isOpen(
        _ place: Int, id: AttributeText, from source: AttributeText?, in chain: AttributeText?
    ) -> Bool {
        let request = requests[place]
        guard request.isOpen else { return false }
        return withBytes(of: request) { line in
            guard AttributeText(line, request.id.range)?.isSame(as: id) == true else { return false }
            if let source { return AttributeText(line, request.source.range)?.isSame(as: source) == true }
            return chain.map { AttributeText(line, request.chain.range)?.isSame(as: $0) == true } ?? true
        }
    }

    private func isOpen(_ place: Int, ofChain chain: AttributeText) -> Bool {
        let request = requests[place]
        return request.isOpen
            && withBytes(of: request) { AttributeText($0, request.chain.range)?.isSame(as: chain) == true }
    }

    private func place(of request: Request) -> Range<Int> {
        request.start - origin..<request.start - origin + request.count
    }

    private func withBytes<Result>(of request: Request, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        log.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[place(of: request)])) }
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
        // Answered requests are removed from the index lazily, when a lookup finds them.
        let open = places.filter { $0 >= front && requests[$0].isOpen }
        if open.count < places.count { index?[keyPath: key][digest] = open.isEmpty ? nil : open }
        return open
    }

    private mutating func enter(_ place: Int) {
        let request = requests[place]
        guard !request.isNotice else { return }
        let (id, chain) = withBytes(of: request) { line in
            (AttributeText(line, request.id.range)?.digest ?? 0, AttributeText(line, request.chain.range)?.digest ?? 0)
        }
        index?.ids[id, default: []].append(place)
        index?.chains[chain, default: []].append(place)
    }

    // MARK: - Letting go

    private var logFront: Int { isEmpty ? log.count : requests[front].start - origin }

    private mutating func close(_ place: Int) {
        requests[place].isAnswered = true
        waste += requests[place].count
        advance()
        if isEmpty { return letGo() }
        // The free space is removed once it is the larger part, so that copying stays cheap per byte.
        let done = logFront + waste
        guard done > 1 << 16, done > log.count / 2 else { return }
        if waste < done / 2 { trim() } else { closeUp() }
    }

    /// Advances to the first that is open.
    private mutating func advance() {
        while front < requests.count, !requests[front].isOpen {
            if requests[front].isAnswered { waste -= requests[front].count }
            front += 1
        }
    }

    /// Removes what precedes the front.
    private mutating func trim() {
        let removed = logFront
        log.removeFirst(removed)
        origin += removed
        requests.removeFirst(front)
        (front, index) = (0, nil)
    }

    /// Removes the answered requests after the front too.
    private mutating func closeUp() {
        let (old, places, bytes) = (requests[front...], requests[front...].map { place(of: $0) }, log)
        letGo()
        for (request, place) in zip(old, places) where !request.isAnswered {
            let start = log.count
            log += bytes[place]
            requests.append(
                Request(
                    start: start, count: request.count, id: request.id, source: request.source, chain: request.chain,
                    isNotice: request.isNotice))
        }
    }

    private mutating func letGo() {
        log.removeAll(keepingCapacity: log.count <= 1 << 20)
        requests.removeAll(keepingCapacity: requests.count <= 1 << 14)
        (origin, front, waste, index) = (0, 0, 0, nil)
    }
}
