/// The keys of one mapping of a file. The reader takes its keys from such an enumeration, and the compiler demands a description and
/// a shape for each: no key that a reader knows can be missing in a schema or in the help of an editor.
package protocol FileKey: RawRepresentable<String>, CaseIterable, Hashable {
    /// The purpose of the key, in Markdown, for the page.
    var summary: String { get }
    var shape: ValueShape { get }
    static var rules: [KeyRule] { get }
    static var section: PageSection { get }
}

extension FileKey {
    package static var rules: [KeyRule] { [] }

    package static var table: KeyTable {
        KeyTable(
            rows: allCases.map { KeyTable.Row(key: $0.rawValue, summary: $0.summary, shape: $0.shape) }, rules: rules,
            section: section)
    }

    package static var names: [String] { allCases.map(\.rawValue) }
}

/// A section of a page in `protocols`.
package struct PageSection: Hashable, Sendable {
    /// A file such as `compose.md`.
    package var file: String
    package var title: String

    package init(_ file: String, _ title: String) {
        self.file = file
        self.title = title
    }

    /// The fragment of a link, as renderers of Markdown make it.
    package var fragment: String { title.lowercased().split(separator: " ").joined(separator: "-") }
}

/// The keys of a mapping, without their type.
package struct KeyTable: Sendable {
    package struct Row: Sendable {
        package var key: String
        package var summary: String
        package var shape: ValueShape
    }

    package var rows: [Row]
    package var rules: [KeyRule]
    package var section: PageSection

    package init(rows: [Row], rules: [KeyRule], section: PageSection) {
        self.rows = rows
        self.rules = rules
        self.section = section
    }

    package subscript(key: String) -> Row? { rows.first { $0.key == key } }

    /// The table with the rows of another one behind its own.
    package func adding(_ other: KeyTable) -> KeyTable {
        KeyTable(rows: rows + other.rows, rules: rules + other.rules, section: section)
    }
}

/// A rule for keys that belong together.
package enum KeyRule: Sendable {
    case required([String])
    case exactlyOne([String])
    case atMostOne([String])
    /// The keys that are required, and those that are forbidden, if one of these is there.
    case with([String], required: [String] = [], forbidden: [String])
    /// The keys that are required, and those that are forbidden, if none of these is there.
    case without([String], required: [String] = [], forbidden: [String])
}
