package import JSONRPC
package import Platform

/// One of the two ends of a dialogue.
package enum RPCPeer: String, CaseIterable, Sendable {
    case client, server

    package var other: RPCPeer { self == .client ? .server : .client }
}

/// A value for each of the two ends.
struct ForEachPeer<Value> {
    private var client: Value
    private var server: Value

    init(_ value: Value) { (client, server) = (value, value) }

    subscript(peer: RPCPeer) -> Value {
        get { peer == .client ? client : server }
        _modify {
            if peer == .client { yield &client } else { yield &server }
        }
    }
}

extension ForEachPeer: Sendable where Value: Sendable {}

/// The requests of both sides that have no response yet, and so the messages of a dialogue that belong together.
///
/// Both sides may use the same ids, so a request is known by its sender and its id. At most `most` open requests are remembered; the
/// oldest is forgotten first.
package struct PendingCalls: Sendable {
    package struct Request: Equatable, Sendable {
        /// Counts the requests of the dialogue, from 1.
        package let number: Int
        package let method: String
        package let sender: RPCPeer
        /// The id as the message spells it.
        package let id: [UInt8]
        /// The number of its frame among those of its sender.
        let frame: Int
        let since: Instant
        /// True once its sender has cancelled it.
        package fileprivate(set) var isCancelled = false
        /// The token of its reports of progress.
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

        /// The request that the message is, or belongs to.
        var request: Request? {
            switch self {
            case .request(let request), .repeatedID(let request, _), .response(let request),
                .cancellation(let request?), .progress(let request?):
                request
            case .strayResponse, .cancellation(nil), .progress(nil), .notification, .batch: nil
            }
        }
    }

    package static let most = 10_000
    /// Bytes of an id; a request with a longer one is not remembered.
    package static let longestID = 1024
    /// Messages of a client that are searched for what shows the protocol.
    private static let mostUndecided = 100
    /// Characters of a method's name; the rest of a longer one is not remembered.
    package static let longestMethod = 1024

    struct Key: Hashable {
        let sender: RPCPeer
        let id: [UInt8]

        func hash(into hasher: inout Hasher) {
            hasher.combine(sender)
            // An array of numbers hashes each by itself.
            id.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// The protocol, which may show only after the first message.
    package private(set) var table: DialogueProtocol
    /// Messages of the client that may still show the protocol; then it is the assumed one.
    private var undecided: Int
    private var open: [Int: Request] = [:]
    /// The numbers of the open requests.
    private var numbers: [Key: Int] = [:]
    /// The numbers of those that want reports of progress, by their tokens.
    private var tokens: [Key: Int] = [:]
    /// The number of the newest request.
    private(set) var count = 0
    /// No open request has a lower number.
    private var oldest = 1
    /// The frames of each side so far.
    var frames = ForEachPeer(0)

    /// - Parameter table: nil to find it in the client's messages.
    package init(_ table: DialogueProtocol?) {
        undecided = table == nil ? Self.mostUndecided : 0
        self.table = table ?? .jsonRPC
    }

    /// All open requests, in the order in which they came.
    package var all: [Request] { open.values.sorted { $0.number < $1.number } }

    subscript(_ number: Int) -> Request? { open[number] }

    /// True if somebody waits for the response to an open request.
    func isAwaited(_ request: Request) -> Bool {
        !(table.endless.contains(request.method) || request.isCancelled && !table.answersCancelled)
    }

    package func request(_ id: [UInt8], of sender: RPCPeer) -> Request? {
        numbers[Key(sender: sender, id: id)].flatMap { open[$0] }
    }

    /// Closes a request of a side that somebody else has answered.
    package mutating func forget(_ id: [UInt8], of sender: RPCPeer) { close(numbers[Key(sender: sender, id: id)]) }

    /// Finds the protocol in a message, unless it is known.
    mutating func recognise(_ message: RPCMessage, from sender: RPCPeer, in framing: Framing) {
        guard undecided > 0, sender == .client else { return }
        undecided -= 1
        guard let spoken = DialogueProtocol.spoken(by: message, in: framing) else { return }
        (table, undecided) = (spoken, 0)
    }

    package mutating func receive(
        _ message: RPCMessage, from sender: RPCPeer, frame: Int = 0, at now: Instant = .past
    ) -> Relation {
        switch message.kind {
        case .batch: return .batch
        case .request: return request(message, sender, frame, now)
        case .response:
            let number = message.id.flatMap { numbers[Key(sender: sender.other, id: $0)] }
            return close(number).map { .response(to: $0) } ?? .strayResponse
        case .notification: return notification(message, sender)
        }
    }

    private mutating func request(
        _ message: RPCMessage, _ sender: RPCPeer, _ frame: Int, _ now: Instant
    ) -> Relation {
        count += 1
        let id = message.id ?? []
        var request = Request(
            number: count, method: message.method.map(Self.bounded) ?? "", sender: sender, id: id, frame: frame,
            since: now)
        // In DAP the cancellation is a request, too.
        if let path = table.cancellations[request.method] { _ = cancel(path, message, sender) }
        guard id.count <= Self.longestID else { return .request(request) }
        let earlier = remove(numbers.updateValue(count, forKey: Key(sender: sender, id: id)))
        let token = table.progress.tokens.lazy.compactMap({ message.value(at: $0, in: message.params) }).first
        if let token, token.count <= Self.longestID {
            request.token = token
            tokens[Key(sender: sender, id: token)] = count
        }
        open[count] = request
        while open.count > Self.most {
            close(oldest)
            oldest += 1
        }
        return earlier.map { .repeatedID(request, open: $0) } ?? .request(request)
    }

    private static func bounded(_ method: String) -> String {
        method.utf8.count <= longestMethod ? method : String(method.prefix(longestMethod))
    }

    private mutating func notification(_ message: RPCMessage, _ sender: RPCPeer) -> Relation {
        let method = message.method ?? ""
        if let path = table.cancellations[method] { return .cancellation(of: cancel(path, message, sender)) }
        guard let path = table.progress.reports[method] else { return .notification }
        let number = message.value(at: path).flatMap { tokens[Key(sender: sender.other, id: $0)] }
        return .progress(of: number.flatMap { open[$0] })
    }

    private mutating func cancel(_ path: String, _ message: RPCMessage, _ sender: RPCPeer) -> Request? {
        guard let id = message.value(at: path), let number = numbers[Key(sender: sender, id: id)] else { return nil }
        open[number]?.isCancelled = true
        return open[number]
    }

    @discardableResult
    private mutating func close(_ number: Int?) -> Request? {
        guard let request = remove(number) else { return nil }
        numbers[Key(sender: request.sender, id: request.id)] = nil
        return request
    }

    /// Removes a request whose id another one has from now on, or none.
    private mutating func remove(_ number: Int?) -> Request? {
        guard let number, let request = open.removeValue(forKey: number) else { return nil }
        if let token = request.token.map({ Key(sender: request.sender, id: $0) }), tokens[token] == number {
            tokens[token] = nil
        }
        return request
    }
}
