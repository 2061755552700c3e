package import ViewMessages

/// A screen as plain text: for scripts, tests and screen readers. Nothing is cut and nothing is wrapped.
package struct LinearPage: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
        /// What `didSelect` reports.
        package let id: String
        package let text: String
        /// With its number.
        package let line: String
        /// The controls of the screen's keys that can be done to it; nil for all that are for rows.
        package let keys: [String]?
    }

    /// The title of the screen, and what was searched there.
    private(set) var head: [String]
    private(set) var body: [String] = []
    /// The lines of ``body`` that are rows: `select` takes their numbers.
    package private(set) var rows: [Row] = []
    /// What `press` takes, in the order of their numbers.
    package private(set) var buttons: [Button] = []
    /// What `follow` takes, in the order of their numbers.
    package private(set) var links: [String] = []
    /// What can be done about it: more rows, an alert.
    private(set) var foot: [String] = []

    /// What the person has entered in the fields of forms.
    let fields: InputFields

    /// - Parameters:
    ///   - screen: sanitized.
    ///   - fields: what was entered; else what the screen has in them.
    package init(_ screen: Screen, fields: InputFields = InputFields()) {
        self.fields = fields
        head = ["== \(screen.title) =="]
        if let prompt = screen.prompt { head.append(PromptView(prompt: prompt).line) }
        for part in screen.parts { part.view.print(on: &self) }
        if screen.hasMore == true { foot.append("more rows: type more") }
        foot += ScreenKeys(screen).lines
        if let alert = screen.alert { foot.append(AlertView(alert: alert).line) }
    }

    /// - Returns: the whole page: lines, each ended by LF, and an empty one.
    package static func text(of screen: Screen) -> String { text(Self(screen).lines) }

    static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() + "\n" }

    var lines: [String] { head + body + foot }

    /// Gives an address its number, which `follow` takes.
    mutating func appendLink(_ address: String) {
        links.append(address)
        body.append("link \(links.count): \(address)")
    }

    mutating func append(_ line: String) { body.append(line) }

    mutating func appendHeading(_ heading: String?, caption: String? = nil) {
        if let heading {
            body.append("-- \(heading) --" + (caption.map { " \($0)" } ?? ""))
        } else if let caption {
            body.append(caption)
        }
    }

    mutating func appendRow(id: String, _ text: String, keys: [String]? = nil) {
        let number = rows.count + 1
        let line = (number < 10 ? " " : "") + "\(number). \(text)"
        rows.append(Row(id: id, text: text, line: line, keys: keys))
        body.append(line)
    }

    /// Gives a button its number.
    /// - Returns: what to print for it: `[1 Open]`.
    mutating func number(_ button: Button) -> String {
        buttons.append(button)
        return Self.face(of: button, number: buttons.count)
    }

    static func face(of button: Button, number: Int) -> String { "[\(number) \(button.title)]" }
}
