import JSON
import Platform
import SafeText
import Wire

/// A request as it comes to a worker.
struct PoolRequest: Sendable {
    /// The sender of the request. No header is believed about that.
    enum Requester: Hashable, Sendable {
        case caller(SubjectName)
        /// Another NATS client.
        case client(reply: String, isBare: Bool)

        /// Requests of all clients go to the same children.
        var caller: SubjectName? { if case .caller(let name) = self { name } else { nil } }
    }

    let requester: Requester
    let line: BusLine
    let service: String
    let progress: [MessagePattern]
    let attempt: Int
    let refusals: Int
    let patience: Duration
    let place: PoolPlace?

    /// Patterns of types that count as progress.
    private static let mostPatterns = 32

    var name: EventName { EventName(source: line.source ?? "", id: line.id ?? "") }

    init(_ message: NATSMessage, from caller: SubjectName, _ type: Substring, _ settings: PoolWorkerSettings)
        throws(ServiceError)
    {
        let line = try Self.read { () throws(BindingError) in
            try CloudEventsBinding.line(message, limit: settings.lineLimit)
        }
        try self.init(message, .caller(caller), line, type, settings)
    }

    /// - Parameter id: an id for a request that is no event.
    init(_ message: NATSMessage, to reply: String, _ type: Substring, id: String, _ settings: PoolWorkerSettings)
        throws(ServiceError)
    {
        let (line, isBare) = try Self.read { () throws(BindingError) in
            try CloudEventsBinding.line(
                message, type: String(type), id: id, source: "nats", limit: settings.lineLimit)
        }
        guard line.id?.isEmpty == false else { throw .mistake("the event has no id") }
        try self.init(message, .client(reply: reply, isBare: isBare), line, type, settings)
    }

    private static func read<Line>(_ body: () throws(BindingError) -> Line) throws(ServiceError) -> Line {
        do throws(BindingError) { return try body() } catch { throw .mistake("\(error)") }
    }

    private init(
        _ message: NATSMessage, _ requester: Requester, _ line: BusLine, _ type: Substring,
        _ settings: PoolWorkerSettings
    ) throws(ServiceError) {
        guard line.type == type else { throw .mistake("its type \(line.type) is not that of its subject") }
        guard !type.hasPrefix("process."), EventSubject.isType(line.type) else {
            throw .mistake("nobody may ask a worker for \(line.type)")
        }
        self.requester = requester
        self.line = line
        let service = message[PoolHeader.service].flatMap(AttributeCoding.decode) ?? ""
        let isName = !service.isEmpty && service.utf8.count <= 128 && service.printable == service
        self.service = isName ? service : settings.pool.description
        let words = message[PoolHeader.progress].flatMap(AttributeCoding.decode)?.split(separator: ",") ?? []
        progress = words.prefix(Self.mostPatterns).map(String.init).filter(MessagePattern.isWellFormed).map {
            MessagePattern($0)
        }
        attempt = requester.caller.flatMap { _ in Self.number(message[PoolHeader.attempt], 1...1_000_000) } ?? 1
        refusals = Self.number(message[PoolHeader.refusals], 0...1_000_000) ?? 0
        let range = PoolPatience.range
        patience =
            Self.number(message[PoolHeader.patience], 0...3_600_000).map {
                min(max(.milliseconds($0), range.lowerBound), range.upperBound)
            } ?? PoolPatience.standard
        place = PoolPlace(message[PoolHeader.position])
    }

    private static func number(_ text: String?, _ range: ClosedRange<Int>) -> Int? {
        text.flatMap { Int($0) }.map { min(max($0, range.lowerBound), range.upperBound) }
    }
}
