package import JSONRPC

/// One of the two ends of a dialogue.
package enum RPCPeer: String, CaseIterable, Sendable {
    case client, server

    package var other: RPCPeer { self == .client ? .server : .client }
}

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
        /// As the message spells it.
        package let id: [UInt8]
        /// Whether its sender has cancelled it.
        package fileprivate(set) var isCancelled = false
        /// Of its reports of progress.
        fileprivate var token: [UInt8]?
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
    /// Of an id, in bytes; a request with a longer one is not remembered.
    package static let longestID = 1024
    /// Of a method's name, in characters; the rest of a longer one is not remembered.
    package static let longestMethod = 1024

    private struct Key: Hashable {
        let sender: RPCPeer
        let id: [UInt8]
    }

    /// The protocol, which may show only after the first message.
    package var table: DialogueProtocol
    private var open: [Key: Request] = [:]
    /// The requests that want reports of progress, by their tokens.
    private var tokens: [Key: Key] = [:]
    private var order: [(key: Key, number: Int)] = []
    private var count = 0

    package init(_ table: DialogueProtocol) { self.table = table }

    /// In the order in which they came.
    package var all: [Request] { open.values.sorted { $0.number < $1.number } }

    /// How many requests are held, with answered ones.
    var remembered: Int { order.count }

    /// The open request of a side with this id.
    package func request(_ id: [UInt8], of sender: RPCPeer) -> Request? { open[Key(sender: sender, id: id)] }

    /// Closes a request of a side that somebody else has answered.
    package mutating func forget(_ id: [UInt8], of sender: RPCPeer) {
        if let request = open.removeValue(forKey: Key(sender: sender, id: id)) { forgetToken(of: request) }
    }

    package mutating func receive(_ message: RPCMessage, from sender: RPCPeer) -> Relation {
        switch message.kind {
        case .batch: return .batch
        case .request: return request(message, sender)
        case .response:
            guard let id = message.id, let request = open.removeValue(forKey: Key(sender: sender.other, id: id)) else {
                return .strayResponse
            }
            forgetToken(of: request)
            return .response(to: request)
        case .notification: return notification(message, sender)
        }
    }

    private mutating func request(_ message: RPCMessage, _ sender: RPCPeer) -> Relation {
        count += 1
        let id = message.id ?? []
        var request = Request(
            number: count, method: String((message.method ?? "").prefix(Self.longestMethod)), sender: sender, id: id)
        // In DAP the cancellation is a request, too.
        if let path = table.cancellations[request.method] { _ = cancel(path, message, sender) }
        guard id.count <= Self.longestID else { return .request(request) }
        let token = table.progress.tokens.lazy.compactMap({ JSONPlace.value(at: $0, in: message) }).first
        if let token, token.count <= Self.longestID {
            request.token = token
            tokens[Key(sender: sender, id: token)] = Key(sender: sender, id: id)
        }
        let key = Key(sender: sender, id: id)
        let earlier = open.updateValue(request, forKey: key)
        if let earlier, earlier.token != token { forgetToken(of: earlier) }
        order.append((key, count))
        forgetOldest()
        return earlier.map { .repeatedID(request, open: $0) } ?? .request(request)
    }

    private mutating func notification(_ message: RPCMessage, _ sender: RPCPeer) -> Relation {
        let method = message.method ?? ""
        if let path = table.cancellations[method] { return .cancellation(of: cancel(path, message, sender)) }
        guard let path = table.progress.reports[method] else { return .notification }
        let token = JSONPlace.value(at: path, in: message)
        let key = token.flatMap { tokens[Key(sender: sender.other, id: $0)] }
        return .progress(of: key.flatMap { open[$0] })
    }

    private mutating func cancel(_ path: String, _ message: RPCMessage, _ sender: RPCPeer) -> Request? {
        guard let id = JSONPlace.value(at: path, in: message) else { return nil }
        let key = Key(sender: sender, id: id)
        open[key]?.isCancelled = true
        return open[key]
    }

    private mutating func forgetToken(of request: Request) {
        if let token = request.token { tokens[Key(sender: request.sender, id: token)] = nil }
    }

    private mutating func forgetOldest() {
        // Those that were answered stand in the order until they are many.
        if order.count > 2 * Self.most { order.removeAll { open[$0.key]?.number != $0.number } }
        while open.count > Self.most {
            let oldest = order.removeFirst()
            guard let request = open[oldest.key], request.number == oldest.number else { continue }
            open[oldest.key] = nil
            forgetToken(of: request)
        }
    }
}
