import JSON

/// A piece of a screen. In JSON it is an object with one member, the kind: `{"label":{…}}`.
package enum Part: JSONCodable, Equatable, Sendable {
    case label(Label)
    case text(Text)
    case button(Button)
    case list(List)
    case gallery(Gallery)
    case pager(Pager)
    case picture(Picture)
}

/// One line of text.
package struct Label: JSONCodable, Equatable, Sendable {
    package enum Style: String, JSONCodable, Sendable {
        case title, subtitle, caption, heading
    }

    package var text: String
    package var style: Style

    package init(_ text: String, style: Style) {
        self.text = text
        self.style = style
    }
}

/// Running text, wrapped by the view.
package struct Text: JSONCodable, Equatable, Sendable {
    package var heading: String?
    /// Small print beside the heading, such as a version and a date.
    package var caption: String?
    /// Paragraphs, separated by newlines.
    package var body: String
    /// How many lines to show until the person asks for more; nil for all. The view folds the text, because only the view
    /// knows where lines break.
    package var fold: Int?

    package init(heading: String? = nil, caption: String? = nil, body: String, fold: Int? = nil) {
        self.heading = heading
        self.caption = caption
        self.body = body
        self.fold = fold
    }
}

/// Rows that a person chooses from.
package struct List: JSONCodable, Equatable, Sendable {
    package var rows: [Row]
    /// Shown in the place of rows when there are none.
    package var empty: String?

    package init(rows: [Row], empty: String? = nil) {
        self.rows = rows
        self.empty = empty
    }
}

package struct Row: JSONCodable, Equatable, Sendable {
    /// What `didSelect` reports.
    package var id: String
    package var title: String
    /// One character before the title, such as a note.
    package var symbol: String?
    package var subtitle: String?
    /// At the right edge, such as a rating or a length.
    package var accessory: String?

    package init(
        id: String, title: String, symbol: String? = nil, subtitle: String? = nil, accessory: String? = nil
    ) {
        self.id = id
        self.title = title
        self.symbol = symbol
        self.subtitle = subtitle
        self.accessory = accessory
    }
}

/// Pictures side by side. A terminal shows their captions.
package struct Gallery: JSONCodable, Equatable, Sendable {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        /// What `didSelect` reports.
        package var id: String
        package var caption: String

        package init(id: String, caption: String) {
            self.id = id
            self.caption = caption
        }
    }

    package init(heading: String? = nil, items: [Item]) {
        self.heading = heading
        self.items = items
    }
}

/// One page of several, which takes the whole screen. Turning it reports `didPress` with `previous` or `next`.
package struct Pager: JSONCodable, Equatable, Sendable {
    /// From 1.
    package var position: Int
    package var count: Int
    package var page: Picture

    package init(position: Int, count: Int, page: Picture) {
        self.position = position
        self.count = count
        self.page = page
    }
}
