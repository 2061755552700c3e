import JSON
package import ScreenModel
package import ViewMessages

/// The parts of a screen laid out for a width. The height is whatever the parts take; ``Viewport`` decides which lines are seen.
///
/// Parts (``PartView``) append lines, and what belongs to them: choices, folds, pictures, keys.
package struct Content: Sendable {
    /// The circumstances in which parts are laid out.
    struct Input: Sendable {
        let width: Int
        /// The texts that the user has unfolded.
        let unfolded: Set<Fold.ID>
        /// The pictures that can be drawn, by key.
        let images: [String: ImageFile]
        /// Columns of tables, and steps of code, that the user has scrolled past.
        let columnsLeft: Int
        /// The fields of forms with their texts.
        let fields: InputFields
        let unsent: UnsentRows
    }

    /// The sideways scrolling of tables, by columns, and of code.
    struct Sideways: Sendable {
        /// The columns, or steps, that are scrolled past.
        fileprivate(set) var skipped = 0
        fileprivate var hasMore = false
        fileprivate var isTable = false

        /// The keys that scroll; buttons side by side go before.
        var keys: [KeyBinding] {
            var keys: [KeyBinding] = []
            if skipped > 0 {
                keys.append(
                    KeyBinding(
                        [.left, "h"], .scrollColumns(by: -1), "← h",
                        isTable ? "columns to the left" : "scroll to the left",
                        hint: isTable ? "←→ columns" : "←→ sideways"))
            }
            if hasMore {
                let hint = isTable ? "→ columns" : "→ sideways"
                keys.append(
                    KeyBinding(
                        [.right, "l"], .scrollColumns(by: 1), "→ l",
                        isTable ? "columns to the right" : "scroll to the right", hint: keys.isEmpty ? hint : nil))
            }
            return keys
        }
    }

    let input: Input
    /// The place where the user types: the line, and the column of the screen.
    package internal(set) var cursor: Position?
    package private(set) var lines: ContentLines
    /// The choices from top to bottom, and from left to right.
    package private(set) var choices: [Choice] = []
    package private(set) var folds: [Fold] = []
    /// Cells that can be clicked in addition to choices and folds, from top to bottom.
    private(set) var areas: [Area] = []
    package private(set) var pictures: [PlacedPicture] = []
    private(set) var movingBars: [MovingBar] = []
    private(set) var headers: [StickyHeader] = []
    /// The first list or table of which only a piece is here.
    package private(set) var window: RowWindow?
    private(set) var sideways = Sideways()
    /// Keys that act while the content is on screen, wherever the selection is.
    private(set) var keys: [KeyBinding] = []
    package private(set) var rowCount = 0
    /// The wishes of the first list that has some.
    var look: RowLook?
    /// Choices of each kind and name, and foldable texts of each heading, so far.
    private var choiceCounts: [Choice.ID: Int] = [:]
    private var foldCounts: [String: Int] = [:]
    /// The cells that are taken in the last line, while more may be placed beside.
    private var rowCells: Int?

    /// Cells left of every line, for the mark of the selection.
    package static let gutter = 2
    /// Cells right of every line, for the scroll bar.
    package static let margin = 2
    /// The longest lines of running text, in cells: longer ones are hard to read.
    static let measure = 92
    /// The least width at which a row's accessory is beside its title; in narrower content it is below, beside the
    /// subtitle.
    static let wide = 60

    package var width: Int { input.width }
    /// The cells between gutter and margin.
    var room: Int { Self.room(in: width) }
    static func room(in width: Int) -> Int { max(width - gutter - margin, 0) }
    /// The columns up to the margin.
    var columns: Range<Int> { 0..<max(width - Self.margin, Self.gutter) }
    var isWide: Bool { width >= Self.wide }

    package init(
        _ parts: [Part], width: Int, unfolded: Set<Fold.ID> = [], images: [String: ImageFile] = [:],
        columnsLeft: Int = 0, fields: InputFields = InputFields(), unsent: UnsentRows = UnsentRows()
    ) {
        WorkCount.current?.count { $0.layouts += 1 }
        input = Input(
            width: width, unfolded: unfolded, images: images, columnsLeft: columnsLeft, fields: fields, unsent: unsent)
        lines = ContentLines(room: Self.room(in: width))
        var previous: (any PartView)?
        for part in parts {
            let view = part.view
            if let previous, view.isApart(from: previous) { append(StyledText()) }
            view.layOut(in: &self)
            previous = view
        }
    }

    mutating func append(_ text: StyledText, accessory: StyledText = StyledText()) {
        rowCells = nil
        lines.append(text, accessory: accessory)
    }

    /// - Parameter whole: the whole texts of those that can be scrolled sideways, by their index.
    mutating func append(_ texts: [StyledText], whole: [Int: String] = [:]) {
        rowCells = nil
        for (index, text) in texts.enumerated() { lines.append(text, whole: whole[index]) }
    }

    /// Code scrolls sideways together with the columns of tables.
    mutating func scrollSideways(past skipped: Int, hasMore: Bool, isTable: Bool = false) {
        sideways.skipped = max(sideways.skipped, skipped)
        sideways.hasMore = sideways.hasMore || hasMore
        sideways.isTable = sideways.isTable || isTable && (skipped > 0 || hasMore)
    }

    /// - Parameters:
    ///   - first: a text before the first line; blanks stand before the others.
    mutating func append(wrapped text: StyledText, behind first: StyledText = StyledText()) {
        guard room > 0 else { return }
        let cells = first.cells
        let lines = LineWrapping.wrap(text, width: max(min(room - cells, Self.measure), 1))
        for (index, line) in lines.enumerated() { append((index == 0 ? first : .blanks(cells)) + line) }
    }

    /// Appends lines that are made when they are seen.
    mutating func append(_ block: some LineBlock) {
        rowCells = nil
        lines.append(block)
    }

    /// Appends rows that may be a piece of a longer list.
    /// - Parameter rows: the ids of the rows that are here, and the keys that can be done to them.
    mutating func append(
        _ block: some LineBlock, in window: RowWindow, rows: [(id: String, keys: [String]?)], isMarkable: Bool = false
    ) {
        // Nobody asks for rows of another one than the first.
        let unsent = UnsentRows(
            rows: self.window == nil ? input.unsent.rows : 0..<window.total, text: input.unsent.text)
        append(WindowLines(window: window, block: block, unsent: unsent))
        rowCount += window.rows.lowerBound
        for (number, row) in zip(window.rows, rows) {
            addChoice(.row, row.id, lines: window.lines(of: number), keys: row.keys, isMarkable: isMarkable)
        }
        rowCount += window.total - window.rows.upperBound
        if window.rows != 0..<window.total, self.window == nil { self.window = window }
    }

    /// The choice of a row that is here.
    func choice(ofRow row: Int, in window: RowWindow) -> Int? {
        window.rows.contains(row) ? choices(on: window.lines(of: row)).first : nil
    }

    /// The caption is beside the heading where both fit, else below.
    mutating func appendHeading(_ heading: String?, caption: String? = nil) {
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

    /// Appends a text beside the one before while both fit.
    /// - Parameters:
    ///   - choice: the choice that is there; nil for a text that the selection passes over.
    ///   - gap: the cells between the two, by default with room for the mark of the selection.
    /// - Returns: the columns of the terminal, in the last line.
    @discardableResult
    mutating func appendBeside(
        _ text: StyledText, _ choice: (kind: Choice.ID.Kind, name: String)? = nil, gap: Int = 3
    ) -> Range<Int> {
        let text = text.truncated(to: room)
        let gap = StyledText.blanks(gap)
        var start = 0
        if let taken = rowCells, taken + gap.cells + text.cells <= room {
            start = taken + gap.cells
            lines.extendLast(with: gap + text)
        } else {
            append(text)
        }
        rowCells = start + text.cells
        let columns = Self.gutter + start..<Self.gutter + start + text.cells
        if let choice { addChoice(choice.kind, choice.name, lines: lines.count - 1..<lines.count, columns: columns) }
        return columns
    }

    /// Makes lines selectable as one.
    mutating func addChoice(
        _ kind: Choice.ID.Kind, _ name: String, lines: Range<Int>, columns: Range<Int>? = nil,
        keys: [String]? = nil, isMarkable: Bool = false, node: Choice.Node? = nil
    ) {
        var id = Choice.ID(kind: kind, name: name, occurrence: 0)
        choiceCounts[id, default: 0] += 1
        id.occurrence = choiceCounts[id, default: 1] - 1
        if kind == .row { rowCount += 1 }
        choices.append(
            Choice(
                id: id, lines: lines, columns: columns, rowNumber: kind == .row ? rowCount : nil, keys: keys,
                isMarkable: isMarkable, node: node))
    }

    mutating func nextFoldID(_ heading: String) -> Fold.ID {
        foldCounts[heading, default: 0] += 1
        return Fold.ID(heading: heading, occurrence: foldCounts[heading, default: 1] - 1)
    }

    mutating func addFold(_ fold: Fold) { folds.append(fold) }
    /// Makes cells of a line act when they are clicked, as a table's headers do. Keys should do the same.
    /// - Parameters:
    ///   - line: in ``lines``.
    ///   - columns: of the terminal, gutter included.
    mutating func addArea(line: Int, columns: Range<Int>, _ action: KeyAction) {
        areas.append(Area(line: line, columns: columns, action: action))
    }
    mutating func addPicture(_ picture: PlacedPicture) { pictures.append(picture) }

    func pictureRequests(on lines: Range<Int>) -> [PictureRequest] {
        pictures.filter { $0.lines.overlaps(lines) }.compactMap(\.request)
    }

    mutating func addHeader(_ header: StickyHeader) { headers.append(header) }

    /// The header that covers the first line when the content is scrolled to `top`.
    func header(at top: Int) -> StickyHeader? { headers.first { $0.lines.contains(top) } }

    mutating func addMovingBar(_ bar: MovingBar) { movingBars.append(bar) }
    mutating func addKey(_ key: KeyBinding) { keys.append(key) }

    /// True when another choice is beside this one.
    func hasNeighbor(_ index: Int) -> Bool {
        choices[index].columns != nil
            && [index - 1, index + 1].contains {
                choices.indices.contains($0) && choices[$0].lines == choices[index].lines
            }
    }

    /// The row of a tree that this one is below.
    func parent(of index: Int) -> Int? {
        guard let depth = choices[index].node?.depth else { return nil }
        return choices[..<index].lastIndex { $0.node.map { $0.depth < depth } ?? true }
            .flatMap { choices[$0].node == nil ? nil : $0 }
    }

    /// The indices of the choices on these lines, at least in part.
    func choices(on lines: Range<Int>) -> Range<Int> {
        let first = choices.firstIndexSorted { $0.lines.upperBound > lines.lowerBound }
        return first..<max(first, choices.firstIndexSorted { $0.lines.lowerBound >= lines.upperBound })
    }
}

/// Cells that act when they are clicked.
struct Area: Sendable {
    let line: Int
    let columns: Range<Int>
    let action: KeyAction
}

/// A line that stays in sight while the lines that it belongs to are.
struct StickyHeader: Equatable, Sendable {
    /// The index in ``Content/lines``.
    let line: Int
    /// The lines that it belongs to, right below it.
    let lines: Range<Int>
}

package struct PlacedPicture: Equatable, Sendable {
    package var picture: Picture
    /// The drawing for it; nil when its caption replaces it.
    package var request: PictureRequest?
    /// Lines of ``Content/lines``.
    package var lines: Range<Int>
    /// Cells.
    package var width: Int
}

/// A long text that can be folded and unfolded.
package struct Fold: Equatable, Sendable {
    /// Identifies one of the screen's foldable texts.
    package struct ID: JSONCodable, Hashable, Sendable {
        package var heading: String
        /// The number among texts with the same heading, from 0.
        package var occurrence: Int
    }

    package var id: ID
    package var isFolded: Bool
    /// Lines of ``Content/lines``.
    package var lines: Range<Int>

    /// The text that a user folds or unfolds: the first in sight that is folded, else the first in sight, else the nearest.
    /// - Parameter seen: the lines in sight.
    static func meant(of folds: [Fold], seen: Range<Int>) -> Fold? {
        let inSight = folds.filter { $0.lines.overlaps(seen) }
        func distance(_ fold: Fold) -> Int {
            max(fold.lines.lowerBound - seen.upperBound, seen.lowerBound - fold.lines.upperBound)
        }
        return inSight.first { $0.isFolded } ?? inSight.first ?? folds.min { distance($0) < distance($1) }
    }
}
