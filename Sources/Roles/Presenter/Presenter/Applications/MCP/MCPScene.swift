import Formatting
import JSON
import JSONRPC
import RPCMessages
import RouterMessages
import ScreenLayout
import ViewMessages

/// A scene of the browser, as it is on the router's stack.
struct MCPScene: JSONCodable {
    enum Kind: String, CaseIterable {
        /// The offers of the server.
        case catalogue = "mcp"
        /// An entry, with the form of its arguments.
        case entry = "mcp-entry"
        case call = "mcp-call"
        case history = "mcp-history"
    }

    var scene: Scene
    /// The user action that the screen answers.
    var newest: String
    /// True until the router answers a request to open or leave a scene.
    var isLeaving: Bool = false
    /// The last entries in the form.
    var values: [String: FieldValue]?
    var mistakes: [String: String] = [:]
    var alert: AlertText?
    /// True if the screen did not fit into a line.
    var isTooLong: Bool = false

    var kind: Kind? { Kind(rawValue: scene.name) }
    var entry: String? { scene.parameters["entry"] }
    var call: Int? { scene.parameters["call"].flatMap { Int($0) } }
}

struct MCPScreens {
    let server: MCPServer
    let catalogue: MCPCatalogue
    let history: MCPHistory
    let reader: Reader
    /// Bytes of Base64 of one picture.
    let largestPicture: Int

    enum Control {
        static let history = "history"
        static let reload = "reload"
        static let call = "call"
        static let edit = "edit"
    }

    func screen(of scene: MCPScene) -> Screen {
        var screen: Screen =
            switch scene.kind {
            case .catalogue: catalogueScreen
            case .entry: entryScreen(scene)
            case .call: callScreen(scene)
            case .history: historyScreen
            case nil:
                Screen(
                    title: scene.scene.name,
                    parts: [
                        .text(
                            Text(
                                body: reader(
                                    "This presenter has no scene called “%”. Go back to where you came from.",
                                    scene.scene.name)))
                    ])
            }
        if scene.isTooLong {
            screen.parts = [.text(Text(body: reader["This does not fit into one screen."], tone: .warning))]
        }
        screen.alert = scene.alert.map { Alert($0, for: reader) }
        screen.notice = server.notice
        return screen
    }

    // MARK: What the server offers

    private var catalogueScreen: Screen {
        let info = server.ready?.serverInfo
        var parts: [Part] = []
        let facts = [info?.version, server.ready.map { "MCP \($0.version ?? "")" }].compactMap(\.self)
        if !facts.isEmpty { parts.append(.label(Label(facts.joined(separator: " · "), style: .caption))) }
        if let words = server.ready?.instructions, !words.isEmpty {
            parts.append(.text(Text(body: words, fold: 3, tone: .muted)))
        }
        if let message = server.ended { parts.append(.caption(message, tone: .warning)) }
        for (title, kinds) in [
            (reader["Tools"], [MCPEntry.Kind.tool]), (reader["Resources"], [.resource, .template]),
            (reader["Prompts"], [.prompt]),
        ] {
            parts += failures(kinds)
            let entries = catalogue.entries.filter { kinds.contains($0.kind) }
            guard !entries.isEmpty else { continue }
            parts += [
                .label(Label("\(title) (\(entries.count))", style: .heading)), .list(List(rows: entries.map(row))),
            ]
        }
        if catalogue.omitted > 0 {
            let words = reader.count(
                catalogue.omitted, "% entry was left out: it is too long, or cannot be read.",
                "% entries were left out: they are too long, too many, or cannot be read.")
            parts.append(.caption(words, tone: .warning))
        }
        if catalogue.entries.isEmpty, server.ready != nil, !catalogue.isLoading, catalogue.failures.isEmpty {
            parts.append(
                .text(Text(body: reader["The server offers neither tools nor resources nor prompts."], tone: .muted)))
        }
        var screen = Screen(
            title: info?.title ?? info?.name ?? "MCP", parts: parts,
            keys: [
                ScreenKey(control: Control.history, title: reader["Calls"], character: "h"),
                ScreenKey(control: Control.reload, title: reader["Load again"], character: "r"),
            ])
        if server.ready == nil {
            screen.activity = reader["Starting the server…"]
        } else if catalogue.isLoading {
            screen.activity = reader["Loading…"]
        }
        return screen
    }

    private func failures(_ kinds: [MCPEntry.Kind]) -> [Part] {
        kinds.compactMap { kind in
            catalogue.failures[kind.method].map {
                .caption("\(kind.method): \($0.message)", tone: .danger)
            }
        }
    }

    private func row(_ entry: MCPEntry) -> Row {
        let line = entry.detail.split(whereSeparator: \.isNewline).first.map(String.init)
        return Row(
            id: entry.id, title: entry.title,
            subtitle: line.map { String($0.prefix(200)) } ?? (entry.title == entry.name ? nil : entry.name),
            accessory: entry.kind == .template ? "{…}" : nil)
    }

    // MARK: One entry

    private func entryScreen(_ scene: MCPScene) -> Screen {
        guard let entry = catalogue.entry(scene.entry) else {
            let words = catalogue.isLoading ? "" : reader["The server no longer offers this."]
            return Screen(
                title: scene.entry ?? "MCP", activity: catalogue.isLoading ? reader["Loading…"] : nil,
                parts: words.isEmpty ? [] : [.text(Text(body: words, tone: .warning))])
        }
        let form = MCPForm(for: entry)
        let submit = entry.kind == .tool ? reader["Call"] : reader["Get"]
        var parts: [Part] = entry.title == entry.name ? [] : [.label(Label(entry.name, style: .caption))]
        if !entry.detail.isEmpty { parts.append(.text(Text(body: entry.detail, fold: 8))) }
        if entry.isDestructive {
            parts.append(
                .caption(reader["This tool may delete or overwrite something."], tone: .warning))
        }
        if let message = server.ended { parts.append(.caption(message, tone: .warning)) }
        parts.append(
            form.fields.isEmpty
                ? .button(Button(control: Control.call, title: submit, key: "c"))
                : form.part(scene.values ?? [:], mistakes: scene.mistakes, submit: submit, for: reader))
        return Screen(title: entry.title, parts: parts)
    }

    // MARK: A call

    private func callScreen(_ scene: MCPScene) -> Screen {
        guard let call = history[scene.call] else {
            return Screen(
                title: "MCP", parts: [.text(Text(body: reader["This call is no longer kept."], tone: .muted))])
        }
        var screen = Screen(title: call.title, parts: [])
        if !call.arguments.isEmpty { screen.parts.append(.label(Label(call.arguments, style: .caption))) }
        if call.isRunning {
            screen.activity = call.progress ?? reader["Waiting for the server…"]
            screen.mayCancel = true
            return screen
        }
        if let result = call.result {
            let read = MCPResult(result.bytes, for: reader, largestPicture: largestPicture)
            if read.isFailure {
                screen.parts.append(
                    .label(Label(reader["The tool reports an error."], style: .subtitle, tone: .danger)))
            }
            if read.asksForMore {
                screen.parts.append(
                    .caption(reader["The server asks for more input, which Viperline cannot give."], tone: .warning))
            }
            screen.parts += read.parts
        } else if call.isForgotten {
            screen.parts.append(
                .text(Text(body: reader["The result is no longer kept. Call again to get it."], tone: .muted)))
        } else if let failure = call.failure {
            let isCancelled = failure.code == RPCCode.cancelled
            let words = isCancelled ? reader["The call was cancelled."] : failure.message
            screen.parts.append(.text(Text(body: words, tone: isCancelled ? .muted : .danger)))
            if let data = failure.data {
                screen.parts.append(.text(Text(body: MCPResult.indented(data.bytes), format: .code)))
            }
        }
        screen.keys = [ScreenKey(control: Control.call, title: reader["Call again"], character: "r")]
        if call.entry.flatMap(catalogue.entry).map({ !MCPForm(for: $0).fields.isEmpty }) == true {
            screen.keys?.append(ScreenKey(control: Control.edit, title: reader["Change the arguments"], character: "e"))
        }
        return screen
    }

    private var historyScreen: Screen {
        let rows = history.calls.reversed().map { call in
            let (text, tone) = call.state(for: reader)
            return Row(
                id: "call-\(call.number)", title: call.title, subtitle: call.arguments, accessory: text, tone: tone)
        }
        return Screen(
            title: reader["Calls"], parts: [.list(List(rows: rows, empty: reader["Nothing has been called yet."]))])
    }
}

/// The MCP server, as far as it has described itself.
struct MCPServer: JSONCodable, Equatable {
    var ready: RPCServerOutput.Ready?
    /// The lists that it declares to have.
    var lists: [String] = []
    /// The message about its end, until it has started again.
    var ended: String?
    var notice: ScreenNotice?
    var starts: Int = 0
}

extension Part {
    static func caption(_ text: String, tone: Tone) -> Part { .label(Label(text, style: .caption, tone: tone)) }
}
