package import ViewMessages

/// The part of a scene that every view keeps: its newest screen, the question in front of it, the marked rows, and what the user has seen
/// and the presenter knows already.
package struct SharedScene: Sendable {
    /// The screen as the presenter sent it, but each image in it is replaced by its ``ImageFile/key``.
    package private(set) var received: Screen
    private var alert: AlertState
    package var forms = FormChanges()
    package private(set) var marks = Marks()
    /// The last screen without activity and alert, while there is one in front.
    private var settled: Screen?
    package private(set) var requested = RequestedRows()
    /// The id of the notice that was shown last.
    package private(set) var seenNotice: String?
    /// True once the content has reported its end, which it does once.
    package private(set) var hasReportedEnd = false
    /// The row that was reported last as the one where the selection rests.
    package private(set) var highlighted: String?

    package init(_ screen: Screen) {
        received = screen
        alert = AlertState(screen)
    }

    /// The screen, with the view's own question in front of it.
    package var screen: Screen {
        guard alert.isAsking else { return received }
        var screen = received
        screen.alert = alert.alert
        return screen
    }

    package var question: Confirming? { alert.question }
    package var leaving: Leaving? { alert.leaving }
    package var chosenButton: Int? { alert.chosenButton }

    package mutating func show(_ new: Screen) {
        forms.show(new, after: received)
        let new = new.without(errors: forms.outdated)
        hasReportedEnd = hasReportedEnd && new.hasSameContent(as: received)
        marks.forget(goneSince: settled ?? received, on: new)
        settled = new.activity == nil && new.alert == nil ? nil : settled ?? received
        received = new
        alert.show(new)
    }

    /// The user has changed a field.
    /// - Returns: whether an error of the application has gone with that.
    @discardableResult
    package mutating func edit(_ name: String) -> Bool {
        let old = received
        forms.edit(name, on: old)
        received = old.without(errors: forms.outdated)
        return received != old
    }

    package mutating func restore(
        marks ids: [String], question: Confirming?, leaving: Leaving?, submitted: [String: String], chosenButton: Int?,
        seenNotice: String?, hasReportedEnd: Bool
    ) {
        marks = Marks(ids)
        marks.forget(goneSince: received, on: received)
        alert.restore(question: question, leaving: leaving, chosenButton: chosenButton)
        forms.restore(submitted, on: received)
        self.seenNotice = seenNotice
        self.hasReportedEnd = hasReportedEnd
    }

    package mutating func endActivity() { received.activity = nil }

    package mutating func takeNotice() -> ScreenNotice? {
        guard let notice = received.notice, notice.id != seenNotice else { return nil }
        seenNotice = notice.id
        return notice
    }

    /// Notes that the view asks for rows of the screen's section.
    package mutating func ask(for rows: Range<Int>) { requested.ask(for: rows, on: received) }

    /// The application has answered.
    mutating func endRequest() { if received.activity == nil { requested.end(on: received) } }

    /// - Returns: whether the application has answered without the rows that it was asked for, once.
    package mutating func takeUnsent() -> Bool { requested.takeNews() }

    /// - Returns: whether there is more behind the end, and that was not reported yet. From now on it is.
    package mutating func takeEnd() -> Bool {
        guard received.hasMore == true, !hasReportedEnd else { return false }
        hasReportedEnd = true
        return true
    }

    /// True if the screen asks for the row where the selection rests, and has not received that one yet.
    package func wantsHighlight(of row: String) -> Bool { received.reportsHighlight == true && row != highlighted }

    package mutating func reportHighlight(of row: String) { highlighted = row }

    mutating func ask(about leaving: Leaving?) { alert.ask(about: leaving) }

    package mutating func chooseButton(by step: Int) { alert.chooseButton(by: step) }

    mutating func confirm(_ press: ViewOutput.DidPress, rowText: () -> String?) -> ViewOutput.DidPress? {
        alert.confirm(press, rowText: rowText)
    }

    /// - Returns: false where no more rows can be marked.
    mutating func toggleMark(_ row: String) -> Bool {
        guard marks.contains(row) || marks.count < received.mostMarked else { return false }
        return marks.toggle(row)
    }

    mutating func clearMarks() { marks.clear() }

    /// Marks these rows, as many as there is room for, and no others.
    mutating func mark(_ rows: [String]) { marks = Marks(rows) }
}

extension SceneContent {
    package var screen: Screen { shared.screen }
    package var marks: Marks { shared.marks }
    package var unsent: Range<Int> { shared.requested.unsent }

    package mutating func takeNotice() -> ScreenNotice? { shared.takeNotice() }

    /// The marked rows: those that the user sees, in their order, then the others; nil where none is marked.
    package var markedRows: [String]? { marks.isEmpty ? nil : marks.ordered(by: seenParts.flatMap(\.rowIDs)) }

    /// The marked rows that a key can be done to, so far as their screen is known: those that are elsewhere may have other keys.
    /// - Returns: nil where no row is marked.
    func markedRows(for control: String) -> [String]? {
        let without = shared.received.rows(without: control)
        return markedRows?.filter { !without.contains($0) }
    }
}
