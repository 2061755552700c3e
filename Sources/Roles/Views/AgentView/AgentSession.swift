import FuzzySearch
import JSON
package import JSONRPC
package import Platform
import RouterMessages
import ScreenModel
import TerminalText
import TerminalView
import ViewMessages
package import Wire

/// The view for a program that speaks the Model Context Protocol: messages and events in, effects out. What is permitted is decided by
/// ``ViewedSession``, as for every view.
package struct AgentSession: Sendable {
    /// A call that waits for its condition.
    private struct OpenCall {
        let call: ToolCall
        let deadline: Instant
        /// The screen that the answer is compared with.
        let since: Int?
        var steps = 0
    }

    /// Whether calls may follow.
    private enum Client { case here, leaving }

    private var state: SizedSession
    private var client = Client.here
    private var dialogue = Dialogue()
    private var calls: [OpenCall] = []
    private var versions = ScreenVersions()
    /// Notices that no answer has had yet.
    private var news: [String] = []
    private var effects: [AgentEffect] = []

    package init(stamp: EventStamp) {
        state = SizedSession(
            stamp: stamp, size: Size(columns: 100, rows: 40), drawsPictures: false, isText: true)
    }

    // MARK: Memory

    /// The part that a successor of this view needs. Its supervisor gets it before an event that follows from it.
    package var memory: AgentMemory {
        AgentMemory(
            pending: state.pending.ids, scenes: state.scenesMemory, lost: state.lostLine,
            isInitialized: dialogue.isInitialized, open: calls.map { JSONBytes($0.call.id) }, version: versions.newest)
    }

    private mutating func restore(_ memory: AgentMemory) {
        state.restore(pending: memory.pending, scenes: memory.scenes, lost: memory.lost)
        dialogue.isInitialized = memory.isInitialized
        versions = ScreenVersions(after: memory.version)
        for id in memory.open.prefix(AgentLimits.mostCalls) {
            let error = RPCError(
                RPCCode.repeated, "the view was replaced during this call, which may have been carried out; see screen")
            effects.append(.write(RPCOutput.failure(error, id: id.bytes)))
        }
    }

    // MARK: What comes in

    package mutating func receive(_ incoming: EventReader.Incoming, now: Instant) -> [AgentEffect] {
        if case .event(let event) = incoming, event.type == ProcessInput.Restore.type {
            if let memory = try? event.decode(AgentMemory.self) { restore(memory) }
        } else {
            effects += state.receive(incoming).map { .send($0) }
            effects += state.takeRemarks().map { .complain($0) }
            for case .run(let command) in state.takeRequests() {
                effects.append(.send(state.didRun(command, command.refusal("an agent has no terminal"))))
            }
        }
        return settle(now: now)
    }

    package mutating func read(_ item: FrameReader.Item, now: Instant) -> [AgentEffect] {
        switch dialogue.receive(item) {
        case .nothing: return []
        case .answer(let message): return [.write(message)]
        case .cancelled(let id):
            calls.removeAll { $0.call.id == id }
            return []
        case .call(let call):
            begin(call, now: now)
            return settle(now: now)
        }
    }

    /// The client has closed its end. It still gets the answers to its calls.
    package mutating func endCalls(now: Instant) -> [AgentEffect] {
        client = .leaving
        return settle(now: now)
    }

    /// The bus has ended: no screen follows.
    package mutating func endEvents() -> [AgentEffect] {
        end(calls.isEmpty ? .done : .unavailable)
        return takeEffects()
    }

    // MARK: Waiting

    /// Time from `now` until ``lookAtClock(now:)`` has something to do; nil for never.
    package func remaining(now: Instant) -> Duration? {
        earliest(calls.map(\.deadline).min().map { max($0 - now, .zero) }, state.untilLost(now: now))
    }

    package mutating func lookAtClock(now: Instant) -> [AgentEffect] {
        guard remaining(now: now) == .zero else { return [] }
        state.giveUpLost(now: now)
        return settle(now: now)
    }

    /// Answers the calls that have waited enough.
    private mutating func settle(now: Instant) -> [AgentEffect] {
        if let event = state.reportSize() { effects.append(.send(event)) }
        if let text = state.notice?.text, news.count < AgentLimits.mostNews { news.append(text) }
        state.notice = nil
        // A screen that nobody asks for needs no text.
        if !calls.isEmpty { note() }
        var waiting: [OpenCall] = []
        for open in calls {
            let isMet = isMet(open.call)
            if isMet || open.deadline <= now { answer(open, isMet: isMet) } else { waiting.append(open) }
        }
        calls = waiting
        if state.isFinished || client == .leaving && calls.isEmpty { end(.done) }
        return takeEffects()
    }

    private mutating func takeEffects() -> [AgentEffect] {
        defer { effects = [] }
        return effects
    }

    /// Keeps the screen's text if it is new, and tells those who wait.
    private mutating func note() {
        guard let top = state.top, let scene = state.stack?.last?.scene, versions.note(ScreenText(top), of: scene)
        else {
            return
        }
        for index in calls.indices {
            calls[index].steps += 1
            guard let token = calls[index].call.progressToken else { continue }
            effects.append(
                .write(Dialogue.progress(token, step: calls[index].steps, top.screen.activity ?? top.screen.title)))
        }
    }

    private func isMet(_ call: ToolCall) -> Bool {
        switch call.tool {
        case .screen, .read: return state.top != nil
        case .act: return state.isSettled
        case .wait:
            guard state.isSettled, let text = call.arguments.text?.lowercased() else { return state.isSettled }
            return versions.last?.lines.contains { $0.lowercased().contains(text) } ?? false
        }
    }

    // MARK: Calls

    private mutating func begin(_ call: ToolCall, now: Instant) {
        note()
        guard !calls.contains(where: { $0.call.id == call.id }) else {
            return refuse(call, RPCError(RPCCode.invalidRequest, "another call with that id is open"))
        }
        guard calls.count < AgentLimits.mostCalls else {
            return refuse(call, RPCError(RPCCode.overloaded, "\(AgentLimits.mostCalls) calls are open"))
        }
        var since = call.arguments.since
        if call.tool == .act {
            since = versions.newest
            do throws(ToolRefusal) {
                if let lines = try act(call.arguments) { return answer(call, lines) }
            } catch {
                let possible = state.top.map {
                    "\nPossible: " + Wish.possible(on: $0.screen, goesBack: !state.isAtRoot)
                }
                return answer(call, error.reason + (possible ?? ""))
            }
        }
        calls.append(OpenCall(call: call, deadline: now + call.arguments.limit, since: since))
    }

    private mutating func refuse(_ call: ToolCall, _ error: RPCError) {
        effects.append(.write(RPCOutput.failure(error, id: call.id)))
    }

    /// - Returns: the answer, where there is nothing to wait for.
    private mutating func act(_ arguments: ToolArguments) throws(ToolRefusal) -> [String]? {
        guard let top = state.top else { throw ToolRefusal(reason: IntentRefusal.noScreen.reason) }
        if let version = arguments.version, versions.text(version, of: state.stack?.last?.scene) == nil {
            throw ToolRefusal(reason: "another screen than version \(version) is shown now; see screen")
        }
        let wish = Wish(arguments: arguments, screen: top.screen)
        if let intent = try wish.intent() {
            try perform(intent)
            return nil
        }
        if arguments.action == "filter" {
            try perform(.filter)
            let page = LinearPage(top.screen, naming: .ids)
            let found = FuzzyQuery(arguments.text ?? "").best(of: page.rows.map(\.text)).map { page.rows[$0].line }
            return found.isEmpty ? ["no row matches"] : found
        }
        let form = try wish.form()
        // What is there already needs no entry, so a form can be saved behind the question about its changes.
        for entry in try wish.entries(of: form) where entry.text != top.formTexts[entry.name] {
            try perform(.enter(entry.text, in: entry.name))
            state.cancelChanges()
            if let event = state.reportChange(of: entry.name) { effects.append(.send(event)) }
        }
        if arguments.action == "submit" { try perform(.submit(form: form.id, texts: state.top?.formTexts ?? [:])) }
        return nil
    }

    private mutating func perform(_ intent: Intent) throws(ToolRefusal) {
        switch state.perform(intent) {
        case .reported(let event): effects.append(.send(event))
        case .done: break
        case .refused(let refusal): throw ToolRefusal(reason: refusal.reason)
        case .left(let departure): throw ToolRefusal(reason: "the session ends with its client, not by \(departure)")
        }
    }

    // MARK: Answers

    private mutating func answer(_ call: ToolCall, _ refusal: String) {
        effects.append(.write(Dialogue.response(to: call, [refusal], isError: true)))
    }

    private mutating func answer(_ call: ToolCall, _ lines: [String]) {
        var room = AgentLimits.longestText
        let shown = lines.prefix {
            room -= $0.utf8.count + 1
            return room >= 0
        }
        let rest = lines.count - shown.count
        let text = (shown + (rest > 0 ? ["… \(rest) more"] : [])).joined(separator: "\n")
        effects.append(.write(Dialogue.response(to: call, [status, text], isError: false)))
    }

    private mutating func answer(_ open: OpenCall, isMet: Bool) {
        let call = open.call
        guard let text = versions.last, state.top != nil else { return answer(call, status) }
        if call.tool == .read {
            let part = call.arguments.part ?? 0
            let lines = text.lines(ofPart: part, from: call.arguments.from ?? 1, count: call.arguments.count)
            guard let lines else { return answer(call, "there is no part \(part); there are \(text.parts.count)") }
            return effects.append(
                .write(Dialogue.response(to: call, [status, lines.joined(separator: "\n")], isError: false)))
        }
        let old = versions.text(open.since, of: state.stack?.last?.scene)
        var body = news + (old.flatMap { text.changes(since: $0) } ?? text.compact)
        if body.isEmpty { body = ["nothing has changed"] }
        news = []
        effects.append(
            .write(
                Dialogue.response(
                    to: call, [status, body.joined(separator: "\n")], isError: call.tool == .wait && !isMet)))
    }

    /// The first text of each answer.
    private var status: String {
        guard let awaited = state.awaited else { return "version \(versions.newest), settled" }
        return "version \(versions.newest), not settled: \(awaited.description(in: state.words))"
    }

    private mutating func end(_ status: ExitStatus) {
        for open in calls { refuse(open.call, RPCError(RPCCode.ended, "the application has ended")) }
        calls = []
        effects.append(.end(status))
    }
}

extension Notice {
    /// The notice as an agent reads it.
    fileprivate var text: String? {
        switch self {
        case .opened(let url): "* the application leads to \(url)"
        case .playing(let url, _): "* the application plays \(url)"
        case .copied(let text): "* copied: \(text)"
        case .word(let text, _): "* \(text)"
        case .failed(let failure): "! \(failure.action): \(failure.message)"
        case .session(let message, _): "* \(Sanitizer.line(message))"
        case .advice: nil
        }
    }
}

/// Effects of a message or an event, in order.
package enum AgentEffect: Equatable, Sendable {
    /// An event for the bus.
    case send(Event)
    /// A message for the client.
    case write([UInt8])
    /// A line for the log.
    case complain(String)
    case end(ExitStatus)
}

/// The memory of an agent's session, which the supervisor keeps for a view that takes this one's place.
package struct AgentMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    var pending: [String]
    var scenes: [String: ViewMemory.OfScene]
    /// Line that the bus has dropped and the view has not shown to the user yet.
    var lost: LostLine?
    var isInitialized: Bool
    /// The ids of the calls without an answer.
    var open: [JSONBytes]
    var version: Int

    package var snapshot: Event { Event(ProcessOutput.Snapshot.type, self) }
}
