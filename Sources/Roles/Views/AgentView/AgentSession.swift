package import AgentTools
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
        var deadline: Instant
        /// The screen that the answer is compared with.
        let since: Int?
        /// Steps that are still to be done.
        var steps: ArraySlice<ToolArguments>
        /// The first of its steps waits for a screen, the others until it has settled.
        var hasBegun = false
        /// The number of scenes when the last one was left for a verb's.
        var depth = Int.max
        var notifications = 0
    }

    /// A question that the client's user is asked, for a call.
    private enum Asking: Equatable {
        case nothing
        case waiting(question: String, call: [UInt8])
        /// The answer was none: the client gets the question as text.
        case declined(question: String)
    }

    private var state: SizedSession
    /// No call follows.
    private var isLeaving = false
    private var dialogue: Dialogue
    private let settings: AgentSettings
    private var calls: [OpenCall] = []
    private var asking = Asking.nothing
    private var versions = ScreenVersions()
    /// Notices that no answer has had yet.
    private var news: [String] = []
    private var effects: [AgentEffect] = []
    /// The number of recorded calls; nil without a recording.
    private var recorded: Int?

    package init(stamp: EventStamp, settings: AgentSettings = AgentSettings(), isRecorded: Bool = false) {
        state = SizedSession(
            stamp: stamp, size: Size(columns: 100, rows: 40), drawsPictures: false, isText: true)
        self.settings = settings
        dialogue = Dialogue(verbs: settings.verbs)
        recorded = isRecorded ? 0 : nil
    }

    // MARK: Memory

    /// The part that a successor of this view needs. Its supervisor gets it before an event that follows from it.
    package var memory: AgentMemory {
        AgentMemory(
            pending: state.pending.ids, scenes: state.scenesMemory(), lost: state.lostLine,
            handshake: dialogue.handshake, open: calls.map { JSONBytes($0.call.id) }, version: versions.newest)
    }

    private mutating func restore(_ memory: AgentMemory) {
        state.restore(pending: memory.pending, scenes: memory.scenes, lost: memory.lost)
        dialogue.handshake = memory.handshake
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
                effects.append(.send(state.didRun(command, command.refusal("an agent runs no commands"))))
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
            if case .waiting(_, id) = asking { asking = .nothing }
            return []
        case .call(let call):
            begin(call, now: now)
            return settle(now: now)
        case .response(let id, let reply):
            take(reply, to: id, now: now)
            return settle(now: now)
        }
    }

    /// The client has closed its end. It still gets the answers to its calls.
    package mutating func endCalls(now: Instant) -> [AgentEffect] {
        isLeaving = true
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
        if let text = state.notice?.text(opensPages: settings.opensPages), news.count < AgentLimits.mostNews {
            news.append(text)
        }
        state.notice = nil
        // A screen that nobody asks for needs no text.
        if !calls.isEmpty {
            note()
            if advance() { note() }
        }
        let open = calls
        calls = []
        for call in open {
            let isMet = isMet(call)
            if !isMet, call.deadline > now {
                calls.append(call)
            } else if !isMet || !asks(call, now: now) {
                answer(call, isMet: isMet)
            }
        }
        if state.isFinished || isLeaving && calls.isEmpty { end(.done) }
        return takeEffects()
    }

    private mutating func takeEffects() -> [AgentEffect] {
        defer { effects = [] }
        return effects
    }

    /// Keeps the screen's text if it is new, and tells those who wait.
    private mutating func note() {
        guard let top = state.top, let scene = state.stack?.last?.scene, versions.note(ScreenText(top), of: scene)
        else { return }
        for index in calls.indices {
            calls[index].notifications += 1
            guard let token = calls[index].call.progressToken else { continue }
            let text = top.screen.activity ?? top.screen.title
            effects.append(.write(Dialogue.progress(token, step: calls[index].notifications, text)))
        }
    }

    private func isMet(_ open: OpenCall) -> Bool {
        switch open.call.tool {
        case .screen: return state.top != nil
        // The first screen may have no part while it loads.
        case .read: return state.isSettled || state.top != nil && versions.has(open.call.arguments.part)
        case .act:
            guard open.steps.isEmpty, state.isSettled else { return false }
            guard case .waiting(let question, open.call.id) = asking else { return true }
            return question != Question(state.top?.screen)?.id
        case .wait:
            guard state.isSettled, let text = open.call.arguments.text?.lowercased() else { return state.isSettled }
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
        if case .declined = asking { asking = .nothing }
        // A screen that the client has not seen has not changed for it.
        let since = call.tool == .act ? state.top.map { _ in versions.newest } : call.arguments.since
        var open = OpenCall(call: call, deadline: now + call.arguments.limit, since: since, steps: call.steps[...])
        if let repliesTo = call.repliesTo {
            guard let question = Question(state.top?.screen), question.id == repliesTo else {
                return answer(call, Self.questionIsGone)
            }
            let step = question.step(for: call.reply)
            if step == nil { asking = .declined(question: question.id) }
            open.steps = [step].compactMap(\.self)[...]
        }
        calls.append(open)
    }

    private mutating func refuse(_ call: ToolCall, _ error: RPCError) {
        effects.append(.write(RPCOutput.failure(error, id: call.id)))
    }

    // MARK: Steps

    /// Does the steps of calls whose turn it is.
    /// - Returns: whether there were any.
    private mutating func advance() -> Bool {
        let open = calls
        var hasActed = false
        calls = []
        for var call in open {
            var isOpen = true
            while isOpen, !call.steps.isEmpty, state.top != nil, !call.hasBegun || state.isSettled {
                hasActed = true
                do throws(ToolRefusal) {
                    let lines = try take(&call)
                    if let lines { answer(call.call, lines) }
                    isOpen = lines == nil
                } catch {
                    let possible = state.top.map { Wish.possible(on: $0.screen, goesBack: !state.isAtRoot) } ?? ""
                    answer(call.call, "\(error.reason)\nPossible: \(possible)")
                    isOpen = false
                }
            }
            if isOpen { calls.append(call) }
        }
        return hasActed
    }

    /// Does the next step of a call, or goes back to the scene where it is done.
    /// - Returns: the answer, where there is nothing to wait for.
    private mutating func take(_ open: inout OpenCall) throws(ToolRefusal) -> [String]? {
        open.hasBegun = true
        if let scene = open.call.scene, let stack = state.stack, stack.last?.name != scene {
            guard stack.contains(where: { $0.name == scene }), stack.count < open.depth else {
                throw ToolRefusal(reason: "the scene \(scene) is not open, where that is done")
            }
            open.depth = stack.count
            return try act(ToolArguments(action: "back"))
        }
        return try open.steps.popFirst().flatMap { step throws(ToolRefusal) in try act(step) }
    }

    /// - Returns: the answer, where there is nothing to wait for.
    private mutating func act(_ arguments: ToolArguments) throws(ToolRefusal) -> [String]? {
        guard let top = state.top else { throw ToolRefusal(reason: IntentRefusal.noScreen.reason) }
        if let version = arguments.version, versions.text(version, of: state.stack?.last?.scene) == nil {
            throw ToolRefusal(reason: "another screen than version \(version) is shown now; see screen")
        }
        try check(arguments, against: Question(top.screen))
        let wish = Wish(arguments: arguments, screen: top.screen, settings: settings)
        if let count = recorded {
            recorded = count + 1
            effects.append(.send(wish.recorded(as: count)))
        }
        if let intent = try wish.intent() {
            try perform(intent)
            return nil
        }
        if arguments.action == "filter" {
            try perform(.filter)
            let page = LinearPage(top.screen, naming: .ids)
            let found = FuzzyQuery(arguments.text ?? "").best(of: page.rows.map(\.text)).map { page.rows[$0].line }
            return found.isEmpty ? ["no row matches"] : ScreenText.window(found)
        }
        let form = try wish.form()
        // A field that already has this text needs no entry, so a form can be saved behind the question about its changes.
        for entry in try wish.entries(of: form) where entry.text != top.formTexts[entry.name] {
            try perform(.enter(entry.text, in: entry.name))
            state.cancelChanges()
            if let event = state.reportChange(of: entry.name) { effects.append(.send(event)) }
        }
        if arguments.action == "submit" { try perform(.submit(form: form.id, texts: state.top?.formTexts ?? [:])) }
        return nil
    }

    private static let questionIsGone = "that question is no longer in front"

    /// A button of a question is pressed only by a client that has seen the question.
    private func check(_ arguments: ToolArguments, against question: Question?) throws(ToolRefusal) {
        if let named = arguments.question, named != question?.id { throw ToolRefusal(reason: Self.questionIsGone) }
        guard arguments.action == "press", let question, arguments.question == nil, question.has(arguments.control)
        else { return }
        throw ToolRefusal(reason: "that answers a question")
    }

    private mutating func perform(_ intent: Intent) throws(ToolRefusal) {
        switch state.perform(intent) {
        case .reported(let event): effects.append(.send(event))
        case .done: break
        case .refused(let refusal): throw ToolRefusal(reason: refusal.reason)
        case .left(let departure): throw ToolRefusal(reason: "the session ends with its client, not by \(departure)")
        }
    }

    // MARK: Questions

    /// Asks the client's user the question that has come of a call, if the client can do that.
    /// - Returns: whether it has asked, in place of an answer to the call.
    private mutating func asks(_ open: OpenCall, now: Instant) -> Bool {
        guard open.call.tool == .act, open.call.canAsk, let question = Question(state.top?.screen) else {
            return false
        }
        switch asking {
        case .waiting(_, let call) where call != open.call.id: return false
        case .declined(question.id): return false
        case .nothing, .declined, .waiting: break
        }
        if open.call.isModern {
            effects.append(.write(Dialogue.question(question, of: open.call)))
            return true
        }
        asking = .waiting(question: question.id, call: open.call.id)
        effects.append(.write(Dialogue.request(question, for: open.call.id)))
        var open = open
        open.deadline = now + .seconds(AgentLimits.longestWait)
        calls.append(open)
        return true
    }

    private mutating func take(_ reply: QuestionReply?, to id: [UInt8], now: Instant) {
        guard case .waiting(let asked, let call) = asking, id == Dialogue.id(of: asked, for: call) else { return }
        asking = .declined(question: asked)
        guard let index = calls.firstIndex(where: { $0.call.id == call }), let question = Question(state.top?.screen),
            question.id == asked, let step = question.step(for: reply)
        else { return }
        asking = .nothing
        calls[index].steps = [step]
        calls[index].deadline = now + calls[index].call.arguments.limit
    }

    // MARK: Answers

    private mutating func answer(_ call: ToolCall, _ refusal: String) {
        effects.append(.write(Dialogue.response(to: call, [refusal], isError: true)))
    }

    private mutating func answer(_ call: ToolCall, _ lines: [String], isError: Bool = false) {
        let texts = [status, lines.joined(separator: "\n")]
        effects.append(.write(Dialogue.response(to: call, texts, isError: isError)))
    }

    private mutating func answer(_ open: OpenCall, isMet: Bool) {
        let call = open.call
        if case .waiting(_, call.id) = asking { asking = .nothing }
        guard let text = versions.last, state.top != nil else { return answer(call, status) }
        if call.tool == .read {
            let part = call.arguments.part ?? 0
            guard part > 0, part <= text.parts.count else {
                return answer(call, "there is no part \(part); there are \(text.parts.count)\(isMet ? "" : " so far")")
            }
            let (from, count) = (call.arguments.from ?? 1, call.arguments.count ?? .max)
            return answer(call, ScreenText.window(text.parts[part - 1], from: from, count: count))
        }
        var body = news
        news = []
        let scene = state.stack?.last?.scene
        if let old = versions.text(open.since, of: scene), let changes = text.changes(since: old) {
            body += changes
        } else if call.tool == .act, let old = versions.shown(of: scene), let changes = text.changes(since: old.text) {
            body += text.head.prefix(1) + ["as version \(old.number)\(changes.isEmpty ? "" : ", but:")"] + changes
        } else {
            body += text.beginnings()
        }
        versions.show()
        if call.tool == .act, state.takeUnsent() { body.append("! the application has not sent these rows") }
        let isError = !isMet && (call.tool == .wait || !open.steps.isEmpty)
        answer(call, body.isEmpty ? ["nothing has changed"] : body, isError: isError)
    }

    /// The first text of each answer.
    private var status: String {
        let question = Question(state.top?.screen).map { ", question \($0.id)" } ?? ""
        guard let awaited = state.awaited else { return "version \(versions.newest), settled\(question)" }
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
    fileprivate func text(opensPages: Bool) -> String? {
        switch self {
        case .opened(let url):
            opensPages ? "* opened \(url)" : "* not opened (viperline mcp --allow pages would): \(url)"
        case .playing(let url, let player):
            player == nil ? "* not played (viperline mcp --allow pages would): \(url)" : "* plays \(url)"
        case .copied(let text): "* copied: \(text)"
        case .word(let text, _): "* \(text)"
        case .failed(let failure): "! \(failure.action): \(failure.message)"
        case .session(let message, _): "* \(Sanitizer.line(message))"
        case .advice: nil
        }
    }
}
