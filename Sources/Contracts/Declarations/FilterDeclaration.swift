package import YAML

/// A filter that the user sets for all rows of a scene. The value is a variable of the scene's source.
package struct FilterDeclaration: Sendable {
    package enum Kind: Equatable, Sendable {
        /// A choice of one option; the first one by default.
        case choice([Option])
        /// A text, and its prefix in the value.
        case text(prefix: String)
        /// A switch, and the value while it is on.
        case toggle(String)
    }

    package struct Option: Equatable, Sendable {
        package var title: String
        /// The value; empty for none.
        package var value: String
    }

    package var name: String
    package var title: String
    package var kind: Kind
    /// The entry until the user changes it.
    package var standard: String
    /// A hint in an empty field of text.
    package var placeholder: String?
    package var place: Place

    /// The entries of a switch.
    package static let (on, off) = ("on", "off")
    /// Characters of a text. A longer one is refused.
    package static let longestText = 1000

    /// True if the user can enter this: an option's title, on or off, or a text that is not too long.
    package func accepts(_ entry: String) -> Bool {
        switch kind {
        case .choice(let options): options.contains { $0.title == entry }
        case .text: entry.count <= Self.longestText
        case .toggle: entry == Self.on || entry == Self.off
        }
    }

    /// The value of the variable; nil for none.
    package func value(of entry: String) -> String? {
        let value =
            switch kind {
            case .choice(let options): options.first { $0.title == entry }?.value ?? ""
            case .text(let prefix): entry.isEmpty ? "" : prefix + entry
            case .toggle(let value): entry == Self.on ? value : ""
            }
        return value.isEmpty ? nil : value
    }
}

/// A column of the table that a scene's rows are.
package struct ColumnDeclaration: Sendable {
    package enum Alignment: String, CaseIterable, Sendable {
        case start, center, end
    }

    /// The member of a row that it shows.
    package var name: String
    package var title: String
    package var alignment: Alignment?
    package var grows = false
    /// The priority of the column: where there is too little room, the columns with the lowest priority go first.
    package var priority: Int?
    /// The value of the variable `sort` while the rows are sorted by this column.
    package var sort: String?
    package var place: Place
}

extension SceneDeclaration {
    /// The variables of a scene's order: what it is sorted by, and for a column `asc` or `desc`.
    package static let (sort, direction) = ("sort", "direction")
    /// The variable with the parameters of a scene whose parts are shown early.
    package static let given = "given"

    /// True if the rows have no order but that of a column: a search's request names it as its `order`.
    package var isOrderedByColumns: Bool {
        content?.action == .search && columns.contains { $0.sort != nil } && !filters.contains { $0.name == Self.sort }
    }

    /// The orders in which a source can sort this scene's rows.
    package var orders: [String] {
        let choices = filters.filter { $0.name == Self.sort }.flatMap { filter in
            if case .choice(let options) = filter.kind { options.map(\.value) } else { [String]() }
        }
        return columns.compactMap(\.sort) + choices
    }

    /// The variables that the scene's filters and its order have in the source, with their places.
    package var variables: [(name: String, place: Place)] {
        let sorted = columns.first { $0.sort != nil }
        let order = sorted.map { [(Self.sort, $0.place), (Self.direction, $0.place)] } ?? []
        let filters = filters.map { ($0.name, $0.place) }
        return filters + order.filter { variable in !filters.contains { $0.0 == variable.0 } }
    }
}
