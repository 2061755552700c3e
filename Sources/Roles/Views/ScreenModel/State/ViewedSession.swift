package import Platform
package import JSON
package import Languages
import RouterMessages
import TerminalText
package import ViewMessages
package import Wire

/// A session as every view sees it: the scenes with their newest screens, user actions without a reply yet, and what to show the user.
package struct ViewedSession<Content: SceneContent>: Sendable {
    private var stamp: EventStamp
    /// The language of the view's own words, except those that an application has in its screens. A change concerns later screens.
    package var language = Language.english
    package var scenes = SceneStack<Content>()
    package private(set) var pending = PendingActions()
    package var notice: Notice?
    /// Live fields whose changes are still to be reported.
    package var changes = LiveChanges()
    private var remarks = Remarks()
    private var lost = LostLines()
    private var recent = RecentActions()
    /// The requests that the view is still to carry out.
    private var requests: [ViewRequest] = []
    private var selection: AwaitedSelection?

    package init(stamp: EventStamp) {
        self.stamp = stamp
    }

    package var topID: String? { scenes.topID }
    package var hasFailure: Bool { if case .failed = notice { true } else { false } }
    /// True if no action is pending, and the screen shows no activity.
    package var isSettled: Bool { pending.isEmpty && scenes.top.map { $0.screen.activity == nil } == true }

    /// Errors in the events of other roles, for the log.
    package mutating func takeRemarks() -> [String] { remarks.take() }

    // MARK: Memory

    /// The failure until the user closes it.
    package var failure: Failure? { if case .failed(let failure) = notice { failure } else { nil } }
    /// The line that the bus has dropped and the view has not shown to the user yet.
    package var lostLine: LostLine? { lost.line }

    /// - Parameter pending: the ids of the events that an earlier view has sent.
    package mutating func restore(
        pending ids: [String], scenes memory: [String: Content.Memory], failure: Failure?, lost line: LostLine?
    ) {
        awaitAnswers(to: ids)
        scenes.restore(memory)
        if let failure { notice = .failed(failure) }
        if let line { lost.note(line) }
    }

    /// - Parameter ids: the events that an earlier view has sent.
    package mutating func awaitAnswers(to ids: [String]) { pending = PendingActions(ids: ids) }

    // MARK: Events

    /// - Parameters:
    ///   - event: any but what an earlier view remembered.
    ///   - isUseless: whether there is no point in keeping the image with that key.
    /// - Returns: whether the event concerns the screens.
    package mutating func receive(
        _ event: Event, isUseless: (String) -> Bool
    ) throws(PayloadError) -> Bool {
        switch event.type {
        case ProcessInput.Notice.type:
            let message = try event.decode(ProcessInput.Notice.self)
            if let line = message.dropped {
                lost.note(LostLine(line, in: event))
            } else if !hasFailure {
                notice = .session(Sanitizer.line(message.message), isGood: message.isGood == true)
            }
            return false
        case ViewInput.Show.type:
            try show(event, isUseless)
            select()
        case ViewInput.Copy.type, ViewInput.Run.type:
            if let request = try ViewRequest(event, isAwaited: recent.take(event)) { requests.append(request) }
            scenes.updateTop { $0.shared.forms.accept() }
            return false
        case ViewInput.MarkRows.type:
            let rows = try event.decode(ViewInput.MarkRows.self).rows
            guard let topID, event.subject == topID else { return false }
            scenes.updateTop { if $0.screen.hasMarkableRows { $0.shared.mark(rows) } }
            return true
        case ViewInput.SelectRow.type:
            selection = AwaitedSelection(scene: event.subject, row: try event.decode(ViewInput.SelectRow.self).row)
            select()
            return true
        case RouterOutput.DidNavigate.type:
            let (before, stack) = (topID, try event.decode(RouterOutput.DidNavigate.self).stack)
            if stack.last?.scene != before { scenes.updateTop { $0.shared.forms.accept() } }
            scenes.navigate(to: stack)
            // The notice belongs to the old scene.
            if topID != before, case .word = notice { notice = nil }
            pending.dropOwn()
        case RouterOutput.DidOpenURL.type, RouterOutput.DidPlay.type, RouterOutput.DidFail.type:
            notice = try Notice(of: event)
            if event.type != RouterOutput.DidFail.type { scenes.updateTop { $0.shared.forms.accept() } }
        default: return false
        }
        if !hasFailure {
            var word: ScreenNotice?
            scenes.updateTop { word = $0.takeNotice() }
            if let word { notice = .word(word.text, word.tone) }
        }
        if pending.settle(by: event) { remarks.missingCorrelation(in: event) }
        if pending.isEmpty, !pending.hasOwn(ViewOutput.DidScroll.type), event.type != RouterOutput.DidNavigate.type {
            scenes.updateTop { $0.shared.endRequest() }
        }
        return true
    }

    /// Selects the row that the application has named, once its screen is here: a screen may come after it, as newer ones replace those in a
    /// queue.
    private mutating func select() {
        guard let wanted = selection, wanted.scene == topID, let top = scenes.top?.screen,
            top.parts.contains(where: { $0.rowIDs.contains(wanted.row) })
        else { return }
        selection = nil
        scenes.updateTop { $0.select(row: wanted.row) }
    }

    private mutating func show(_ event: Event, _ isUseless: (String) -> Bool) throws(PayloadError) {
        let new = try screen(of: event).sanitized.worded(in: language)
        guard let scene = event.subject else {
            throw PayloadError(type: event.type, reason: "no subject: the scene whose screen this is")
        }
        let (screen, images) = ScreenImages.extract(from: new, known: scenes.images(of: scene), isUseless: isUseless)
        scenes.show(screen, images: images, on: scene)
        lost.settle(by: event)
        switch notice {
        case .session: notice = nil
        case .failed(let failure) where failure.scene == scene: notice = nil
        default: break
        }
    }

    /// The screen of an event. What has no meaning in it is an author's mistake, or comes from a newer presenter.
    private mutating func screen(of event: Event) throws(PayloadError) -> Screen {
        var strangers: [JSONStranger] = []
        defer { remarks.unknown(strangers, in: event) }
        do throws(JSONError) {
            return try ViewInput.Show(json: event.data.span, root: "data", noting: &strangers).screen
        } catch {
            throw PayloadError(type: event.type, reason: "\(error)")
        }
    }

    /// - Parameter line: the beginning of a line that is not an event.
    package mutating func refuse(_ line: String, because error: EnvelopeError) -> Event {
        stamp.stamp(Event(refusing: line, because: error))
    }

    /// The event cannot be used. A screen that cannot be read counts as lost.
    package mutating func refuse(_ event: Event, because error: PayloadError) -> Event {
        if event.type == ViewInput.Show.type {
            settleWithoutScreen(event)
            let line = LostLine(unreadable: event, because: error)
            if lost.isNews(line) { notice = .failed(line.failure) }
        }
        return stamp.stamp(Event(refusing: event, because: error))
    }

    // MARK: Requests

    package mutating func takeRequests() -> [ViewRequest] {
        defer { requests = [] }
        return requests
    }

    /// The end of a command. It begins a chain of its own, as an action does: the user has left an editor.
    package mutating func didRun(_ request: CommandRequest, _ result: ViewOutput.DidRun) -> Event {
        var event = Event(ViewOutput.DidRun.type, result, subject: request.cause.subject)
        event.name(request.cause)
        return report(event, isOwn: false)
    }

    // MARK: Lost screens

    /// Time from `now` until ``giveUpLost(now:)`` has something to do; nil while nothing is lost.
    package func untilLost(now: Instant) -> Duration? { lost.remaining(now: now) }

    /// Shows the user what was lost, when it is time, and stops waiting for it.
    /// - Returns: whether it was time.
    package mutating func giveUpLost(now: Instant) -> Bool {
        guard let (line, isNew) = lost.take(now: now) else { return false }
        var answer = Event(type: ViewInput.Show.type)
        (answer.subject, answer.correlationID) = (line.failure.scene ?? topID, line.correlation)
        settleWithoutScreen(answer)
        if isNew { notice = .failed(line.failure) }
        return true
    }

    private mutating func settleWithoutScreen(_ answer: Event) {
        _ = pending.settle(by: answer)
        if let scene = answer.subject { scenes.giveUp(on: scene) }
    }

    // MARK: Reports

    /// Reports what the user did on the scene on screen.
    /// - Parameter isOwn: whether it is the view's own, and not a user action.
    /// - Returns: the event to send; nil without a scene.
    package mutating func report(_ type: String, _ message: some JSONWritable, isOwn: Bool = false) -> Event? {
        guard let topID else { return nil }
        return report(Event(type, message, subject: topID), isOwn: isOwn)
    }

    /// - Parameter report: without an id.
    package mutating func report(_ report: Event, isOwn: Bool) -> Event {
        let event = stamp.stamp(report)
        pending.sent(event, isOwn: isOwn)
        if !isOwn { recent.note(event.id) }
        return event
    }

    /// True if the same report still waits for its answer.
    package func awaits(_ type: String, _ message: some JSONWritable) -> Bool {
        pending.contains(sameAs: Event(type, message, subject: topID))
    }
}

/// Errors in the events of other roles, for the log: one remark for each type of event, and for each member that has no meaning.
package struct Remarks: Sendable {
    private var lines: [String] = []
    private var noted: Set<String> = []
    /// Remarks of a process. One more tells that later ones are left out.
    private static let most = 100

    package mutating func missingCorrelation(in event: Event) {
        guard noted.insert(event.type).inserted else { return }
        let sender = Self.sender(of: event)
        lines.append(
            "\(event.type) has no correlationid; it is treated as the reply to the user's last action. "
                + "\(sender) should copy the correlationid of the event it replies to")
    }

    mutating func unknown(_ strangers: [JSONStranger], in event: Event) {
        func key(_ stranger: JSONStranger) -> String { "\(stranger.name) \(stranger.known)" }
        for stranger in strangers where !noted.contains(key(stranger)) {
            let named = noted.count < Self.most ? stranger : .rest
            guard noted.insert(key(named)).inserted else { continue }
            lines.append(Sanitizer.line("\(event.type) of \(Self.sender(of: event)): \(named)"))
        }
    }

    private static func sender(of event: Event) -> String {
        event.source.isEmpty ? "its sender" : Sanitizer.line(event.source)
    }

    package mutating func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A row to be selected as soon as its screen has it.
private struct AwaitedSelection: Sendable {
    let scene: String?
    let row: String
}
