import JSON
package import JSONRPC
package import Platform
import RPCMessages
package import Wire

/// A JSON-RPC server as a service of a session: events in and out on one side, messages on the other (`viperline rpc serve`).
///
/// - Each `rpc.input.request` has exactly one `rpc.output.response`, whatever the server does.
/// - A request that came before, to another process, is sent again only if it changes nothing.
package struct RPCService: Sendable {
    package struct Settings: Sendable {
        package var spoken = ServedProtocol.mcp
        /// The URI of the workspace, for LSP.
        package var root: String?
        /// True if the server's own requests become events. Otherwise they are refused, so that no server waits for ever.
        package var forwardsRequests = false
        /// The longest line of the bus.
        package var lineLimit: Int
        /// Distinguishes this process from its predecessors in the session.
        package var run: String
        /// Ours, for the server.
        package var version: String

        package init(lineLimit: Int, run: String, version: String) {
            (self.lineLimit, self.run, self.version) = (lineLimit, run, version)
        }
    }

    package enum Effect: Equatable, Sendable {
        /// A message for the server.
        case send([UInt8])
        case emit(Event)
        /// A sentence for the log.
        case report(String)
        /// Starts the server again: it has not survived the question for its era.
        case startAgain
        /// The service can't go on.
        case fail(String)
    }

    /// Requests without a response, of each side.
    package static let mostOpen = 1000
    /// The time that the server has to answer a request for a list: whoever wants it can't go on without it. The supervisor, which tells after
    /// 30 s that a service does not answer, knows no methods.
    static let listPatience = Duration.seconds(25)
    /// Bytes that an event has beside a result: its attributes, and the method.
    private static let envelope = 4096
    /// Lines of the server that are no messages are reported up to this number.
    private static let mostReports = 20

    private struct Call {
        var event: Event
        var method: String
        /// When it is answered with an error; nil for never.
        var due: Instant?
    }

    private let settings: Settings
    private var handshake: Handshake
    package private(set) var isReady = false
    private var isModern = false
    private var mayStartAgain = true
    private var calls: [Int: Call] = [:]
    private var nextID = Handshake.firstFreeID
    /// The server's requests by their names on the bus: their ids on the wire.
    private var asked: [String: [UInt8]] = [:]
    private var askedCount = 0
    private var reports = 0

    package init(_ settings: Settings) {
        self.settings = settings
        handshake = Handshake(settings.spoken, root: settings.root, version: settings.version)
    }

    package var hasOpenRequests: Bool { !calls.isEmpty }

    /// The time that the server may be silent until ``passOver()``; nil for any time.
    package var patience: Duration? { !isReady && handshake.mayPassOver ? Handshake.patience : nil }

    /// The server has been started.
    package mutating func begin() -> [Effect] { carryOut(handshake.begin(probes: mayStartAgain)) }

    package mutating func passOver() -> [Effect] { carryOut(handshake.passOver()) }

    private mutating func carryOut(_ steps: [Handshake.Step]) -> [Effect] {
        steps.map { step in
            switch step {
            case .send(let message): return .send(message)
            case .failed(let reason): return .fail(reason)
            case .ready(let ready):
                isReady = true
                isModern = ready.protocolName == "mcp-2026"
                return .emit(Event(RPCServerOutput.Ready.type, ready))
            }
        }
    }

    // MARK: From the bus

    package mutating func receive(_ event: Event, at now: Instant = .now) -> [Effect] {
        do throws(PayloadError) {
            switch event.type {
            case RPCServerInput.Request.type: return try request(event, at: now)
            case RPCServerInput.Notification.type:
                let message = try event.decode(RPCServerInput.Notification.self)
                return [.send(RPCOutput.notification(message.method, params(message.params)))]
            case RPCServerInput.Response.type: return respond(try event.decode(RPCServerInput.Response.self))
            case RPCServerInput.Cancel.type: return cancel(try event.decode(RPCServerInput.Cancel.self).id)
            default: return []
            }
        } catch {
            return [.emit(Event(refusing: event, because: error))]
        }
    }

    private mutating func request(_ event: Event, at now: Instant) throws(PayloadError) -> [Effect] {
        let request = try event.decode(RPCServerInput.Request.self)
        var call = Call(event: event, method: request.method)
        call.event.data = []
        if event.isReplayed, !settings.spoken.table.repeatable.contains(request.method) {
            let reason = "the process was replaced before it answered; \(request.method) may have been carried out"
            return [refuse(call, RPCCode.repeated, reason)]
        }
        guard calls.count < Self.mostOpen else {
            return [refuse(call, RPCCode.overloaded, "\(Self.mostOpen) requests are open")]
        }
        let id = nextID
        nextID += 1
        call.due = settings.spoken.table.lists[request.method].map { _ in now + Self.listPatience }
        calls[id] = call
        return [.send(RPCOutput.request(id, request.method, params(request.params, progressToken: id)))]
    }

    private func refuse(_ call: Call, _ code: Int, _ reason: String, data: JSONBytes? = nil) -> Effect {
        answer(call, failure: RPCFailure(code: code, message: reason, data: data))
    }

    private func params(_ given: JSONBytes?, progressToken: Int? = nil) -> [UInt8]? {
        let given = given?.bytes.onOneLine
        guard settings.spoken == .mcp else { return given }
        let token = progressToken.map { [(name: "progressToken", value: "\($0)")] } ?? []
        return RPCText.adding(meta: (isModern ? handshake.modernMeta : []) + token, to: given)
    }

    private mutating func respond(_ response: RPCServerInput.Response) -> [Effect] {
        guard let id = asked.removeValue(forKey: response.request) else {
            return [.report("no request \(response.request) of the server is open")]
        }
        let result = response.result?.bytes.onOneLine ?? Array("null".utf8)
        return [
            .send(response.error.map { RPCOutput.failure($0, id: id) } ?? RPCOutput.result(result, id: id))
        ]
    }

    private mutating func cancel(_ id: String) -> [Effect] {
        let found = calls.filter { $0.value.event.id == id || $0.value.event.correlation == id }.sorted {
            $0.key < $1.key
        }
        return found.flatMap { number, call in
            abandon(number, RPCCode.cancelled, "\(call.method) was cancelled")
        }
    }

    /// Nobody waits for the call any more: tells both sides.
    private mutating func abandon(_ number: Int, _ code: Int, _ reason: String) -> [Effect] {
        guard let call = calls.removeValue(forKey: number) else { return [] }
        let word = settings.spoken.table.cancellations.first.map { method, path in
            Effect.send(RPCOutput.notification(method, params(JSONBytes(Array(#"{"\#(path)":\#(number)}"#.utf8)))))
        }
        return [word, refuse(call, code, reason)].compactMap(\.self)
    }

    // MARK: Time

    /// When ``expire(at:)`` is due.
    package var deadline: Instant? { calls.values.lazy.compactMap(\.due).min() }

    /// Answers the lists that have not come in time.
    package mutating func expire(at now: Instant) -> [Effect] {
        calls.filter { $0.value.due.map { $0 <= now } ?? false }.sorted { $0.key < $1.key }.flatMap { number, call in
            let seconds = Self.listPatience.components.seconds
            return abandon(
                number, RPCCode.timedOut, "the server has not answered \(call.method) for \(seconds) seconds")
        }
    }

    /// A message for the server was not sent, because the server does not read.
    package mutating func receive(unsent message: [UInt8]) -> [Effect] {
        guard let read = try? RPCMessage(message), let call = taken(read.id) else {
            return [.report("the server does not read; a message was left out")]
        }
        return [refuse(call, RPCCode.overloaded, "the server does not read its requests")]
    }

    // MARK: From the server

    package mutating func receive(_ item: FrameReader.Item) -> [Effect] {
        switch item {
        case .message(let bytes, _): return receive(message: bytes)
        case .noise(let bytes, let problem):
            return report("\(problem): \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        case .tooLong(let count):
            // Nobody can know whose answer it was, and no request may wait for ever.
            let reason =
                "the server sent a message of \(count) bytes or more; at most \(FrameReader.longestMessage) are read"
            return endAll(RPCCode.tooLarge, reason) + [.report(reason)]
        }
    }

    private mutating func report(_ text: String) -> [Effect] {
        reports += 1
        return reports <= Self.mostReports ? [.report(text)] : []
    }

    private mutating func receive(message bytes: [UInt8]) -> [Effect] {
        let message: RPCMessage
        do throws(RPCMessage.Problem) { message = try RPCMessage(bytes) } catch {
            return report("\(error): \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        }
        switch message.kind {
        case .batch:
            return (JSONSlices.elements(ofArray: bytes.span) ?? []).flatMap { receive(message: Array(bytes[$0])) }
        case .response where !isReady: return carryOut(handshake.receive(message))
        case .response: return taken(message.id).map { [answer($0, with: message)] } ?? []
        case .notification: return [notify(message)]
        case .request: return ask(message)
        }
    }

    private mutating func taken(_ id: [UInt8]?) -> Call? {
        id.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap { calls.removeValue(forKey: $0) }
    }

    private func answer(_ call: Call, with message: RPCMessage) -> Effect {
        // Any other protocol may have its own envelope.
        if settings.spoken != .jsonRPC, let fault = message.fault(in: settings.spoken.table) {
            let reason = "the server's answer is none that clients accept: \(fault.rawValue)"
            return refuse(call, RPCCode.malformed, reason)
        }
        let text = message.text(message.error ?? message.result)?.onOneLine ?? []
        guard fits(text) else {
            let limit = settings.lineLimit
            return refuse(
                call, RPCCode.tooLarge,
                "the answer has \(text.count) bytes; a line of this session has at most \(limit) (line_limit)",
                data: JSONBytes(Array(#"{"bytes":\#(text.count),"limit":\#(limit)}"#.utf8)))
        }
        guard message.isFailure else {
            return answer(call, result: text == Array("null".utf8) ? nil : JSONBytes(text))
        }
        let failure =
            (try? RPCFailure(json: text)) ?? RPCFailure(code: 0, message: String(decoding: text, as: UTF8.self))
        return answer(call, failure: failure)
    }

    private func fits(_ json: [UInt8]) -> Bool {
        json.count <= settings.lineLimit - min(Self.envelope, settings.lineLimit / 2)
    }

    private func answer(_ call: Call, result: JSONBytes? = nil, failure: RPCFailure? = nil) -> Effect {
        .emit(
            Event(
                RPCServerOutput.Response.type,
                RPCServerOutput.Response(method: call.method, result: result, error: failure), answering: call.event))
    }

    private func notify(_ message: RPCMessage) -> Effect {
        let method = message.method ?? ""
        let params = message.text(message.params)?.onOneLine
        guard fits(params ?? []) else {
            return .report("\(method): left out, because it has \(params?.count ?? 0) bytes")
        }
        let notification = RPCServerOutput.Notification(method: method, params: params.map(JSONBytes.init))
        guard let path = settings.spoken.table.progress.reports[method],
            let token = message.value(at: path).flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
            let call = calls[token]
        else { return .emit(Event(RPCServerOutput.Notification.type, notification)) }
        return .emit(Event(RPCServerOutput.Notification.type, notification, answering: call.event))
    }

    private mutating func ask(_ message: RPCMessage) -> [Effect] {
        guard let id = message.id, let method = message.method else { return [] }
        if method == "ping" { return [.send(RPCOutput.result(Array("{}".utf8), id: id))] }
        let params = message.text(message.params)?.onOneLine
        guard settings.forwardsRequests, asked.count < Self.mostOpen, fits(params ?? []) else {
            let failure = RPCError(RPCCode.methodNotFound, "this client does not answer \(method)")
            return [.send(RPCOutput.failure(failure, id: id))]
        }
        askedCount += 1
        let name = "\(settings.run)-\(askedCount)"
        asked[name] = id
        let request = RPCServerOutput.Request(request: name, method: method, params: params.map(JSONBytes.init))
        return [.emit(Event(RPCServerOutput.Request.type, request))]
    }

    // MARK: The end

    /// The server has ended by itself.
    /// - Parameter outcome: how, such as "ended with exit code 1".
    package mutating func end(_ outcome: String) -> [Effect] {
        if !isReady {
            guard handshake.isProbing, mayStartAgain else {
                return [.fail("the server \(outcome) before it was ready")]
            }
            mayStartAgain = false
            return [.startAgain]
        }
        let message = "The server \(outcome)."
        let ended = RPCServerOutput.Ended(message: message, requests: calls.isEmpty ? nil : calls.count)
        return endAll(RPCCode.ended, "the server \(outcome)") + [
            .emit(Event(RPCServerOutput.Ended.type, ended)), .fail(message),
        ]
    }

    private mutating func endAll(_ code: Int, _ reason: String) -> [Effect] {
        defer { calls = [:] }
        return calls.sorted { $0.key < $1.key }.map { refuse($0.value, code, reason) }
    }
}
