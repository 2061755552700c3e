package import JSONRPC

/// The definitions of a protocol over JSON messages, as far as recording, doubling, verifying and swapping need it: a table, no code.
package struct DialogueProtocol: Sendable, Equatable {
    /// Names it in options, reports and cassettes.
    package let name: String
    package let framing: Framing
    /// The method of a cancellation, and the path of the cancelled request's id in its parameters.
    package var cancellations: [String: String] = [:]
    package var progress = Progress()
    package var paths = Paths()
    /// Notifications that come when and as often as time permits, such as progress and logs.
    package var incidental: Set<String> = []
    /// Requests that may be sent again to another process: they change nothing.
    package var repeatable: Set<String> = []
    package var handshake = HandshakeMethods()
    /// For each request that lists something, the notification that its answer has changed.
    package var lists: [String: String] = [:]
    /// The client's messages that announce the end.
    package var farewells: Set<String> = []
    /// The client's messages after which a server ends, even if its input goes on.
    package var endings: Set<String> = []
    /// True if a server may send requests of its own.
    package var serverAsks = true
    /// True if parameters and results have to be objects.
    package var demandsObjects = false
    /// True if a request that was cancelled gets a response nevertheless.
    package var answersCancelled = true
    /// Requests that stay open as long as the client likes.
    package var endless: Set<String> = []

    /// The requests that begin a dialogue.
    package static let greetings: Set = ["initialize", "server/discover"]

    package struct Progress: Sendable, Equatable {
        /// The method of a report, and the path of its token.
        package var reports: [String: String] = [:]
        /// The names that lead to the same token, in the parameters of a request.
        package var tokens: [[String]] = []
    }

    package struct HandshakeMethods: Sendable, Equatable {
        /// Methods of the client with which a new process is brought to the state of the old one, in their recorded order.
        package var methods: Set<String> = []
        /// Methods that undo what an earlier message has done, and the path of what both name in their parameters.
        package var undone: [String: String] = [:]
    }

    /// Paths in parameters and results: `a.b[3]["c.d"]`, where `*` stands for one step and `**` for any number.
    package struct Paths: Sendable, Equatable {
        /// Paths of values that differ from run to run.
        package var volatile: [String] = []
        /// Paths of values that one side makes up and the other one repeats, such as the id of a session: each list has the paths of one
        /// kind of value. They differ from run to run, too, but which of them are equal does not.
        package var handles: [[String]] = []
        /// Paths of folders, as absolute paths or URLs. Other texts contain them.
        package var roots: [String] = []
        /// The names that lead to the protocol's version, in the parameters of a request.
        package var versions: [[String]] = []
        /// Paths of objects in parameters that may as well be absent as empty, besides the parameters themselves.
        package var emptiable: [String] = []
    }
}

extension DialogueProtocol {
    package static let all = [jsonRPC, mcp, modernMCP, acp, lsp, dap]

    package static func named(_ name: String) -> DialogueProtocol? { all.first { $0.name == name } }

    /// Any other JSON-RPC 2.0.
    package static let jsonRPC = DialogueProtocol(name: "json-rpc", framing: .lines)

    private static let mcpVolatile = [
        "**._meta.traceparent", "**._meta.tracestate", "**._meta.baggage", "**._meta.progressToken",
        "clientInfo.version", "serverInfo.version",
        "**._meta[\"io.modelcontextprotocol/clientInfo\"]", "**._meta[\"io.modelcontextprotocol/serverInfo\"]",
        "progressToken",
    ]
    private static let mcpHandles = [
        ["**._meta.progressToken", "progressToken"], ["requestState"], ["taskId", "task.taskId"],
        ["**._meta[\"io.modelcontextprotocol/subscriptionId\"]"],
    ]
    private static let mcpVersions = [["protocolVersion"], ["_meta", "io.modelcontextprotocol/protocolVersion"]]
    private static let mcpEmptiable = ["arguments", "_meta"]
    private static let mcpProgress = Progress(
        reports: ["notifications/progress": "progressToken"], tokens: [["_meta", "progressToken"]])
    private static let mcpIncidental: Set = ["notifications/progress", "notifications/message"]
    private static let mcpLists = [
        "tools/list": "notifications/tools/list_changed",
        "prompts/list": "notifications/prompts/list_changed",
        "resources/list": "notifications/resources/list_changed",
        "resources/templates/list": "notifications/resources/list_changed",
    ]
    private static let mcpRepeatable: Set = [
        "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read", "prompts/get",
        "completion/complete", "ping", "initialize", "server/discover", "tasks/get",
    ]

    /// The Model Context Protocol up to 2025-11-25: with `initialize`, and requests in both directions.
    package static let mcp = DialogueProtocol(
        name: "mcp", framing: .lines, cancellations: ["notifications/cancelled": "requestId"],
        progress: mcpProgress,
        paths: Paths(
            volatile: mcpVolatile, handles: mcpHandles, roots: ["roots[*].uri"], versions: mcpVersions,
            emptiable: mcpEmptiable),
        incidental: mcpIncidental, repeatable: mcpRepeatable,
        handshake: HandshakeMethods(
            methods: [
                "initialize", "notifications/initialized", "logging/setLevel", "resources/subscribe",
                "resources/unsubscribe",
            ],
            undone: ["resources/unsubscribe": "uri"]), lists: mcpLists, demandsObjects: true, answersCancelled: false)

    /// The Model Context Protocol of 2026-07-28: no handshake, and only the client asks.
    package static let modernMCP = DialogueProtocol(
        name: "mcp-2026", framing: .lines, cancellations: ["notifications/cancelled": "requestId"],
        progress: mcpProgress,
        paths: Paths(volatile: mcpVolatile, handles: mcpHandles, versions: mcpVersions, emptiable: mcpEmptiable),
        incidental: mcpIncidental,
        repeatable: mcpRepeatable, handshake: HandshakeMethods(methods: ["subscriptions/listen"]), lists: mcpLists,
        serverAsks: false, demandsObjects: true, answersCancelled: false, endless: ["subscriptions/listen"])

    /// The Agent Client Protocol, version 1.
    package static let acp = DialogueProtocol(
        name: "acp", framing: .lines,
        cancellations: ["$/cancel_request": "requestId"],
        paths: Paths(
            volatile: ["cwd", "**._meta.traceparent", "**._meta.tracestate", "**._meta.baggage", "**.updatedAt"],
            handles: [["**.sessionId"], ["**.terminalId"], ["**.messageId"], ["**.toolCallId"]], roots: ["cwd"],
            versions: [["protocolVersion"]], emptiable: ["_meta"]),
        repeatable: ["initialize"],
        handshake: HandshakeMethods(
            methods: ["initialize", "authenticate", "session/load", "session/set_mode", "session/set_model"]))

    /// The Language Server Protocol, version 3.
    package static let lsp = DialogueProtocol(
        name: "lsp", framing: .headers, cancellations: ["$/cancelRequest": "id"],
        progress: Progress(reports: ["$/progress": "token"], tokens: [["workDoneToken"], ["partialResultToken"]]),
        paths: Paths(
            volatile: [
                "processId", "rootUri", "rootPath", "workspaceFolders", "clientInfo.version", "workDoneToken",
                "partialResultToken", "token", "**.resultId", "previousResultId", "serverInfo.version",
            ],
            handles: [["token", "workDoneToken", "partialResultToken"]],
            roots: ["rootUri", "rootPath", "workspaceFolders[*].uri", "event.added[*].uri"]),
        incidental: ["$/progress", "$/logTrace", "window/logMessage", "telemetry/event"],
        repeatable: [
            "initialize", "shutdown", "textDocument/hover", "textDocument/completion", "completionItem/resolve",
            "textDocument/definition", "textDocument/declaration", "textDocument/typeDefinition",
            "textDocument/implementation", "textDocument/references", "textDocument/documentHighlight",
            "textDocument/documentSymbol", "textDocument/codeAction", "codeAction/resolve", "textDocument/codeLens",
            "codeLens/resolve", "textDocument/documentLink", "documentLink/resolve", "textDocument/documentColor",
            "textDocument/colorPresentation", "textDocument/formatting", "textDocument/rangeFormatting",
            "textDocument/onTypeFormatting", "textDocument/rename", "textDocument/prepareRename",
            "textDocument/foldingRange", "textDocument/selectionRange", "textDocument/signatureHelp",
            "textDocument/semanticTokens/full", "textDocument/semanticTokens/range", "textDocument/inlayHint",
            "inlayHint/resolve", "textDocument/inlineValue", "textDocument/diagnostic", "workspace/diagnostic",
            "workspace/symbol", "workspaceSymbol/resolve", "textDocument/prepareCallHierarchy",
            "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls",
        ],
        handshake: HandshakeMethods(
            methods: [
                "initialize", "initialized", "workspace/didChangeConfiguration", "workspace/didChangeWorkspaceFolders",
                "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
                "$/setTrace",
            ],
            undone: ["textDocument/didClose": "textDocument.uri"]),
        farewells: ["shutdown", "exit"], endings: ["exit"])

    /// The Debug Adapter Protocol.
    package static let dap = DialogueProtocol(
        name: "dap", framing: .headers, cancellations: ["cancel": "requestId"],
        progress: Progress(reports: ["progressUpdate": "progressId", "progressEnd": "progressId"]),
        paths: Paths(
            volatile: [
                "cwd", "program", "**.processId", "systemProcessId", "**.pid", "**.startTime", "sessionId",
                "**.memoryReference", "**.instructionPointerReference", "sockets[*].port",
            ],
            handles: [
                ["**.threadId", "threads[*].id"], ["**.frameId", "stackFrames[*].id"], ["**.variablesReference"],
                ["**.sourceReference"], ["breakpoints[*].id", "breakpoint.id", "hitBreakpointIds[*]"],
            ],
            roots: ["cwd", "program"]),
        incidental: [
            "output", "progressStart", "progressUpdate", "progressEnd", "module", "loadedSource", "process",
            "telemetry",
        ],
        repeatable: [
            "threads", "stackTrace", "scopes", "variables", "source", "loadedSources", "modules", "completions",
            "exceptionInfo", "readMemory", "disassemble", "breakpointLocations", "evaluate",
        ],
        farewells: ["disconnect", "terminate"], endings: ["disconnect"])

    /// The protocol that a client's first message shows; nil if it does not decide.
    package static func spoken(by message: RPCMessage, in framing: Framing) -> DialogueProtocol? {
        if message.envelope == .debugAdapter { return dap }
        guard message.kind == .request, let method = message.method else { return nil }
        switch method {
        case "initialize":
            // MCP's version is a date, ACP's a number; a language client has none.
            switch message.value(at: "protocolVersion")?.first {
            case UInt8(ascii: "\""): return mcp
            case .some(0x30...0x39): return acp
            default: return framing == .headers ? lsp : nil
            }
        case "server/discover": return modernMCP
        default:
            let version = message.value(at: mcpVersions[1], in: message.params)
            return version == nil ? nil : modernMCP
        }
    }
}
