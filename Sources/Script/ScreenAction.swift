import RouterMessages
import ViewMessages
import Wire

/// What the person has done on a page, in the words of ``Script``.
enum ScreenAction {
    case search(String)
    /// - activity: what the page says until there is an answer.
    case call(ScriptCall, activity: String)
    /// The failure has been read.
    case close
    /// The call that failed is made again.
    case retry
    /// The call that made the page is made again.
    case refresh
    /// The router's affair.
    case pass(Event)
    /// Of interest to a program that keeps running, and to no other.
    case tell
    case nothing

    init(_ event: Event, on page: Page) throws(PayloadError) {
        switch event.type {
        case ViewOutput.DidSearch.type: self = .search(try event.decode(ViewOutput.DidSearch.self).query)
        case ViewOutput.DidChange.type:
            let change = try event.decode(ViewOutput.DidChange.self)
            if change.form == nil, case .text(let text)? = change.value { self = .search(text) } else { self = .tell }
        case ViewOutput.DidSelect.type:
            let selected = try event.decode(ViewOutput.DidSelect.self)
            if let text = page.content.completions[selected.row] {
                self = .search(text)
            } else if page.content.invalid.contains(selected.row) {
                self = .nothing
            } else {
                self = .call(ScriptCall(["select"] + (selected.rows ?? [selected.row])), activity: "Opening…")
            }
        case ViewOutput.DidPress.type: self.init(try event.decode(ViewOutput.DidPress.self), on: page)
        case ViewOutput.DidSubmit.type:
            let form = try event.decode(ViewOutput.DidSubmit.self).form
            self = .call(ScriptCall(["submit", form], input: event.data + [0x0A]), activity: "Working…")
        case ViewOutput.DidSort.type:
            let sort = try event.decode(ViewOutput.DidSort.self)
            let words = ["sort", sort.column, sort.isDescending ? "descending" : "ascending"]
            self = .call(ScriptCall(words), activity: "Sorting…")
        case ViewOutput.DidFollow.type:
            let url = try event.decode(ViewOutput.DidFollow.self).url
            self = .pass(Event(RouterInput.OpenURL.type, RouterInput.OpenURL(url: url), answering: event))
        case ViewOutput.DidGoBack.type:
            self = .pass(Event(RouterInput.Back.type, RouterInput.Back(), answering: event))
        default: self = .tell
        }
    }

    /// What is pressed on a page without rows is about the row that the page is of.
    private init(_ press: ViewOutput.DidPress, on page: Page) {
        switch press.control {
        case OwnControl.close: self = .close
        case OwnControl.retry: self = .retry
        case OwnControl.refresh: self = .refresh
        default:
            let about = page.origin.verb == "select" ? Array(page.origin.words.dropFirst()) : []
            let rows = press.rows ?? press.row.map { [$0] } ?? about
            self = .call(ScriptCall(["press", press.control] + rows), activity: "Working…")
        }
    }
}
