import Platform
import SessionResult
import ViewMessages
import Wire

/// The role's work in time, and while nothing else is to be done.
extension AppRole {
    /// The time until the next refresh begins.
    mutating func plan(now: Instant) { rested = now }

    private var nextRefresh: Instant? {
        let refresh = screens.pages.top.flatMap { screens.pages[$0].content.refresh }
        let interval = refresh.map { .milliseconds($0) } ?? settings.interval
        return rested.flatMap { rested in interval.map { rested + $0 } }
    }

    /// True if there is work that no input will trigger.
    var isBusy: Bool { picker?.isSearching ?? false }

    /// True if there are rows that the view has not got yet.
    var isUnshown: Bool { picker.map { $0.view != .current } == true && !screens.pages.isEmpty && !isOver }

    /// The time when ``turn(now:)`` is due; nil for never.
    var deadline: Instant? {
        let unshown = picker.flatMap { $0.view != .current && !screens.pages.isEmpty ? shown + Self.pace : nil }
        return earliest(nextRefresh, picker?.deadline, unshown, progressDeadline, held)
    }

    /// Does what needs no input: filters and shows rows, refreshes a screen.
    mutating func turn(now: Instant) -> [AppEffect] {
        var effects: [AppEffect] = []
        if held.map({ now >= $0 }) ?? true { effects += showFirst() }
        if let failure = screens.pages.takeEarlyFailure() { effects += screens.failFirst(failure) }
        effects += showProgress(now: now)
        if let due = nextRefresh, now >= due { effects += refresh(now: now) }
        guard picker != nil, !screens.pages.isEmpty else { return effects }
        effects += beginActions()
        picker?.adopt(now: now)
        if restored.renewsPreview, screens.calls.running == nil, let row = picker?.changes.highlighted {
            restored.renewsPreview = false
            if let words = picker?.previewAgain(of: row) { effects.append(.preview(words)) }
        }
        if let result = picker?.takeResult() {
            if case .nothing = result {
                effects += end(result, isAnswer: false)
            } else {
                effects.append(.report(result))
            }
        }
        if picker?.isSearching == true { picker?.advance() }
        if let decision = picker?.takeDecision() { effects += end(decision, isAnswer: false) }
        for run in picker?.takeEvents() ?? [] { effects += carryOut(run) }
        guard let answer = picker?.answered.id, picker?.isSearching == false else { return effects }
        let isDue = picker?.view != .current || picker?.deadline.map { now >= $0 } == true
        guard !isOver, isDue, answer != shownAnswer || picker?.view == .waiting || now >= shown + Self.pace
        else { return effects }
        (shown, shownAnswer) = (now, answer)
        if let event = picker?.answered { screens.pages[0].newest = event.id.isEmpty ? screens.pages[0].newest : event }
        let selected = picker?.takeSelection()
        if let screen = picker?.screen(now: now, isWorking: actions.isWorking) {
            let shown = screens.pages.show(screen, on: 0)
            effects.append(shown)
            if let selected, case .send(let event) = shown {
                let select = ViewInput.SelectRow(row: selected)
                effects.append(
                    .send(Event(ViewInput.SelectRow.type, select, answering: event, subject: event.subject ?? "")))
            }
        }
        return effects
    }

    mutating func refresh(now: Instant) -> [AppEffect] {
        plan(now: now)
        guard screens.calls.running == nil, let top = screens.pages.top, screens.pages[top].alert == nil else {
            return []
        }
        if picker != nil {
            picker?.reload()
            return beginList()
        }
        return screens.refresh(top)
    }
}
