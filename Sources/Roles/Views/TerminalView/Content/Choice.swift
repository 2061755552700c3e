import JSON

/// A piece of the content that can be selected: a row, a gallery's item, a button.
package struct Choice: Equatable, Sendable {
    package struct ID: JSONCodable, Hashable, Sendable {
        /// The effect of Enter.
        package enum Kind: String, JSONCodable, Sendable {
            /// Reports `didSelect`.
            case row
            /// Reports `didPress`.
            case button
            /// Reports `didFollow`.
            case link
            /// Begins to type into the field.
            case field
            /// Reports `didSubmit`.
            case submit
        }

        package var kind: Kind
        /// The row's id, the button's control, the field's name (``FieldName``), the form's id or the
        /// link's address.
        package var name: String
        /// The number among choices of the same kind and name, from 0.
        package var occurrence: Int
    }

    /// A row's place in a tree.
    package struct Node: Equatable, Sendable {
        package var depth: Int
        /// Nil for a row that cannot be opened.
        package var isExpanded: Bool?
    }

    package var id: ID
    /// Lines of ``Content/lines``.
    package var lines: Range<Int>
    /// Columns, where choices are side by side; nil when it has its lines to itself.
    package var columns: Range<Int>?
    /// The number among the rows, from 1; nil for other choices.
    package var rowNumber: Int?
    /// The controls of the screen's keys that can be done to it; nil for all that are for rows.
    package var keys: [String]?
    /// True when it can be marked, to be chosen together with others.
    package var isMarkable = false
    /// Nil unless it is a row of a tree.
    package var node: Node?
}

/// A text to be copied: that of the selected row, else that of the whole content.
enum CopiedText {
    /// Bytes. Terminals take no more.
    private static let longest = 1 << 16

    /// - Returns: the lines; empty where they are too long to copy.
    static func of(_ content: Content, selected: Choice?) -> String {
        let row = selected.flatMap { $0.id.kind == .row ? $0 : nil }
        var text = ""
        for number in row?.lines ?? 0..<content.lines.count where text.utf8.count <= longest {
            let line = content.lines[number]
            if !text.isEmpty { text += "\n" }
            text += line.all + (line.accessory.isEmpty ? "" : "\t" + line.accessory.plain)
        }
        return text.utf8.count <= longest ? text : ""
    }
}
