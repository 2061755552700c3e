import AgentTools
import JSON
import JSONRPC
import Version

/// The Model Context Protocol as a server has it on stdio (modelcontextprotocol.io/specification): messages in, calls of tools and answers out.
///
/// Two eras: up to 2025-11-25 a client begins with `initialize`; since 2026-07-28 each request names its version in `_meta`.
struct Dialogue {
    static let modern = "2026-07-28"
    /// The versions with a handshake, the newest first.
    static let legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    private static let prefix = "io.modelcontextprotocol/"

    enum Received: Equatable {
        case nothing
        case answer([UInt8])
        case call(ToolCall)
        /// The client no longer waits for that request.
        case cancelled(id: [UInt8])
        /// The client's answer to a request of ours; nil where it refuses.
        case response(id: [UInt8], QuestionReply?)
    }

    var handshake = ClientHello.absent
    private let verbs: [AgentVerb]
    private let tools: String

    init(verbs: [AgentVerb] = []) {
        self.verbs = verbs
        tools = Tool.list(with: verbs)
    }

    mutating func receive(_ item: FrameReader.Item) -> Received {
        switch item {
        case .noise(_, let problem): return Self.refused(RPCError(RPCCode.parseError, "\(problem)"), id: nil)
        case .tooLong:
            return Self.refused(
                RPCError(RPCCode.invalidRequest, "a message has at most \(AgentLimits.longestMessage) bytes"), id: nil)
        case .message(let bytes, _):
            do throws(RPCMessage.Problem) { return receive(try RPCMessage(bytes)) } catch {
                return Self.refused(error.refusal, id: nil)
            }
        }
    }

    private mutating func receive(_ message: RPCMessage) -> Received {
        guard message.kind != .batch, message.isOfVersion2, !message.hasNullID else {
            return Self.refused(RPCError(RPCCode.invalidRequest, "this is no single message of JSON-RPC 2.0"), id: nil)
        }
        if message.kind == .response, let id = message.id {
            return .response(id: id, message.text(message.result).flatMap { try? QuestionReply(json: $0) })
        }
        guard let id = message.id, let method = message.method else {
            guard message.method == "notifications/cancelled", let id = message.value(at: "requestId") else {
                return .nothing
            }
            return .cancelled(id: id)
        }
        guard id.count <= AgentLimits.longestID else {
            return Self.refused(
                RPCError(RPCCode.invalidRequest, "an id has at most \(AgentLimits.longestID) bytes"), id: nil)
        }
        do throws(RPCError) { return try answer(method, message, id) } catch { return Self.refused(error, id: id) }
    }

    private static func refused(_ error: RPCError, id: [UInt8]?) -> Received {
        .answer(RPCOutput.failure(error, id: id))
    }

    private mutating func answer(_ method: String, _ message: RPCMessage, _ id: [UInt8]) throws(RPCError) -> Received {
        if method == "initialize" { return Self.answered(initialize(message), id: id) }
        let isModern = try Self.isModern(message)
        if method == "ping", !isModern { return Self.answered("{}", id: id) }
        guard isModern || handshake != .absent else {
            throw RPCError(
                RPCCode.invalidRequest, "the first request is initialize, or each names its version (\(Self.modern))")
        }
        switch method {
        case "server/discover" where isModern:
            return Self.answered(#"{"supportedVersions":["\#(Self.modern)"],\#(Self.offer)\#(Self.lasting)}"#, id: id)
        case "tools/list": return Self.answered("{\(tools)\(isModern ? Self.lasting : "")}", id: id)
        case "tools/call":
            let path = ["_meta", "\(Self.prefix)clientCapabilities", "elicitation"]
            let canAsk = isModern ? Self.fillsForms(message.value(at: path, in: message.params)) : handshake == .asking
            return .call(try ToolCall(message, id: id, isModern: isModern, canAsk: canAsk, verbs))
        default: throw RPCError(RPCCode.methodNotFound, "there is no method \(method.prefix(100))")
        }
    }

    private mutating func initialize(_ message: RPCMessage) -> String {
        handshake = Self.fillsForms(message.value(at: "capabilities.elicitation")) ? .asking : .plain
        let wanted = message.value(at: "protocolVersion").flatMap { try? String(json: $0) }
        let version = wanted.flatMap { Self.legacy.contains($0) ? $0 : nil } ?? Self.legacy[0]
        return #"{"protocolVersion":"\#(version)","serverInfo":\#(Self.server),\#(Self.offer)}"#
    }

    /// - Parameter elicitation: the client's capability; nil for none. Before 2025-11-25 it names no kinds.
    private static func fillsForms(_ elicitation: [UInt8]?) -> Bool {
        guard let elicitation, let kinds = try? [String: JSONBytes](json: elicitation) else { return false }
        return kinds["form"] != nil || kinds["url"] == nil
    }

    private static func isModern(_ message: RPCMessage) throws(RPCError) -> Bool {
        guard let named = message.value(at: ["_meta", "\(prefix)protocolVersion"], in: message.params) else {
            return false
        }
        let version = (try? String(json: named)) ?? ""
        if version == modern || legacy.contains(version) { return version == modern }
        let data = #"{"supported":["\#(modern)"],"requested":\#(String(version.prefix(40)).jsonText)}"#
        throw RPCError(RPCCode.unsupportedVersion, "that version is not supported", data: JSONBytes(Array(data.utf8)))
    }

    // MARK: What is sent

    private static let server = #"{"name":"viperline","version":"\#(Version.current)"}"#
    private static let meta = #","_meta":{"\#(prefix)serverInfo":\#(server)}"#
    private static let complete = #","resultType":"complete"\#(meta)"#
    /// The members of a result that a client may keep.
    private static let lasting = #"\#(complete),"ttlMs":3600000,"cacheScope":"private""#
    private static let offer = #""capabilities":{"tools":{}},"instructions":\#(Tool.instructions.jsonText)"#

    private static func answered(_ result: String, id: [UInt8]) -> Received {
        .answer(RPCOutput.result(Array(result.utf8), id: id))
    }

    /// The response to a call.
    /// - Parameter texts: Viperline's own words first; behind them what the application shows.
    static func response(to call: ToolCall, _ texts: [String], isError: Bool) -> [UInt8] {
        let blocks = texts.map { #"{"type":"text","text":\#($0.jsonText)}"# }.joined(separator: ",")
        let rest = call.isModern ? complete : ""
        return RPCOutput.result(
            Array(#"{"content":[\#(blocks)],"isError":\#(isError)\#(rest)}"#.utf8), id: call.id)
    }

    static func progress(_ token: JSONBytes, step: Int, _ message: String) -> [UInt8] {
        let token = String(decoding: token.bytes, as: UTF8.self)
        let params = #"{"progressToken":\#(token),"progress":\#(step),"message":\#(message.jsonText)}"#
        return RPCOutput.notification("notifications/progress", Array(params.utf8))
    }

    /// The result of a call that has asked the client's user; the client repeats the call with the answer.
    static func question(_ question: Question, of call: ToolCall) -> [UInt8] {
        let id = question.id.jsonText
        let result =
            #"{"resultType":"input_required","inputRequests":{\#(id):{\#(question.request)}},"requestState":\#(id)\#(meta)}"#
        return RPCOutput.result(Array(result.utf8), id: call.id)
    }

    /// The same as a request of its own, for the versions before.
    static func request(_ question: Question, for call: [UInt8]) -> [UInt8] {
        #"{"jsonrpc":"2.0","id":"#.utf8 + id(of: question.id, for: call) + ",\(question.request)}".utf8
    }

    /// The id of that request.
    static func id(of question: String, for call: [UInt8]) -> [UInt8] {
        "\(question)-\(String(decoding: call, as: UTF8.self))".json
    }
}

/// How a client has begun, for a view that takes this one's place.
enum ClientHello: String, CaseIterable, JSONCodable, Sendable {
    case absent, plain
    /// The client can ask its user.
    case asking
}
