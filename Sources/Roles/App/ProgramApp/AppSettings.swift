package import Languages
package import Picking
import SafeText

/// The options of a session of one program.
package struct AppSettings: Sendable {
    /// The role's own words, in the user's language.
    package var words = Words()
    /// The first screen's title, unless the program gives one.
    package var title: String
    /// True if there is a program to call; otherwise all rows come from the input.
    package var hasProgram: Bool
    /// True if the user chooses among JSON rows as among lines, without further calls of the program.
    package var chooses: Bool
    /// The interval between refreshes.
    package var interval: Duration?
    /// The names that continue a path in a field; nil for none.
    package var paths: PathNames?
    /// The rules by which plain lines become rows.
    package var lines: LineFormat
    /// The options for choosing among rows.
    package var picking: PickingOptions
    /// The command that shows more about the selected row.
    package var preview: RowCommand?
    /// The lines of the preview are wrapped.
    package var previewWraps = false
    /// True if it is not shown at first, and no command runs.
    package var isPreviewHidden = false
    /// Earlier filter texts.
    package var history: QueryHistory?
    /// The actions of keys and events in a list.
    let bindings: PickBindings
    /// True if the users are visitors, and not the one who has started the program.
    package var hasVisitors = false
    /// Calls get their context on standard input, even if no screen asks for it.
    package var givesContext = false

    package init(
        title: String, hasProgram: Bool, chooses: Bool = false, interval: Duration? = nil,
        lines: LineFormat = LineFormat(),
        picking: PickingOptions = PickingOptions()
    ) {
        self.title = title
        self.hasProgram = hasProgram
        self.chooses = chooses || !hasProgram
        self.interval = interval
        self.lines = lines
        self.lines.fields = picking.rows
        self.picking = picking
        bindings = picking.bindings
    }

    /// True if the output is not JSON, whatever it begins with: options ask for lines, or are about something that only lines have.
    var hasOnlyLines: Bool {
        let rows = picking.rows
        return rows.hasOnlyLines || lines.headerLines > 0 || lines.key != nil || rows.identity != nil
            || lines.separator != 0x0A
            || rows.hasColours || rows.delimiter != .blanks || lines.isSearchedOtherwise || rows.printed != nil
    }

    /// True if rows may be read a second time.
    var readsAgain: Bool { hasProgram || bindings.reloads }
}

/// The rules by which plain lines become rows.
package struct LineFormat: Sendable {
    /// The end of a row: LF or NUL.
    package var separator: UInt8 = 0x0A
    /// The number of lines above the rows, which cannot be chosen.
    package var headerLines = 0
    /// The field that identifies a row, from 1; nil for the whole row.
    package var key: Int?
    /// The fields that are searched, shown and printed.
    var fields = PickingOptions().rows

    package static let headerLimit = 100
    package static let keyLimit = 1000

    package init(separator: UInt8 = 0x0A, headerLines: Int = 0, key: Int? = nil) {
        self.separator = separator
        self.headerLines = headerLines
        self.key = key
    }

    /// The part that identifies a row: a field between blanks, or the whole row if it has no such field.
    func name(of row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if let identity = fields.identity { return identity.joined(plain(row), fields.delimiter)[...] }
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

    // MARK: Fields

    /// True if a row is searched in another form than the one that was read.
    var isSearchedOtherwise: Bool { fields.searched != nil || fields.shown != nil }

    /// The part of a row that the user sees.
    func shown(_ row: ArraySlice<UInt8>, number: Int) -> ArraySlice<UInt8> {
        guard let template = fields.shown else { return row }
        return template.filled(plain(row), number: number, fields.delimiter)[...]
    }

    /// The part of a row that the filter searches.
    func searched(_ row: ArraySlice<UInt8>, number: Int) -> ArraySlice<UInt8> {
        let shown = shown(row, number: number)
        return fields.searched.map { $0.joined(plain(shown), fields.delimiter)[...] } ?? shown
    }

    /// The output if the row is chosen.
    func printed(_ row: ArraySlice<UInt8>, number: Int) -> [UInt8] {
        fields.printed?.printed(plain(row), number: number, fields.delimiter) ?? Array(plain(row))
    }

    /// The row without colours, if they are not a part of the text.
    func plain(_ row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        fields.hasColours ? TerminalSequences.removed(from: row)[...] : row
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
