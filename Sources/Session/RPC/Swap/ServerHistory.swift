import JSON
import JSONRPC
import Platform

/// The knowledge that a successor of a server needs of the dialogue so far: the messages that brought the server into its state, the lists that
/// the client knows, and the calls that are under way.
struct ServerHistory: Sendable {
    /// A request of the client without a response.
    struct Call: Sendable {
        let message: RPCMessage
        fileprivate(set) var since: Instant
        /// True if it was sent to a second server.
        fileprivate(set) var isResent = false
        fileprivate(set) var isCancelled = false
    }

    /// A list, as the client has asked for it.
    struct List: Equatable, Sendable {
        /// Asks for the first page.
        let request: RPCMessage
        /// The answers in a form that can be compared, without what differs from run to run.
        fileprivate(set) var pages: [[UInt8]] = []
        /// True if the last page names no other one.
        fileprivate(set) var isWhole = false
    }

    /// Bytes of the messages of a handshake; with more, no successor can follow.
    static let mostHandshake = 16 << 20
    /// Calls under way of which the message is kept. Of others a successor does not know.
    static let mostCalls = 10_000
    /// Bytes of their messages.
    static let mostCallBytes = 32 << 20

    /// Pages of a list that are compared.
    static let mostPages = 100

    private(set) var handshake: [RPCMessage] = []
    private var handshakeBytes = 0
    /// Changes when a message of the handshake is forgotten.
    private(set) var revision = 0
    private(set) var isTooLong = false
    private(set) var lists: [String: List] = [:]
    private(set) var calls: [[UInt8]: Call] = [:]
    private var callBytes = 0
    /// Requests for lists that are under way, by their ids.
    private var listing: [[UInt8]: String] = [:]
    /// Requests of the server that the client has not answered.
    private(set) var asked: Set<[UInt8]> = []
    /// True once the client has announced its end.
    private(set) var hasSaidFarewell = false

    init() {}

    // MARK: The client

    mutating func receive(fromClient message: RPCMessage, in table: DialogueProtocol, at now: Instant) {
        switch message.kind {
        case .request, .notification:
            let method = message.method ?? ""
            if table.farewells.contains(method) { hasSaidFarewell = true }
            if table.handshake.methods.contains(method) { remember(message, method, table) }
            if let path = table.cancellations[method], let id = message.value(at: path) {
                calls[id]?.isCancelled = true
            }
            if let id = message.id { open(message, id, method, table, at: now) }
        case .response: if let id = message.id { answer(id) }
        case .batch: break
        }
    }

    private mutating func open(
        _ message: RPCMessage, _ id: [UInt8], _ method: String, _ table: DialogueProtocol, at now: Instant
    ) {
        guard calls.count < Self.mostCalls, callBytes + message.bytes.count <= Self.mostCallBytes else { return }
        if let old = calls.updateValue(Call(message: message, since: now), forKey: id) {
            callBytes -= old.message.bytes.count
        }
        callBytes += message.bytes.count
        guard table.lists[method] != nil else { return }
        let isFirst = message.value(at: "cursor").map { $0 == Array("null".utf8) } ?? true
        if isFirst { lists[method] = List(request: message) }
        listing[id] = method
    }

    private mutating func remember(_ message: RPCMessage, _ method: String, _ table: DialogueProtocol) {
        if let place = table.handshake.undone[method], let name = message.value(at: place) {
            forget(name, at: place)
            return
        }
        handshake.append(message)
        handshakeBytes += message.bytes.count
        if handshakeBytes > Self.mostHandshake { isTooLong = true }
    }

    /// Forgets messages that were taken back again: they are of no interest to a successor.
    private mutating func forget(_ name: [UInt8], at place: String) {
        revision += 1
        handshake.removeAll { $0.value(at: place) == name }
        handshakeBytes = handshake.reduce(0) { $0 + $1.bytes.count }
        isTooLong = handshakeBytes > Self.mostHandshake
    }

    /// The client has answered a request of the server.
    mutating func answer(_ id: [UInt8]) { asked.remove(id) }

    // MARK: The server

    mutating func receive(fromServer message: RPCMessage) {
        guard let id = message.id else { return }
        switch message.kind {
        case .request: if asked.count < Self.mostCalls { asked.insert(id) }
        case .response:
            close(id)
            if let method = listing.removeValue(forKey: id) { lists[method]?.append(message) }
        case .notification, .batch: break
        }
    }

    private mutating func close(_ id: [UInt8]) {
        if let call = calls.removeValue(forKey: id) { callBytes -= call.message.bytes.count }
    }

    /// The calls under way, the oldest first, and no more of them.
    mutating func takeCalls() -> [Call] {
        defer {
            (calls, listing, callBytes) = ([:], [:], 0)
        }
        return calls.values.sorted { $0.since < $1.since }
    }

    /// The requests of the old server that the client will still answer.
    mutating func takeAsked() -> Set<[UInt8]> {
        defer { asked = [] }
        return asked
    }

    mutating func resend(_ call: Call, in table: DialogueProtocol, at now: Instant) {
        guard let id = call.message.id else { return }
        open(call.message, id, call.message.method ?? "", table, at: now)
        calls[id]?.isResent = true
    }

    /// The lists that a successor gives.
    mutating func adopt(_ lists: [String: List]) { self.lists.merge(lists) { $1 } }

    /// When the oldest call that has to be answered came.
    func oldestCall(in table: DialogueProtocol) -> Instant? {
        calls.values.filter { isAwaited($0, in: table) }.map(\.since).min()
    }

    /// True if a call of this kind waits for its answer.
    func hasCall(in table: DialogueProtocol, where condition: (Call) -> Bool) -> Bool {
        calls.values.contains { isAwaited($0, in: table) && condition($0) }
    }

    private func isAwaited(_ call: Call, in table: DialogueProtocol) -> Bool {
        !table.endless.contains(call.message.method ?? "") && !call.isCancelled
    }
}

extension ServerHistory.List {
    /// The cursor of the page after the last one.
    static func cursor(after message: RPCMessage) -> [UInt8]? {
        let cursor = message.value(at: ["nextCursor"], in: message.result)
        return cursor?.first == UInt8(ascii: "\"") ? cursor : nil
    }

    mutating func append(_ message: RPCMessage) {
        pages.append(Self.page(message))
        isWhole = Self.cursor(after: message) == nil
    }

    private static let volatile: Set = ["_meta", "nextCursor"]

    private static func page(_ message: RPCMessage) -> [UInt8] {
        guard let result = message.result else { return message.text(message.error) ?? [] }
        let span = message.bytes.span.extracting(result)
        guard let members = try? JSONSlices.members(span) else { return Array(message.bytes[result]) }
        var page: [UInt8] = []
        for member in members {
            let key = JSONText.decode(span.extracting(member.key)) ?? ""
            guard !volatile.contains(key) else { continue }
            JSONText.append(key, to: &page)
            try? JSONCanonicalForm.append(span.extracting(member.value), to: &page)
        }
        return page
    }

    /// The request for the next page, with another cursor.
    func request(after cursor: [UInt8]) -> RPCMessage? {
        let given = request.text(request.params)
        var params = given?.first == UInt8(ascii: "{") ? given ?? [] : Array("{}".utf8)
        if let old = JSONSlices.member("cursor", of: params.span) {
            params.replaceSubrange(old, with: cursor)
        } else {
            params = RPCText.inserting(#""cursor":\#(String(decoding: cursor, as: UTF8.self))"#, in: params, after: 0)
        }
        return try? RPCMessage(RPCOutput.request(0, request.method ?? "", params))
    }
}
