import Encodings
import JSON
import JSONRPC
import RPCMessages

/// A protocol whose client `viperline rpc serve` can be.
package enum ServedProtocol: String, CaseIterable, Sendable {
    /// MCP of both eras; the handshake finds out which.
    case mcp
    case acp, lsp
    /// Any other JSON-RPC 2.0, without a handshake.
    case jsonRPC = "json-rpc"

    package var table: DialogueProtocol { .named(rawValue) ?? .jsonRPC }

    /// The URI of a folder as the workspace, where the protocol has one.
    /// - Parameter folder: an absolute path.
    package func root(of folder: String) -> String? {
        self == .lsp ? "file://" + PercentEncoding.path.encode(folder) : nil
    }
}

/// The beginning of a dialogue, as the client has it.
///
/// An MCP server of 2026-07-28 answers `server/discover` with its versions, capabilities or name. Any other answer than that or
/// "unsupported version", and silence, mean a server of the era before, which gets `initialize` (Model Context Protocol, 2026-07-28, "stdio", backward compatibility).
struct Handshake: Sendable {
    enum Step: Equatable, Sendable {
        case send([UInt8])
        case ready(RPCServerOutput.Ready)
        case failed(String)
    }

    static let modernVersion = "2026-07-28"
    static let legacyVersion = "2025-11-25"
    /// The time that a server has for `server/discover` before it gets `initialize`, too.
    static let patience = Duration.seconds(3)

    private let spoken: ServedProtocol
    private let root: String?
    private let version: String
    /// The ids of requests without an answer.
    private var awaited: Set<Int> = []

    /// The ids of its requests on the wire; the service's own come after them.
    private static let discovery = 1
    private static let initialization = 2
    static let firstFreeID = 3

    /// - Parameters:
    ///   - root: the URI of the workspace, for LSP.
    ///   - version: ours.
    init(_ spoken: ServedProtocol, root: String?, version: String) {
        (self.spoken, self.root, self.version) = (spoken, root, version)
    }

    /// True if the server may be of the era without a handshake.
    var isProbing: Bool { awaited.contains(Self.discovery) }
    /// True if silence means that it is not.
    var mayPassOver: Bool { awaited == [Self.discovery] }

    /// - Parameter probes: whether an MCP server is asked for its era first.
    mutating func begin(probes: Bool = true) -> [Step] {
        awaited = []
        switch spoken {
        case .jsonRPC: return [.ready(RPCServerOutput.Ready(protocolName: spoken.rawValue))]
        case .mcp where probes:
            awaited = [Self.discovery]
            let params = RPCText.adding(meta: modernMeta, to: nil)
            return [.send(RPCOutput.request(Self.discovery, "server/discover", params))]
        case .mcp, .acp, .lsp: return initialize()
        }
    }

    /// The members of `_meta` in each request to a server of the era without a handshake.
    var modernMeta: [(name: String, value: String)] {
        [
            ("io.modelcontextprotocol/protocolVersion", #""\#(Self.modernVersion)""#),
            ("io.modelcontextprotocol/clientInfo", clientInfo), ("io.modelcontextprotocol/clientCapabilities", "{}"),
        ]
    }

    private var clientInfo: String { #"{"name":"viperline","version":"\#(version)"}"# }

    private mutating func initialize() -> [Step] {
        guard awaited.insert(Self.initialization).inserted else { return [] }
        let params =
            switch spoken {
            case .mcp, .jsonRPC:
                #"{"protocolVersion":"\#(Self.legacyVersion)","capabilities":{},"clientInfo":\#(clientInfo)}"#
            case .acp: #"{"protocolVersion":1,"clientCapabilities":{},"clientInfo":\#(clientInfo)}"#
            case .lsp:
                #"{"processId":null,"clientInfo":\#(clientInfo),"rootUri":\#(root.map { String(decoding: $0.json, as: UTF8.self) } ?? "null"),"capabilities":{}}"#
            }
        return [.send(RPCOutput.request(Self.initialization, "initialize", Array(params.utf8)))]
    }

    /// The server has been silent for ``patience``.
    mutating func passOver() -> [Step] { isProbing ? initialize() : [] }

    /// - Returns: no step for what is no answer to the handshake.
    mutating func receive(_ message: RPCMessage) -> [Step] {
        guard message.kind == .response, let id = message.id.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
            awaited.remove(id) != nil
        else { return [] }
        return id == Self.discovery ? discovered(message) : initialized(message)
    }

    private mutating func discovered(_ message: RPCMessage) -> [Step] {
        guard message.fault(in: spoken.table) == nil else { return initialize() }
        guard let failure = message.text(message.error) else {
            // Servers of the era before answer what they do not know with anything.
            let answer = Self.answer(message)
            guard answer?.supportedVersions ?? answer?.capabilities ?? Self.modernInfo(message) != nil else {
                return initialize()
            }
            return [.ready(ready("mcp-2026", Self.modernVersion, message))]
        }
        let read = try? RPCFailure(json: failure)
        guard read?.code == RPCCode.unsupportedVersion else { return initialize() }
        let supported = (try? Supported(json: read?.data?.bytes ?? []))?.supported ?? []
        // Dates of one length have an order.
        if supported.contains(where: { $0 < Self.modernVersion }) { return initialize() }
        return [
            .failed(
                "the server has only the versions \(supported.joined(separator: ", ")) of MCP; Viperline has \(Self.modernVersion) and earlier ones"
            )
        ]
    }

    private mutating func initialized(_ message: RPCMessage) -> [Step] {
        if let fault = message.fault(in: spoken.table) {
            return isProbing
                ? [] : [.failed("the server's answer to initialize is none that clients accept: \(fault.rawValue)")]
        }
        if let failure = message.text(message.error) {
            if isProbing { return [] }
            let words =
                (try? RPCFailure(json: failure))?.message ?? String(decoding: failure.prefix(500), as: UTF8.self)
            return [.failed("the server refuses initialize: \(words)")]
        }
        awaited = []
        let chosen = Self.answer(message)?.protocolVersion.map { version in
            (try? String(json: version.bytes)) ?? String(decoding: version.bytes, as: UTF8.self)
        }
        let ready = Step.ready(ready(spoken.rawValue, chosen, message))
        let word: String? =
            switch spoken {
            case .mcp: "notifications/initialized"
            case .lsp: "initialized"
            case .acp, .jsonRPC: nil
            }
        return (word.map { [.send(RPCOutput.notification($0, Array("{}".utf8)))] } ?? []) + [ready]
    }

    private func ready(_ name: String, _ version: String?, _ message: RPCMessage) -> RPCServerOutput.Ready {
        let answer = Self.answer(message)
        return RPCServerOutput.Ready(
            protocolName: name, version: version,
            serverInfo: (answer?.serverInfo ?? answer?.agentInfo ?? Self.modernInfo(message)).flatMap {
                try? RPCServerInfo(json: $0.bytes)
            },
            capabilities: (answer?.capabilities ?? answer?.agentCapabilities).map { JSONBytes($0.bytes.onOneLine) },
            instructions: answer?.instructions.flatMap { try? String(json: $0.bytes) })
    }

    private static func answer(_ message: RPCMessage) -> Answer? {
        try? Answer(json: message.text(message.result) ?? [])
    }

    /// The name of a server of the era without a handshake.
    private static func modernInfo(_ message: RPCMessage) -> JSONBytes? {
        message.value(at: ["_meta", "io.modelcontextprotocol/serverInfo"], in: message.result).map(JSONBytes.init)
    }

    /// The data of an error about the version.
    struct Supported: JSONReadable {
        var supported: [String]?
    }

    /// The members of the answers to `initialize` and `server/discover`, of any type.
    struct Answer: JSONReadable {
        var protocolVersion: JSONBytes?
        var supportedVersions: JSONBytes?
        var serverInfo: JSONBytes?
        /// The server's name in ACP.
        var agentInfo: JSONBytes?
        var capabilities: JSONBytes?
        var agentCapabilities: JSONBytes?
        var instructions: JSONBytes?
    }
}

extension [UInt8] {
    /// JSON without line feeds, for an event.
    var onOneLine: [UInt8] {
        guard contains(0x0A) else { return self }
        var output: [UInt8] = []
        return JSONCompaction.append(self, to: &output) ? output : filter { $0 != 0x0A }
    }
}

/// Changes to parameters.
enum RPCText {
    /// Parameters with more members in their `_meta`. Those that are there stay.
    /// - Parameter members: names and values, as JSON.
    static func adding(meta members: [(name: String, value: String)], to params: [UInt8]?) -> [UInt8]? {
        guard !members.isEmpty else { return params }
        let params = params ?? Array("{}".utf8)
        guard params.first == UInt8(ascii: "{") else { return params }
        guard let meta = JSONSlices.member("_meta", of: params.span) else {
            return inserting(#""_meta":{\#(text(members))}"#, in: params, after: 0)
        }
        let own = (try? JSONSlices.members(params.span.extracting(meta))) ?? []
        let names = own.map { JSONText.decode(params.span.extracting(meta).extracting($0.key)) ?? "" }
        let missing = members.filter { !names.contains($0.name) }
        guard params[meta.lowerBound] == UInt8(ascii: "{"), !missing.isEmpty else { return params }
        return inserting(text(missing), in: params, after: meta.lowerBound)
    }

    private static func text(_ members: [(name: String, value: String)]) -> String {
        members.map { #""\#($0.name)":\#($0.value)"# }.joined(separator: ",")
    }

    /// - Parameter brace: the place of the brace that begins an object.
    static func inserting(_ members: String, in json: [UInt8], after brace: Int) -> [UInt8] {
        let rest = json[(brace + 1)...]
        let isEmpty = rest.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "}")
        return json[...brace] + Array(members.utf8) + (isEmpty ? [] : [UInt8(ascii: ",")]) + rest
    }
}
