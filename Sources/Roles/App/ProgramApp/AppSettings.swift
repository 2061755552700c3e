/// The options of a session of one program.
package struct AppSettings: Sendable {
    /// The first screen's title, unless the program gives one.
    package var title: String
    /// Whether there is a program to call; otherwise all rows come from the input.
    package var hasProgram: Bool
    /// Whether the user chooses among JSON rows as among lines, without further calls of the program.
    package var chooses: Bool
    /// The interval between refreshes, in milliseconds.
    package var interval: Int?
    /// How plain lines become rows.
    package var lines: LineFormat

    package init(
        title: String, hasProgram: Bool, chooses: Bool = false, interval: Int? = nil, lines: LineFormat = LineFormat()
    ) {
        self.title = title
        self.hasProgram = hasProgram
        self.chooses = chooses || !hasProgram
        self.interval = interval
        self.lines = lines
    }
}

/// How plain lines become rows.
package struct LineFormat: Equatable, Sendable {
    /// What ends a row: LF or NUL.
    package var separator: UInt8 = 0x0A
    /// The number of lines above the rows, which cannot be chosen.
    package var headerLines = 0
    /// The field that identifies a row, from 1; nil for the whole row.
    package var key: Int?

    package static let headerLimit = 100
    package static let keyLimit = 1000

    package init(separator: UInt8 = 0x0A, headerLines: Int = 0, key: Int? = nil) {
        self.separator = separator
        self.headerLines = headerLines
        self.key = key
    }

    /// What identifies a row: a field between blanks, or the whole row if it has no such field.
    func name(of row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let key else { return row }
        var rest = row
        for number in 1...max(key, 1) {
            rest = rest.drop(while: Self.isBlank)
            let field = rest.prefix { !Self.isBlank($0) }
            if field.isEmpty { break }
            if number == key { return field }
            rest = rest.dropFirst(field.count)
        }
        return row
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
