import Platform
import SafeText
import Wire

/// A request as it comes to a worker.
struct PoolRequest: Sendable {
    /// The sender of the request. No header is believed about that.
    enum Requester: Hashable, Sendable {
        case caller(SubjectName)
        /// Another NATS client.
        case client(reply: String)

        /// Requests of all clients go to the same children.
        var caller: SubjectName? { if case .caller(let name) = self { name } else { nil } }
    }

    let requester: Requester
    let line: BusLine
    /// True if the request was data alone, so that its answer is to be that, too.
    let isBare: Bool
    private let serviceHeader: String?
    let progress: [MessagePattern]
    let attempt: Int
    let refusals: Int
    let patience: Duration
    let place: PoolPlace?

    /// Patterns of types that count as progress.
    private static let mostPatterns = 32

    /// - Parameter id: for a client's request that is no event.
    init(
        _ message: NATSMessage, from requester: Requester, _ type: Substring, id: String = "",
        _ settings: PoolWorkerSettings
    ) throws(ServiceError) {
        self.requester = requester
        isBare = requester.caller == nil && !CloudEventsBinding.isEvent(message)
        var event = message
        if isBare { event.headers = BinaryEvent.headers(String(type), ("nats", id)) }
        do throws(BindingError) { line = try CloudEventsBinding.line(event, limit: settings.lineLimit) } catch {
            throw .mistake("\(error)")
        }
        guard line.type == type else { throw .mistake("its type \(line.type) is not that of its subject") }
        guard requester.caller != nil || line.id != nil else { throw .mistake("the event has no id") }
        guard !line.type.hasPrefix("process."), SubjectWords.isType(line.type) else {
            throw .mistake("nobody may ask a worker for \(line.type)")
        }
        serviceHeader = message[PoolHeader.service]
        let words = message[PoolHeader.progress].flatMap(AttributeCoding.decode)?.split(separator: ",") ?? []
        progress = words.prefix(Self.mostPatterns).map(String.init).filter(MessagePattern.isWellFormed).map {
            MessagePattern($0)
        }
        func number(_ header: String, _ range: ClosedRange<Int>) -> Int? {
            message[header].flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) }
        }
        attempt = requester.caller.flatMap { _ in number(PoolHeader.attempt, 1...1_000_000) } ?? 1
        refusals = number(PoolHeader.refusals, 0...1_000_000) ?? 0
        patience =
            number(PoolHeader.patience, PoolPatience.milliseconds).map { .milliseconds($0) } ?? PoolPatience.standard
        place = PoolPlace(message[PoolHeader.position])
    }

    /// The service's name in the session; nil without one that can be shown.
    var service: String? {
        guard let name = serviceHeader.flatMap(AttributeCoding.decode), 1...128 ~= name.utf8.count,
            name.printable == name
        else { return nil }
        return name
    }
}

/// A process of a caller, and how many lines it had read: `word.number` in a header.
struct PoolPlace: Equatable, Sendable {
    let word: Substring
    let number: Int

    /// Bytes.
    private static let longest = 64

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.longest, let dot = text.lastIndex(of: "."), dot > text.startIndex,
            let number = Int(text[text.index(after: dot)...]), number >= 0
        else { return nil }
        word = text[..<dot]
        self.number = number
    }
}

/// A request that a worker has taken.
struct WorkerTask: UnansweredRequest {
    let request: PoolRequest
    let since: Instant
    /// The child that has the request; nil while it waits for another request to finish.
    var child: ChildID?
    /// The time when the child must have written something; nil while it is not waited for.
    var deadline: Instant?

    var line: BusLine { request.line }
}
