package import ViewMessages

/// A piece of the content that can be selected: a row, a picture, a button.
package struct Choice: Equatable, Sendable {
    package struct ID: Equatable, Sendable {
        package enum Kind: Sendable { case row, button }

        package var kind: Kind
        /// The row's id or the button's control.
        package var name: String
        /// Tells rows with the same id apart.
        package var occurrence: Int
    }

    package var id: ID
    /// Where it stands in ``Content/lines``.
    package var lines: Range<Int>
}

/// The parts of a screen as lines of a given width, however many they are.
package struct Content: Sendable {
    package struct Line: Equatable, Sendable {
        package var text: StyledText
        /// At the right edge.
        package var accessory = StyledText()
    }

    package let width: Int
    package private(set) var lines: [Line] = []
    package private(set) var choices: [Choice] = []
    private var occurrences: [String: Int] = [:]

    /// Left of every line, for the mark of the selection.
    package static let gutter = 2
    /// Right of every line, for the scroll bar.
    package static let margin = 2
    /// Longer lines of text are hard to read.
    private static let measure = 92
    /// From this width on a row's accessory stands beside its title, below it beside its subtitle.
    private static let wide = 60

    private var room: Int { max(width - Self.gutter - Self.margin, 0) }

    package init(_ parts: [Part], width: Int) {
        self.width = width
        var previous: Part?
        for part in parts {
            if let previous, Self.isApart(part, from: previous) { append(StyledText()) }
            append(part)
            previous = part
        }
    }

    /// Labels belong together, as buttons do; everything else stands by itself.
    private static func isApart(_ part: Part, from previous: Part) -> Bool {
        switch (previous, part) {
        case (.label, .label(let label)): label.style == .heading
        case (.button, .button), (.label, .list): false
        default: true
        }
    }

    private mutating func append(_ part: Part) {
        switch part {
        case .label(let label): append(wrapped: label.text, label.cellStyle)
        case .text(let text): append(text)
        case .button(let button): append(button)
        case .list(let list): append(list)
        case .gallery(let gallery): append(gallery)
        }
    }

    private mutating func append(_ text: Text) {
        appendHeading(text.heading, caption: text.caption)
        append(wrapped: text.body, .plain)
    }

    /// The caption stands beside the heading where there is room for both, else below.
    private mutating func appendHeading(_ heading: String?, caption: String? = nil) {
        let heading = heading.map { StyledText($0, .strong) } ?? StyledText()
        let caption = caption.map { StyledText($0, .quiet) } ?? StyledText()
        if heading.isEmpty || caption.isEmpty || heading.cells + 2 + caption.cells <= room {
            let gap = StyledText(heading.isEmpty || caption.isEmpty ? "" : "  ")
            if !heading.isEmpty || !caption.isEmpty { append(heading + gap + caption) }
        } else {
            append(heading)
            append(caption)
        }
    }

    private mutating func append(_ button: Button) {
        let key = button.key.map { " (\($0))" } ?? ""
        choose(.button, button.control) { $0.append(StyledText("[ \(button.title)\(key) ]", .accent)) }
    }

    private mutating func append(_ list: List) {
        if list.rows.isEmpty, let empty = list.empty { append(wrapped: empty, .quiet) }
        let isWide = width >= Self.wide
        for row in list.rows {
            let accessory = StyledText(row.accessory ?? "", .accessory)
            let subtitle = row.subtitle.map { StyledText($0, .quiet) } ?? StyledText()
            let isOneLine = subtitle.isEmpty && (isWide || accessory.isEmpty)
            choose(.row, row.id) { content in
                let beside = isWide || isOneLine
                content.append(StyledText(row.title, .strong), accessory: beside ? accessory : StyledText())
                if !isOneLine { content.append(subtitle, accessory: beside ? StyledText() : accessory) }
            }
        }
    }

    private mutating func append(_ gallery: Gallery) {
        appendHeading(gallery.heading)
        for item in gallery.items {
            choose(.row, item.id) { $0.append(StyledText("▣ ", .quiet) + StyledText(item.caption)) }
        }
    }

    private mutating func append(wrapped text: String, _ style: CellStyle) {
        for line in LineWrapping.wrap(text, width: min(room, Self.measure)) { append(StyledText(line, style)) }
    }

    private mutating func append(_ text: StyledText, accessory: StyledText = StyledText()) {
        // When there is no room for both, each has half of the line.
        let accessory = accessory.truncated(to: max(room / 2, room - text.cells - 2))
        let gap = accessory.isEmpty ? 0 : accessory.cells + 2
        lines.append(Line(text: text.truncated(to: max(room - gap, 0)), accessory: accessory))
    }

    /// Appends lines that are selected as one.
    private mutating func choose(_ kind: Choice.ID.Kind, _ name: String, lines body: (inout Content) -> Void) {
        let start = lines.count
        body(&self)
        let key = "\(kind) \(name)"
        let id = Choice.ID(kind: kind, name: name, occurrence: occurrences[key, default: 0])
        occurrences[key, default: 0] += 1
        choices.append(Choice(id: id, lines: start..<lines.count))
    }
}

extension Label {
    fileprivate var cellStyle: CellStyle {
        switch style {
        case .title, .heading: .strong
        case .subtitle: .plain
        case .caption: .quiet
        }
    }
}
