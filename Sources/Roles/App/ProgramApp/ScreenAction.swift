import Languages
import RouterMessages
import ViewMessages
import Wire

/// A user action on a page, in the terms of ``AppRole``.
enum ScreenAction {
    case search(String)
    /// - activity: the text on the page until the call ends.
    case call(ProgramCall, activity: String)
    case sort(ViewOutput.DidSort)
    /// Closes the alert of a failure.
    case close
    /// Repeats the call that failed.
    case retry
    /// Repeats the call that made the page.
    case refresh
    /// Wants the preview of a row.
    case highlight(String)
    /// Leaves the page.
    case back
    /// A command that had the terminal has ended, or did not run.
    case ran(ViewOutput.DidRun)
    /// An event for the router.
    case pass(Event)
    /// An entry in a live field.
    case change(ViewOutput.DidChange)
    /// An event only for a program that keeps running.
    case feed
    case nothing

    init(_ event: Event, on page: AppPage) throws(PayloadError) {
        switch event.type {
        case ViewOutput.DidSearch.type: self = .search(try event.decode(ViewOutput.DidSearch.self).query)
        case ViewOutput.DidChange.type:
            let change = try event.decode(ViewOutput.DidChange.self)
            if change.form == nil, case .text(let text)? = change.value {
                self = .search(text)
            } else {
                self = .change(change)
            }
        case ViewOutput.DidSelect.type:
            let selected = try event.decode(ViewOutput.DidSelect.self)
            if let text = page.content.completions[selected.row] {
                self = .search(text)
            } else if page.content.invalid.contains(selected.row) {
                self = .nothing
            } else {
                self = .call(ProgramCall(["select"] + (selected.rows ?? [selected.row])), activity: "Opening…")
            }
        case ViewOutput.DidPress.type: self.init(try event.decode(ViewOutput.DidPress.self), on: page)
        case ViewOutput.DidSubmit.type:
            let form = try event.decode(ViewOutput.DidSubmit.self).form
            self = .call(ProgramCall(["submit", form], input: event.data + [0x0A]), activity: "Working…")
        case ViewOutput.DidSort.type: self = .sort(try event.decode(ViewOutput.DidSort.self))
        case ViewOutput.DidFollow.type:
            let url = try event.decode(ViewOutput.DidFollow.self).url
            self = .pass(Event(RouterInput.OpenURL.type, RouterInput.OpenURL(url: url), answering: event))
        case ViewOutput.DidGoBack.type: self = .back
        case ViewOutput.DidHighlight.type:
            self = .highlight(try event.decode(ViewOutput.DidHighlight.self).row)
        case ViewOutput.DidRun.type: self = .ran(try event.decode(ViewOutput.DidRun.self))
        default: self = .feed
        }
    }

    /// Reads a press. On a page without rows, it applies to the row that the page shows.
    private init(_ press: ViewOutput.DidPress, on page: AppPage) {
        switch press.control {
        case OwnControl.close: self = .close
        case OwnControl.retry: self = .retry
        case OwnControl.refresh: self = .refresh
        default:
            let rows = press.rows ?? press.row.map { [$0] } ?? page.rows
            self = .call(ProgramCall(["press", press.control] + rows), activity: "Working…")
        }
    }
}

/// The controls that the role itself adds to screens. Programs should not use their names.
enum OwnControl {
    static let refresh = "viperline.refresh"
    static let retry = "viperline.retry"
    static let close = "viperline.close"

    static func refreshKey(_ words: Words) -> ScreenKey {
        ScreenKey(control: refresh, title: words["Refresh"], character: "r")
    }

    /// - Parameter mayRetry: whether it is safe to repeat the call.
    static func alert(_ title: String, _ message: String, mayRetry: Bool, _ words: Words) -> Alert {
        let retry = Button(control: Self.retry, title: words["Try again"], key: "r", role: .default)
        let close = Button(control: Self.close, title: words["Close"], role: .cancel)
        return Alert(title: title, message: message, buttons: (mayRetry ? [retry] : []) + [close], isFailure: true)
    }
}
