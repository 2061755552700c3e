import JSONRPC
import Platform
import Processes

/// A server that is rehearsed beside the one in use. It gets the messages that brought that one into its state, one request after the other,
/// and is asked for the lists that the client knows. Its answers are for us; whatever else it sends is kept for the client.
/// The process is killed when this goes.
struct Successor {
    /// Bytes that are kept for the client.
    static let mostHeld = 16 << 20
    /// The time that it has to answer all that it is asked.
    static let patience = Duration.seconds(30)
    /// The time that one must live that is asked nothing.
    static let probation = Duration.seconds(1)

    private struct Question {
        let id: [UInt8]
        let method: String
    }

    let process: PipedProcess
    private(set) var reader: FrameReader
    private let framing: Framing
    private let began: Instant
    /// When it had passed, and began to wait for the calls under way.
    var passed: Instant?
    /// Frames for the client, which gets them once this is the server.
    private(set) var held: [FrameReader.Item] = []
    private var heldBytes = 0
    private var failure: String?
    /// The lists as this server gives them.
    private(set) var lists: [String: ServerHistory.List] = [:]
    /// The beginning of the ids of its requests, which no client may use.
    private let prefix: String
    private var questions = 0
    private var awaited: Question?
    /// The request for the next page of a list.
    private var nextPage: RPCMessage?
    private let revision: Int
    /// The number of messages of the handshake that it has.
    private var replayed = 0

    init(
        _ launch: Launch, for history: ServerHistory, prefix: String, in framing: Framing, at now: Instant
    ) throws(SystemError) {
        process = try PipedProcess(launch, [.input, .output], mostUnread: .max, leavesGroup: true)
        reader = FrameReader(framing: framing)
        (self.framing, self.prefix, began, revision) = (framing, prefix, now, history.revision)
    }

    /// True if it was told what the client has taken back since.
    func isOutdated(for history: ServerHistory) -> Bool { revision != history.revision }

    /// True if it may take over: it has nothing more to be told, owes no answer, and has shown that it lives.
    func isReady(for history: ServerHistory, at now: Instant) -> Bool {
        isComplete(for: history) && (questions > 0 || now - began >= Self.probation)
    }

    private func isComplete(for history: ServerHistory) -> Bool {
        failure == nil && awaited == nil && nextPage == nil && replayed == history.handshake.count
            && history.lists.keys.allSatisfy { lists[$0] != nil }
    }

    /// When it passes or fails if nothing comes.
    var deadline: Instant { began + (questions == 0 ? Self.probation : Self.patience) }

    /// Why it cannot be used; nil if it may still pass.
    func failure(for history: ServerHistory, at now: Instant) -> String? {
        if let outcome = process.reap() { return "it \(outcome)" }
        guard failure == nil, now - began >= Self.patience, !isComplete(for: history) else { return failure }
        return "it has not answered for \(Self.patience.components.seconds) seconds"
    }

    // MARK: The rehearsal

    /// Tells it what it does not know, and reads what it has sent.
    mutating func proceed(_ history: ServerHistory) {
        tell(history)
        reader.append(process.readOutput())
        while let item = reader.next() { receive(item) }
        tell(history)
    }

    private mutating func tell(_ history: ServerHistory) {
        while failure == nil, awaited == nil {
            if replayed < history.handshake.count {
                let message = history.handshake[replayed]
                replayed += 1
                if message.id == nil { give(message.bytes) } else { ask(message) }
            } else if let page = nextPage {
                nextPage = nil
                ask(page)
            } else if let (method, list) = history.lists.first(where: { lists[$0.key] == nil }) {
                lists[method] = ServerHistory.List(request: list.request)
                ask(list.request)
            } else {
                break
            }
        }
        process.write()
    }

    private mutating func ask(_ request: RPCMessage) {
        questions += 1
        let id = Array("\"\(prefix)-\(questions)\"".utf8)
        awaited = Question(id: id, method: request.method ?? "")
        give(request.replacingID(with: id))
    }

    private func give(_ message: [UInt8]) { _ = process.give(framing.frame(message)) }

    private mutating func receive(_ item: FrameReader.Item) {
        if case .message(let bytes, _) = item, let message = try? RPCMessage(bytes), message.kind == .response,
            let question = awaited, message.id == question.id
        {
            awaited = nil
            return take(message, to: question.method)
        }
        heldBytes += item.bytes(in: .lines).count
        held.append(item)
        if heldBytes > Self.mostHeld { failure = "it writes without end before it answers" }
    }

    private mutating func take(_ answer: RPCMessage, to method: String) {
        guard var list = lists[method] else {
            let text = String(decoding: answer.text(answer.error) ?? [], as: UTF8.self)
            if answer.isFailure { failure = "it answered \(method) with an error: \(text.prefix(200))" }
            return
        }
        list.append(answer)
        lists[method] = list
        guard list.pages.count < ServerHistory.mostPages, let cursor = ServerHistory.List.cursor(after: answer) else {
            return
        }
        nextPage = list.request(after: cursor)
    }

    // MARK: The result

    /// The notifications of the lists that are not what the client knows.
    func changes(since history: ServerHistory, in table: DialogueProtocol) -> [String] {
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
