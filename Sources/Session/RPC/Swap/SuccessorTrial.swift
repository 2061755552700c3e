import JSON
package import JSONRPC

/// A successor's rehearsal: it gets the messages that brought the old server into its state, one request after the other, and is asked for the
/// lists that the client knows. Its answers are for us; whatever else it sends is kept for the client.
package struct SuccessorTrial: Sendable {
    /// Bytes that are kept for the client.
    package static let mostHeld = 16 << 20

    /// What the client gets once the successor is the server.
    package private(set) var held: [FrameReader.Item] = []
    private var heldBytes = 0
    /// Why the successor cannot be used.
    package private(set) var failure: String?
    /// The lists as the successor gives them.
    package private(set) var lists: [String: ServerHistory.List] = [:]
    /// How many requests it has answered.
    package private(set) var answers = 0

    private enum Question { case handshake(String), list(String) }

    private let prefix: String
    private var numbers = 0
    private let revision: Int
    /// Messages of the handshake that it has.
    private var replayed = 0
    private var awaited: (id: [UInt8], question: Question)?
    /// What is to be asked next for a list that has more pages.
    private var nextPage: (method: String, request: RPCMessage)?

    /// - Parameter prefix: begins the ids of its requests, which no client may use.
    package init(for history: ServerHistory, prefix: String) {
        self.prefix = prefix
        revision = history.revision
    }

    /// Whether it was told what the client has taken back since.
    package func isOutdated(for history: ServerHistory) -> Bool { revision != history.revision }

    /// Whether it has nothing more to be told, and owes no answer.
    package func isReady(for history: ServerHistory) -> Bool {
        failure == nil && awaited == nil && nextPage == nil && replayed == history.handshake.count
            && history.lists.keys.allSatisfy { lists[$0] != nil }
    }

    /// - Returns: the messages that it gets now.
    package mutating func next(_ history: ServerHistory) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while failure == nil, awaited == nil {
            if replayed < history.handshake.count {
                let message = history.handshake[replayed]
                replayed += 1
                messages.append(message.id == nil ? message.bytes : ask(message, .handshake(message.method ?? "")))
            } else if let page = nextPage {
                nextPage = nil
                messages.append(ask(page.request, .list(page.method)))
            } else if let (method, list) = history.lists.first(where: { lists[$0.key] == nil }) {
                lists[method] = ServerHistory.List(request: list.request)
                messages.append(ask(list.request, .list(method)))
            } else {
                break
            }
        }
        return messages
    }

    private mutating func ask(_ message: RPCMessage, _ question: Question) -> [UInt8] {
        numbers += 1
        let id = Array("\"\(prefix)-\(numbers)\"".utf8)
        awaited = (id, question)
        return message.replacingID(with: id)
    }

    package mutating func receive(_ item: FrameReader.Item) {
        if case .message(let bytes, _) = item, let message = try? RPCMessage(bytes), message.kind == .response,
            let awaited, message.id == awaited.id
        {
            self.awaited = nil
            return take(message, awaited.question)
        }
        heldBytes += item.bytes(in: .lines).count
        held.append(item)
        if heldBytes > Self.mostHeld { failure = "it writes without end before it answers" }
    }

    private mutating func take(_ message: RPCMessage, _ question: Question) {
        answers += 1
        switch question {
        case .handshake(let method):
            guard message.isFailure else { return }
            let text = String(decoding: message.text(message.error) ?? [], as: UTF8.self)
            failure = "it answered \(method) with an error: \(text.prefix(200))"
        case .list(let method):
            lists[method]?.append(message)
            guard let list = lists[method], list.pages.count < ServerHistory.mostPages,
                let cursor = ServerHistory.List.cursor(after: message), let request = list.request(after: cursor)
            else { return }
            nextPage = (method, request)
        }
    }

    /// The notifications of the lists that are not what the client knows.
    package func changes(since history: ServerHistory, in table: DialogueProtocol) -> [String] {
        let changed = history.lists.filter { method, old in
            guard !old.pages.isEmpty, let new = lists[method] else { return false }
            // The client may not have asked for all pages.
            return old.isWhole ? new.pages != old.pages : !new.pages.starts(with: old.pages)
        }
        let own = held.compactMap { item in
            if case .message(let bytes, _) = item { (try? RPCMessage(bytes))?.method } else { nil }
        }
        return Set(changed.keys.compactMap { table.lists[$0] }).subtracting(own).sorted()
    }
}
