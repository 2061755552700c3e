import JSON
import ViewMessages
import WebAccess
import Wire

@testable import WebView

/// Requests of browsers, and of others, to the page's server: the lines of a head, and a form.
enum RequestProperties {
    private static let origin = "http://127.0.0.1:8080"
    private static let secret = "Zq7Wm3Kx9Tf2Lp5"
    private static let cookie = "00000000000000000000000000000002"
    private static let admission = Admission(origins: [origin])
    private static let credentials = try? Credentials(
        json: Array(
            (#"{"token":"00000000000000000000000000000001","cookie":"\#(cookie)","#
                + #""form":"00000000000000000000000000000003","name":"v1","port":8080}"#).utf8))

    static func check(_ input: [UInt8]) throws(Finding) {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        try check(head(String(decoding: parts[0], as: UTF8.self)))
        if parts.count > 1 { try check(form: Array(parts[1])) }
    }

    // MARK: Heads

    /// The head as libmicrohttpd hands it over.
    private static func head(_ text: String) -> RequestHead {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.first?.split(separator: " ") ?? []
        let address = words.dropFirst().first?.split(separator: "?", maxSplits: 1) ?? []
        var head = RequestHead(method: words.first.map(String.init) ?? "", path: address.first.map(String.init) ?? "")
        let query = address.dropFirst().first.map(String.init) ?? ""
        if query.hasPrefix("token=") { head.token = String(query.dropFirst(6)) }
        head.isLed = query.hasPrefix("led")
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1).map(String.init)
            guard field.count == 2 else { continue }
            let value = String(field[1].drop { $0 == " " })
            switch field[0].lowercased() {
            case "host": head.host = value
            case "origin": head.origin = value
            case "sec-fetch-site": head.fetchSite = value
            case "cookie": head.cookie = value
            case "x-viperline": head.marker = value
            case "content-type": head.contentType = value
            case "content-length": head.contentLength = Int(value) ?? -1
            default: break
            }
        }
        return head
    }

    private static func check(_ head: RequestHead) throws(Finding) {
        guard let credentials else { throw Finding("there are no credentials") }
        let decision = admission.decide(head, credentials)
        switch decision {
        case .refuse, .lead, .exchange: return
        case .answer, .answerWithKey: break
        }
        try claim(head.cookie == cookie, "a request without the cookie is answered")
        try claim(admission.hosts.contains(head.host), "a request for another host is answered")
        try claim(
            [nil, "none", "same-origin"].contains(head.fetchSite), "a request of another site is answered: \(head)")
        guard Route(path: head.path)?.method == "POST" else {
            return try claim(head.method == "GET" || head.method == "HEAD", "\(head.method) is answered")
        }
        let isKeyed = decision == .answerWithKey && head.origin == "null"
        try claim(head.origin?.lowercased() == origin || isKeyed, "a change for another origin is answered")
        try claim(head.fetchSite == "same-origin", "a change that no page has asked for is answered")
        try claim(head.contentLength.map { 0...Admission.longestBody ~= $0 } ?? true, "a long form is answered")
    }

    // MARK: Forms

    private static let screen = Screen(
        title: "T", prompt: Prompt(placeholder: "p"),
        parts: [
            .form(
                Form(
                    id: "f", heading: "F",
                    fields: [FormField.Kind.text, .secret, .number, .date, .toggle].enumerated().map { index, kind in
                        FormField(id: "\(index)", label: "l", kind: kind, value: .text(""))
                    }, submit: "s")),
            .list(List(rows: [Row(id: "1", title: "a"), Row(id: "2", title: "b")])),
            .button(Button(control: "c", title: "B")),
        ])

    private static func check(form bytes: [UInt8]) throws(Finding) {
        guard let fields = FormFields(encoded: bytes) else { return }
        try claim(FormFields(encoded: fields.encoded.utf8) == fields, "a form is another one when it is sent again")
        guard var action = PageAction(fields) else { return }
        if let button = action.button {
            try claim(PageAction(button).map { isSame($0, action) } == true, "a button does something else")
        }
        var state = WebState(stamp: EventStamp(source: "view", run: "1"))
        for event in MarkdownProperties.events(showing: screen) { _ = state.receive(.event(event)) }
        var posted = fields
        posted.append("field:1", secret)
        action = PageAction(posted) ?? action
        let (outcome, record) = state.perform(action, recording: posted)
        if case .done(let events) = outcome {
            for event in events {
                let line = event.line
                let again = try? Event(line: line.span.extracting(..<(line.count - 1)))
                try claim(again == event, "an action sends what is no event")
            }
        }
        if let record {
            let isOpen = fields.fields.contains { $0.value.contains(secret) }
            try claim(isOpen || !String(decoding: record.data, as: UTF8.self).contains(secret), "a secret is recorded")
        }
        try MarkdownProperties.claimWellFormed(WebPage(state, formKey: "k").piece.source)
    }

    /// A row is opened or closed by the button that does the opposite afterwards.
    private static func isSame(_ one: PageAction, _ other: PageAction) -> Bool {
        if case (.toggle(let row, _), .toggle(let same, _)) = (one, other) { return row == same }
        return one == other
    }
}
