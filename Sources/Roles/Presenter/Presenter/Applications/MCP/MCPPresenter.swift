package import Formatting
import JSON
import RPCMessages
import RouterMessages
import Scenes
import ViewMessages
package import Wire

/// Presents an MCP server: its offers, forms for the arguments, results, and the calls of the session.
///
/// It is a role beside ``Presenter``, because its scenes share the catalogue and the calls, and a call outlives the scene that began it. It
/// knows the messages of a JSON-RPC server as events, and no process.
package struct MCPPresenter: Role {
    struct State: JSONCodable {
        var server: MCPServer
        var catalogue: MCPCatalogue
        var history: MCPHistory
        /// The scenes in the order of the stack.
        var scenes: [MCPScene] = []
        /// The number of times that the lists were loaded again since the last action of the user.
        var reloads: Int = 0
    }

    private var state = State(server: MCPServer(), catalogue: MCPCatalogue(), history: MCPHistory())
    private let reader: Reader
    /// Bytes of a line of the session.
    private let lineLimit: Int

    /// The limit of reloads for changes that the server reports, without an action of the user.
    static let mostReloads = 20
    /// Characters of a server's description of itself.
    private static let longestInstructions = 4000

    package init(reader: Reader = Reader(), lineLimit: Int = LineBuffer.standardLimit) {
        (self.reader, self.lineLimit) = (reader, lineLimit)
    }

    /// The state without a result that would not fit into a line.
    package func snapshot() -> [UInt8]? {
        let whole = Payload.encode(state)
        guard whole.count > lineLimit / 8 * 7 else { return whole }
        var smaller = state
        for call in smaller.history.calls where call.result != nil {
            smaller.history[call.number]?.result = nil
            smaller.history[call.number]?.isForgotten = true
        }
        return Payload.encode(smaller)
    }

    package mutating func restore(_ event: Event) throws(PayloadError) { state = try event.decode(State.self) }

    package mutating func states() -> [Event] { state.scenes.indices.map { shown($0) } }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case RouterOutput.DidNavigate.type:
            return navigate(to: try event.decode(RouterOutput.DidNavigate.self).stack, event)
        case RouterOutput.DidFail.type:
            for place in state.scenes.indices { state.scenes[place].isLeaving = false }
            return []
        case ProcessInput.Refused.type: return refused(try event.decode(ProcessInput.Refused.self), event)
        case RPCServerOutput.Ready.type: return begin(try event.decode(RPCServerOutput.Ready.self), event)
        case RPCServerOutput.Ended.type: return end(try event.decode(RPCServerOutput.Ended.self), event)
        case RPCServerOutput.Response.type: return answer(try event.decode(RPCServerOutput.Response.self), event)
        case RPCServerOutput.Notification.type: return note(try event.decode(RPCServerOutput.Notification.self), event)
        default: return act(event)
        }
    }

    // MARK: Screens

    private var screens: MCPScreens {
        MCPScreens(
            server: state.server, catalogue: state.catalogue, history: state.history, reader: reader,
            largestPicture: min(MCPResult.largestPicture, lineLimit / 2))
    }

    private func shown(_ place: Int, answering event: Event? = nil) -> Event {
        let scene = state.scenes[place]
        var screen = screens.screen(of: scene)
        // A scene below would show it late.
        if place < state.scenes.count - 1 { screen.notice = nil }
        var show = Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: scene.scene.scene)
        show.correlationID = scene.newest
        if let event { show.name(event) }
        return show
    }

    private func show(_ event: Event, where isConcerned: (MCPScene) -> Bool = { _ in true }) -> [Event] {
        state.scenes.indices.filter { isConcerned(state.scenes[$0]) }.map { shown($0, answering: event) }
    }

    /// Shows news of the server, which answer nothing that the user has done: the answer may still be on its way.
    private func showNews(_ event: Event, where isConcerned: (MCPScene) -> Bool = { _ in true }) -> [Event] {
        show(event, where: isConcerned).map { show in
            var show = show
            show.correlationID = event.correlation
            return show
        }
    }

    private mutating func refused(_ line: ProcessInput.Refused, _ event: Event) -> [Event] {
        guard let place = state.scenes.firstIndex(where: { $0.scene.scene == event.subject }) else { return [] }
        if line.type == ViewInput.Show.type {
            guard !state.scenes[place].isTooLong else { return [] }
            state.scenes[place].isTooLong = true
        } else if var call = state.history.awaiting(event.correlationID) {
            call.awaited = nil
            state.history[call.number] = call
        }
        state.scenes[place].alert =
            line.type == ViewInput.Show.type ? .tooLarge(line, for: reader) : .unsent(line, for: reader)
        return [shown(place, answering: event)]
    }

    // MARK: The stack

    private mutating func navigate(to stack: [Scene], _ event: Event) -> [Event] {
        let old = state.scenes
        var output: [Event] = []
        for gone in old where !stack.contains(gone.scene) {
            // Nobody can see the call any more.
            guard let call = state.history[gone.call], call.isRunning else { continue }
            output += cancel(call, event)
        }
        var new: [String] = []
        state.scenes = stack.map { scene in
            if let kept = old.first(where: { $0.scene == scene }) { return kept }
            new.append(scene.scene)
            var begun = MCPScene(scene: scene, newest: event.correlation)
            if begun.kind == .entry { begun.values = state.history[begun.call]?.values }
            return begun
        }
        for place in state.scenes.indices { state.scenes[place].isLeaving = false }
        for call in state.history.calls where !call.isRunning && !call.isSeen { warn(of: call) }
        if old.isEmpty, !stack.isEmpty, state.catalogue.entries.isEmpty { output += load(event) }
        return output + show(event) { new.contains($0.scene.scene) || $0.kind == .history }
    }

    /// Loads the lists that the server declares once it is ready.
    private mutating func load(_ event: Event) -> [Event] {
        guard state.server.ready != nil else { return [] }
        let root = state.scenes.first?.scene.scene
        return state.catalogue.reload(state.server.lists).map {
            Event(RPCServerInput.Request.type, $0, answering: event, subject: root)
        }
    }

    // MARK: The server

    private mutating func begin(_ ready: RPCServerOutput.Ready, _ event: Event) -> [Event] {
        state.server.starts += 1
        let isAgain = state.server.ended != nil
        state.server.ready = ready
        state.server.ready?.capabilities = nil
        state.server.lists = MCPEntry.Kind.lists(declared: ready.capabilities)
        state.server.ready?.instructions = ready.instructions.map { String($0.prefix(Self.longestInstructions)) }
        state.server.ended = nil
        if isAgain {
            state.server.notice = ScreenNotice(
                id: "started-\(state.server.starts)", text: reader["The server has started again."], tone: .success)
        }
        // Requests to its predecessor were answered with errors.
        let output = state.scenes.isEmpty ? [] : load(event)
        return output + (isAgain ? showNews(event) : show(event))
    }

    private mutating func end(_ ended: RPCServerOutput.Ended, _ event: Event) -> [Event] {
        let words = reader("% It is being started again.", ended.message)
        state.server.ended = words
        state.server.notice = ScreenNotice(id: "ended-\(state.server.starts)", text: words, tone: .warning)
        return showNews(event)
    }

    private mutating func answer(_ response: RPCServerOutput.Response, _ event: Event) -> [Event] {
        if let method = response.method, MCPCatalogue.methods.contains(method) {
            let next = state.catalogue.receive(response, lineLimit: lineLimit)
            let more = next.map { Event(RPCServerInput.Request.type, $0, answering: event) }
            return (more.map { [$0] } ?? []) + showNews(event) { $0.kind == .catalogue || $0.kind == .entry }
        }
        guard var call = state.history.awaiting(event.correlationID) else { return [] }
        (call.awaited, call.progress) = (nil, nil)
        call.result = response.result ?? (response.error == nil ? JSONBytes(Array("{}".utf8)) : nil)
        call.failure = response.error?.short
        state.history[call.number] = call
        state.history.makeRoom(lineLimit: lineLimit)
        warn(of: call)
        return show(event) { $0.kind == .history || $0.kind == .call && $0.call == call.number }
    }

    /// Shows how a call has ended in its scene, which may not have been opened yet.
    private mutating func warn(of call: MCPCall) {
        for place in state.scenes.indices
        where state.scenes[place].kind == .call && state.scenes[place].call == call.number {
            state.scenes[place].isTooLong = false
            state.scenes[place].alert = alert(of: call)
            state.history[call.number]?.isSeen = true
        }
    }

    private func alert(of call: MCPCall) -> AlertText? {
        if let failure = call.failure { return MCPFailureText.alert(failure, of: call.title, for: reader) }
        guard let result = call.result.map({ MCPResult($0.bytes, for: reader) }), result.isFailure else { return nil }
        return AlertText(
            title: reader("“%” has failed", call.title), message: String(result.text.prefix(2000)), isFailure: true)
    }

    private mutating func note(_ notification: RPCServerOutput.Notification, _ event: Event) -> [Event] {
        if MCPNotification.listChanges.contains(notification.method) {
            guard state.reloads < Self.mostReloads else { return [] }
            state.reloads += 1
            return load(event) + show(event) { $0.kind == .catalogue }
        }
        guard notification.method == MCPNotification.progress, var call = state.history.awaiting(event.correlationID)
        else {
            return []
        }
        guard let report = notification.params.flatMap({ try? MCPNotification.Report(json: $0.bytes) }) else {
            return []
        }
        let count = [report.progress.text, report.total?.text].compactMap { $0.map { String($0.prefix(20)) } }.joined(
            separator: " / ")
        call.progress = [report.message.map { String($0.prefix(200)) }, count].compactMap(\.self).joined(
            separator: ", ")
        state.history[call.number] = call
        return show(event) { $0.kind == .call && $0.call == call.number }
    }

    private func cancel(_ call: MCPCall, _ event: Event) -> [Event] {
        call.awaited.map { [Event(RPCServerInput.Cancel.type, RPCServerInput.Cancel(id: $0), answering: event)] } ?? []
    }

    // MARK: The user

    private mutating func act(_ event: Event) -> [Event] {
        guard event.type.hasPrefix("view.output."), !state.scenes.isEmpty else { return [] }
        let addressed = state.scenes.firstIndex { $0.scene.scene == event.subject }
        let place = addressed ?? state.scenes.count - 1
        let isStray = event.subject != nil && addressed == nil
        state.scenes[place].newest = event.correlation
        // News of the server that the user has seen.
        (state.reloads, state.server.notice) = (0, nil)
        var output: [Event] = []
        do throws(PayloadError) {
            if !isStray, !state.scenes[place].isLeaving { output = try carryOut(event, at: place) }
        } catch {
            output = [Event(refusing: event, because: error)]
        }
        let leaves = output.contains { $0.type.hasPrefix("router.input.") }
        state.scenes[place].isLeaving = state.scenes[place].isLeaving || leaves
        return leaves ? output : output + [shown(place, answering: event)]
    }

    private mutating func carryOut(_ event: Event, at place: Int) throws(PayloadError) -> [Event] {
        let scene = state.scenes[place]
        if event.type == ViewOutput.DidSubmit.type {
            let submission = try event.decode(ViewOutput.DidSubmit.self)
            guard submission.form == MCPForm.id, let entry = state.catalogue.entry(scene.entry) else { return [] }
            return submit(submission, entry, at: place, event)
        }
        if event.type == ViewOutput.DidChange.type {
            let change = try event.decode(ViewOutput.DidChange.self)
            guard change.form == MCPForm.id, let name = change.field, let entry = state.catalogue.entry(scene.entry)
            else { return [] }
            state.scenes[place].values = (scene.values ?? [:]).merging([name: change.value ?? .text("")]) { $1 }
            state.scenes[place].mistakes[name] = MCPForm(for: entry).mistake(in: name, change.value, for: reader)
            return []
        }
        guard let action = try UserAction(reported: event) else { return [] }
        switch action {
        case .goBack:
            if scene.kind == .call, let call = state.history[scene.call], call.isRunning { return cancel(call, event) }
            return [Event(RouterInput.Back.type, RouterInput.Back(), answering: event)]
        case .press(ControlName.dismiss) where scene.alert != nil:
            state.scenes[place].alert = nil
            return []
        case .press(ControlName.retry) where scene.alert?.offersRetry == true:
            state.scenes[place].alert = nil
            return repeatCall(at: place, event)
        case .press(MCPScreens.Control.call) where scene.kind == .call: return repeatCall(at: place, event)
        case .press(MCPScreens.Control.call) where scene.kind == .entry:
            return state.catalogue.entry(scene.entry).map { call($0, [:], Array("{}".utf8), hasSecrets: false, event) }
                ?? []
        case .press(MCPScreens.Control.edit) where scene.kind == .call: return edit(state.history[scene.call], event)
        case .press(MCPScreens.Control.history) where scene.kind == .catalogue: return [open(.history, [:], event)]
        case .press(MCPScreens.Control.reload) where scene.kind == .catalogue: return load(event)
        case .select(let row): return select(row, scene, event)
        case .follow(let url): return [Event(RouterInput.OpenURL.type, RouterInput.OpenURL(url: url), answering: event)]
        default: return []
        }
    }

    private mutating func select(_ row: String, _ scene: MCPScene, _ event: Event) -> [Event] {
        switch scene.kind {
        case .catalogue:
            guard let entry = state.catalogue.entry(row) else { return [] }
            guard entry.kind == .resource else { return [open(.entry, ["entry": entry.id], event)] }
            return read(entry.name, title: entry.title, entry: entry.id, event)
        case .history:
            let number = row.hasPrefix("call-") ? Int(row.dropFirst(5)) : nil
            return state.history[number].map { [open(.call, ["call": "\($0.number)"], event)] } ?? []
        case .call:
            guard let result = state.history[scene.call]?.result else { return [] }
            let link = MCPResult(result.bytes, for: reader).links.first { $0.row == row }?.link
            return link?.uri.map { read($0, title: link?.title ?? link?.name ?? $0, entry: nil, event) } ?? []
        case .entry, nil: return []
        }
    }

    // MARK: Calls

    private mutating func submit(
        _ submission: ViewOutput.DidSubmit, _ entry: MCPEntry, at place: Int, _ event: Event
    ) -> [Event] {
        let secrets = submission.secrets ?? [:]
        let (json, mistakes) = MCPForm(for: entry).arguments(submission.values, secrets: secrets, for: reader)
        state.scenes[place].values = submission.values
        state.scenes[place].mistakes = mistakes
        return mistakes.isEmpty
            ? call(entry, submission.values, json, hasSecrets: secrets.values.contains { !$0.isEmpty }, event) : []
    }

    private mutating func call(
        _ entry: MCPEntry, _ values: [String: FieldValue], _ arguments: [UInt8], hasSecrets: Bool, _ event: Event
    ) -> [Event] {
        switch entry.kind {
        case .resource, .template:
            guard let uri = (try? MCPCallTarget(json: arguments))?.uri else { return [] }
            return read(uri, title: entry.title, entry: entry.id, values: values, event)
        case .tool, .prompt:
            let params =
                Array(#"{"name":"#.utf8) + entry.name.json + Array(#","arguments":"#.utf8) + arguments + [
                    UInt8(ascii: "}")
                ]
            return begin(
                MCPCall(
                    number: 0, entry: entry.id, title: entry.title,
                    method: entry.kind == .tool ? "tools/call" : "prompts/get",
                    params: JSONBytes(params), values: values, hasSecrets: hasSecrets), event)
        }
    }

    private mutating func read(
        _ uri: String, title: String, entry: String?, values: [String: FieldValue]? = nil, _ event: Event
    ) -> [Event] {
        begin(
            MCPCall(
                number: 0, entry: entry, title: title, method: "resources/read",
                params: JSONBytes(MCPCallTarget(uri: uri)),
                values: values), event)
    }

    /// Sends the request, and opens the scene of the call.
    private mutating func begin(_ call: MCPCall, _ event: Event) -> [Event] {
        var kept = call
        kept.awaited = event.correlation
        if call.hasSecrets { kept.params = nil }
        kept = state.history.begin(kept)
        return [request(call, event), open(.call, ["call": "\(kept.number)"], event)]
    }

    private func request(_ call: MCPCall, _ event: Event) -> Event {
        Event(
            RPCServerInput.Request.type, RPCServerInput.Request(method: call.method, params: call.params),
            answering: event)
    }

    /// Repeats the call in its scene. Secrets are not kept, so the user enters them again.
    private mutating func repeatCall(at place: Int, _ event: Event) -> [Event] {
        guard var call = state.history[state.scenes[place].call], !call.isRunning else { return [] }
        guard call.params != nil else { return edit(call, event) }
        (call.awaited, call.result, call.failure, call.progress) = (event.correlation, nil, nil, nil)
        (call.isForgotten, call.isSeen) = (false, false)
        state.history[call.number] = call
        state.scenes[place].alert = nil
        return [request(call, event)]
    }

    private func edit(_ call: MCPCall?, _ event: Event) -> [Event] {
        guard let call, let entry = call.entry, state.catalogue.entry(entry) != nil else { return [] }
        return [open(.entry, ["entry": entry, "call": "\(call.number)"], event)]
    }

    private func open(_ kind: MCPScene.Kind, _ parameters: [String: String], _ event: Event) -> Event {
        Event(RouterInput.Open.type, RouterInput.Open(name: kind.rawValue, parameters: parameters), answering: event)
    }
}

/// The notifications that the browser reads.
enum MCPNotification {
    static let progress = "notifications/progress"
    static let listChanges: Set = [
        "notifications/tools/list_changed", "notifications/resources/list_changed",
        "notifications/prompts/list_changed",
    ]

    struct Report: JSONReadable {
        var progress: JSONBytes
        var total: JSONBytes?
        var message: String?
    }
}
