/// Which messages of a dialogue belong together: the requests of both sides that have no response yet.
///
/// Both sides may use the same ids, so a request is known by its sender and its id. At most `most` open requests of a side are
/// remembered; the oldest is forgotten first.
package struct PendingCalls: Sendable {
    /// A request, by its place among all requests of the dialogue (from 1).
    package struct Request: Equatable, Sendable {
        package let number: Int
        package let method: String
        package let sender: RPCPeer
        /// Whether its sender has cancelled it.
        package fileprivate(set) var isCancelled = false
    }

    package enum Relation: Equatable, Sendable {
        case request(Request)
        /// A request whose id an open request of the same sender has.
        case repeatedID(Request, open: Request)
        case response(to: Request)
        /// No open request of the other side has this id.
        case strayResponse
        case cancellation(of: Request?)
        case progress(of: Request?)
        case notification
        case batch
    }

    package static let most = 10_000

    private struct Key: Hashable {
        let sender: RPCPeer
        let id: [UInt8]
    }

    private let table: DialogueProtocol
    private var open: [Key: Request] = [:]
    private var tokens: [Key: Int] = [:]
    private var order: [(key: Key, number: Int)] = []
    private var count = 0

    package init(_ table: DialogueProtocol) { self.table = table }

    /// In the order in which they came.
    package var all: [Request] { open.values.sorted { $0.number < $1.number } }

    package mutating func receive(_ message: FrameMessage, from sender: RPCPeer) -> Relation {
        switch message.kind {
        case .batch: return .batch
        case .request: return request(message, sender)
        case .response:
            guard let id = message.id, let request = open.removeValue(forKey: Key(sender: sender.other, id: id)) else {
                return .strayResponse
            }
            tokens = tokens.filter { $0.value != request.number }
            return .response(to: request)
        case .notification: return notification(message, sender)
        }
    }

    private mutating func request(_ message: FrameMessage, _ sender: RPCPeer) -> Relation {
        count += 1
        let request = Request(number: count, method: message.method ?? "", sender: sender)
        let key = Key(sender: sender, id: message.id ?? [])
        let earlier = open.updateValue(request, forKey: key)
        order.append((key, count))
        forgetOldest()
        if let token = table.progressTokens.lazy.compactMap({ JSONPlace.value(at: $0, in: message) }).first {
            tokens[Key(sender: sender, id: token)] = count
        }
        // In DAP the cancellation is a request, too.
        if let path = table.cancellations[request.method] { _ = cancel(path, message, sender) }
        return earlier.map { .repeatedID(request, open: $0) } ?? .request(request)
    }

    private mutating func notification(_ message: FrameMessage, _ sender: RPCPeer) -> Relation {
        let method = message.method ?? ""
        if let path = table.cancellations[method] { return .cancellation(of: cancel(path, message, sender)) }
        guard let path = table.progress[method] else { return .notification }
        let token = JSONPlace.value(at: path, in: message)
        let number = token.flatMap { tokens[Key(sender: sender.other, id: $0)] }
        return .progress(of: number.flatMap { number in open.values.first { $0.number == number } })
    }

    private mutating func cancel(_ path: String, _ message: FrameMessage, _ sender: RPCPeer) -> Request? {
        guard let id = JSONPlace.value(at: path, in: message) else { return nil }
        let key = Key(sender: sender, id: id)
        open[key]?.isCancelled = true
        return open[key]
    }

    private mutating func forgetOldest() {
        // Those that were answered stand in the order, too, until they are the oldest.
        while let first = order.first, open[first.key]?.number != first.number || open.count > Self.most {
            if open[first.key]?.number == first.number { open[first.key] = nil }
            order.removeFirst()
            guard order.count > Self.most || open.count > Self.most else { return }
        }
    }
}
