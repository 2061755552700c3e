import Languages
import JSON
import ViewMessages

extension ViewedSession {
    /// The reason why the screen does not permit an intent; nil where it does. Nothing changes.
    package func refusal(of intent: Intent) -> IntentRefusal? {
        guard let top = scenes.top else { return .noScreen }
        return Permission.refusal(
            of: intent, on: top.screen, marks: top.marks, isAtRoot: scenes.isAtRoot, leaving: top.shared.leaving)
    }

    /// Does what the user wants, if the screen permits it.
    package mutating func perform(_ intent: Intent) -> IntentOutcome {
        if scenes.top == nil, case .leave(let departure) = intent { return .left(departure) }
        if let refusal = refusal(of: intent) { return .refused(refusal) }
        guard let top = scenes.top else { return .refused(.noScreen) }
        if let leaving = top.shared.leaving { return answer(leaving, by: intent, on: top) }
        return asksFirst(intent) ? .done : carryOut(intent, on: top)
    }

    /// Asks what is to become of the changes that the intent would lose, if there are any.
    /// - Returns: whether the question is in front now.
    package mutating func asksFirst(_ intent: Intent) -> Bool {
        guard let leaving = scenes.top?.leaving(for: intent) else { return false }
        scenes.updateTop { $0.shared.ask(about: leaving) }
        return true
    }

    /// - Parameter intent: the user's answer. A user who ends the session again does not want to be asked.
    private mutating func answer(_ leaving: Leaving, by intent: Intent, on top: Content) -> IntentOutcome {
        scenes.updateTop { $0.shared.ask(about: nil) }
        switch intent {
        case .press(Leaving.save, _):
            guard let form = top.shared.received.forms.first(where: { $0.id == leaving.form }) else {
                return .refused(.notOffered)
            }
            return submit(form.id, top.texts(of: form), on: top.shared.received)
        case .press(Leaving.discard, _):
            scenes.updateTop { $0.shared.forms.waive() }
            guard let top = scenes.top else { return .refused(.noScreen) }
            if let refusal = refusal(of: leaving.intent) { return .refused(refusal) }
            return carryOut(leaving.intent, on: top)
        case .press, .cancel: return .done
        default: return carryOut(intent, on: top)
        }
    }

    private mutating func carryOut(_ intent: Intent, on top: Content) -> IntentOutcome {
        switch intent {
        case .search(let text):
            changes.cancel()
            return reported(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: text))
        case .select(let row):
            return reportedOnce(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: row, rows: top.markedRows))
        case .press(let control, let target): return press(control, on: target, of: top)
        case .turnPage(let control):
            return reported(ViewOutput.DidPress.type, ViewOutput.DidPress(control: control))
        case .sort(let sort):
            let report = ViewOutput.DidSort(column: sort.column, isDescending: sort.isDescending)
            return reportedOnce(ViewOutput.DidSort.type, report)
        case .toggle(let row, let isExpanded):
            let report = ViewOutput.DidToggle(row: row, isExpanded: isExpanded)
            return reportedOnce(ViewOutput.DidToggle.type, report)
        case .mark(let row):
            var hasRoom = true
            scenes.updateTop { hasRoom = $0.shared.toggleMark(row) }
            return hasRoom ? .done : .refused(.marksAreFull)
        case .clearMarks:
            scenes.updateTop { $0.shared.clearMarks() }
            return .done
        case .filter: return .done
        case .scroll(let first, let count):
            let report = ViewOutput.DidScroll(
                first: Bounded.number(first), count: min(Bounded.number(count), Self.mostRows))
            scenes.updateTop { $0.shared.ask(for: report.first..<report.first + report.count) }
            return reportedOnce(ViewOutput.DidScroll.type, report)
        case .more: return reported(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd())
        case .follow(let address):
            return reportedOnce(ViewOutput.DidFollow.type, ViewOutput.DidFollow(url: address))
        case .highlight(let row):
            return reported(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row))
        case .enter(let text, let name):
            if name != FieldName.prompt { scenes.updateTop { $0.enter(text, in: name) } }
            if top.screen.isLive(name) { changes.note(name) }
            return .done
        case .submit(let id, let texts): return submit(id, texts, on: top.shared.received)
        case .back: return reported(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack())
        case .leave(let departure): return .left(departure)
        case .cancel:
            guard let button = top.screen.alert?.cancelButton else { return .refused(.questionInFront) }
            return press(button.control, on: .screen, of: top)
        }
    }

    /// Rows that are asked for at once.
    private static var mostRows: Int { 1000 }

    private mutating func press(_ control: String, on target: PressTarget, of top: Content) -> IntentOutcome {
        var press = ViewOutput.DidPress(control: control)
        switch target {
        case .screen: break
        case .row(let row): press.row = row
        case .rows(let row):
            // A user who can mark nothing here does not think of marks elsewhere.
            press.rows = top.screen.hasMarkableRows ? top.markedRows(for: control) : nil
            guard press.rows?.isEmpty != true else { return .refused(.notForMarkedRows) }
            guard let row = row ?? press.rows?.first else { return .refused(.noRow) }
            press.row = row
        }
        var confirmed: ViewOutput.DidPress?
        scenes.updateTop {
            confirmed = $0.shared.confirm(press) {
                press.row.flatMap { RowTitles(top.rowTexts).text(of: press.rows ?? [$0]) }
            }
        }
        return confirmed.map { reportedOnce(ViewOutput.DidPress.type, $0) } ?? .done
    }

    private mutating func submit(_ id: String, _ texts: [String: String], on screen: Screen) -> IntentOutcome {
        guard let form = screen.forms.first(where: { $0.id == id }) else { return .refused(.notOffered) }
        let submission = FormSubmission(form, texts: { texts[$0] }, Words(screen))
        scenes.updateTop { $0.show(submission, of: form, texts: texts) }
        guard submission.firstWrong == nil else {
            return .refused(
                .wrongEntries(
                    form.fields.compactMap { field in
                        submission.errors[FieldName.of(field, in: form)].map { "\(field.label): \($0)" }
                    }))
        }
        changes.cancel()
        scenes.updateTop { $0.shared.forms.submit(form, texts: texts, on: screen) }
        return reportedOnce(ViewOutput.DidSubmit.type, submission.report)
    }

    private mutating func reported(_ type: String, _ message: some JSONWritable) -> IntentOutcome {
        report(type, message).map { .reported($0) } ?? .refused(.noScreen)
    }

    /// Reports it unless the same report still waits for its answer, as when Enter is held down.
    private mutating func reportedOnce(_ type: String, _ message: some JSONWritable) -> IntentOutcome {
        awaits(type, message) ? .done : reported(type, message)
    }
}
