package import JSON

/// A piece of a screen. In JSON an object with one member, the part's kind: `{"label":{…}}`.
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
package struct Label: Codable, JSONCodable, Equatable, Sendable {
    package enum Style: String, Codable, JSONCodable, Sendable {
        case title, subtitle, caption, heading
    }

    package var text: String
    package var style: Style

    package init(_ text: String, style: Style) {
        self.text = text
        self.style = style
    }
}

/// A paragraph or several (separated by newlines), wrapped by the view.
package struct Text: Codable, JSONCodable, Equatable, Sendable {
    package var heading: String?
    /// Small print beside the heading, such as a version and a date.
    package var caption: String?
    package var body: String
    /// How many lines to show until the person asks for more; all of them when absent. The view folds, because only
    /// it knows where lines break.
    package var fold: Int?

    package init(heading: String? = nil, caption: String? = nil, body: String, fold: Int? = nil) {
        self.heading = heading
        self.caption = caption
        self.body = body
        self.fold = fold
    }
}

package struct Button: Codable, JSONCodable, Equatable, Sendable {
    /// What `didPress` reports.
    package var control: String
    package var title: String
    /// A key that presses it anywhere on the screen, one character, such as "o".
    package var key: String?
    package var role: Role?

    /// What a button is for in an alert.
    package enum Role: String, Codable, JSONCodable, Sendable {
        /// Enter presses it.
        case `default`
        /// Esc presses it: nothing is done.
        case cancel
        /// It destroys something: no key presses it unless the person has chosen it.
        case destructive
    }

    package init(control: String, title: String, key: String? = nil, role: Role? = nil) {
        self.control = control
        self.title = title
        self.key = key
        self.role = role
    }

    /// Lenient: a role that a newer presenter knows is none.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        control = try container.decode(String.self, forKey: .control)
        title = try container.decode(String.self, forKey: .title)
        key = try container.decodeIfPresent(String.self, forKey: .key)
        role = try container.decodeIfPresent(String.self, forKey: .role).flatMap(Role.init)
    }

    /// Lenient: a role that only a newer presenter knows counts as none.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var control: String?
        var title: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "control" where control == nil: control = try reader.read()
            case "title" where title == nil: title = try reader.read()
            case "key" where self.key == nil: self.key = try reader.readIfPresent()
            case "role" where role == nil: role = try reader.readIfPresent(String.self).flatMap(Role.init)
            default: try reader.skipValue()
            }
        }
        guard let control else { throw .missing("control", at: object) }
        guard let title else { throw .missing("title", at: object) }
        self.control = control
        self.title = title
    }
}

package struct List: Codable, JSONCodable, Equatable, Sendable {
    package var rows: [Row]
    /// What stands in the place of rows when there are none.
    package var empty: String?

    package init(rows: [Row], empty: String? = nil) {
        self.rows = rows
        self.empty = empty
    }
}

package struct Row: Codable, JSONCodable, Equatable, Sendable {
    /// What `didSelect` reports.
    package var id: String
    package var title: String
    /// Stands before the title, one character, such as a note.
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

/// Pictures in a row; a terminal shows their captions.
package struct Gallery: Codable, JSONCodable, Equatable, Sendable {
    package var heading: String?
    package var items: [Item]

    package struct Item: Codable, JSONCodable, Equatable, Sendable {
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

/// One page of several, the whole of a modal screen. The view turns pages with ← and → (`didPress` with `previous` and
/// `next`).
package struct Pager: Codable, JSONCodable, Equatable, Sendable {
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

/// A picture, as its bytes; while those are not there yet, and where pictures can't be drawn, its caption stands for it.
package struct Picture: Codable, JSONCodable, Equatable, Sendable {
    package var caption: String
    /// A PNG or JPEG file, base64.
    package var image: String?

    package init(caption: String, image: String? = nil) {
        self.caption = caption
        self.image = image
    }
}
