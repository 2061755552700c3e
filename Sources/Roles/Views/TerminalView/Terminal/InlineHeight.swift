import Platform

/// The rows below the cursor that a view takes, in place of the whole screen: `10`, `40%`, `-3` (all but three), `~40%` (as many of them as the
/// screen needs).
package struct InlineHeight: Sendable, Equatable {
    package let text: String
    private let number: Double
    private let isPercent: Bool
    let isAdaptive: Bool

    /// The least rows that a part of the terminal has.
    package static let least = 10

    package init?(_ text: String) {
        self.text = text
        var rest = text[...]
        isAdaptive = rest.first == "~"
        if isAdaptive { rest.removeFirst() }
        isPercent = rest.last == "%"
        guard let number = Double(isPercent ? rest.dropLast() : rest), -1000...1000 ~= number else { return nil }
        self.number = number
    }

    /// - Parameter least: of a part of the terminal.
    func rows(of total: Int, least: Int) -> Int {
        let wanted =
            isPercent ? max(Int(Double(total) * number / 100), least) : Int(number) + (number < 0 ? total : 0)
        return max(1, min(wanted, total))
    }
}

/// The place of a view that takes some rows of the terminal.
struct InlinePlace: Sendable {
    let height: InlineHeight
    let least: Int
    /// The first row, from 0.
    var top = 0
    var rows = 1
    /// The column of the cursor in the row above, if that has the beginning of the user's line.
    private(set) var column: Int?
    /// True once the view has its rows.
    private(set) var hasBegun = false

    func isWhole(of total: Int) -> Bool { !height.isAdaptive && height.rows(of: total, least: least) >= total }

    /// The sequence that makes room at the cursor.
    /// - Parameters:
    ///   - report: the place of the cursor.
    ///   - total: the terminal's rows.
    mutating func begin(at report: CursorReport, of total: Int, isNew: Bool) -> String {
        hasBegun = true
        // Text before the cursor is the user's.
        let hasText = isNew && report.column > 1
        if isNew { column = hasText ? report.column : nil }
        top = report.row - 1 + (hasText ? 1 : 0)
        rows =
            height.isAdaptive ? min(rows, height.rows(of: total, least: least)) : height.rows(of: total, least: least)
        return (hasText ? "\r\n" : "\r") + room(of: total)
    }

    /// Takes more rows, if the height depends on what is shown.
    mutating func grow(to wanted: Int, of total: Int) -> String? {
        let most = height.rows(of: total, least: least)
        guard height.isAdaptive, wanted > rows, rows < most else { return nil }
        rows = min(wanted, most)
        return ControlSequence.move(to: Position(row: top, column: 0)) + room(of: total)
    }

    /// Lines that do not fit scroll the rows above into the scrollback.
    private mutating func room(of total: Int) -> String {
        let below = String(repeating: "\n", count: max(rows - 1, 0))
        top = max(0, min(top, total - rows))
        return ControlSequence.wholeScreenAtCursor + below + ControlSequence.move(to: Position(row: top, column: 0))
            + ControlSequence.eraseBelow
    }

    /// The sequence that leaves nothing behind: the cursor is where it was.
    var end: String {
        let start = ControlSequence.move(to: Position(row: top, column: 0)) + ControlSequence.eraseBelow
        return start + (column.map { ControlSequence.move(to: Position(row: max(top - 1, 0), column: $0 - 1)) } ?? "")
    }
}
