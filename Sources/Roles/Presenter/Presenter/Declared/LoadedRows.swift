import Declarations
import InteractorMessages
import JSON
import ViewMessages

/// The items of a declared scene, and the rows that its program has made of them.
struct LoadedRows: JSONCodable {
    var pages: ItemPages<JSONItem>  // init: ItemPages()
    /// Rows of a list, one for each item that the program could make a row of.
    var rows: [Row] = []
    var cells: [TableRow] = []
    /// Why the program has failed on other items.
    var failure: String?

    init() { pages = ItemPages() }

    var count: Int { rows.count + cells.count }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ found: InteractorOutput.Found<JSONItem>, _ scene: SceneDeclaration, _ programs: ItemPrograms)
    {
        let new = pages.appendNew(found)
        guard let program = scene.row else { return }
        if scene.columns.isEmpty {
            let made = programs.rows(of: new, program)
            rows += made.values.compactMap(\.self)
            failure = failure ?? made.failure
        } else {
            let made = programs.cells(of: new, program, scene.columns.map(\.name))
            cells += made.values.compactMap(\.self)
            failure = failure ?? made.failure
        }
    }

    /// - Parameter empty: the text instead of rows.
    func part(_ table: (columns: [Column], sort: Sort?), empty: String?) -> Part {
        table.columns.isEmpty
            ? .list(List(rows: rows, empty: empty))
            : .table(Table(columns: table.columns, rows: cells, sort: table.sort, empty: empty))
    }

    /// The title of an item's row: in a table, its cell in the column "title", or else in the first one.
    func title(of id: String, _ columns: [ColumnDeclaration]) -> String? {
        if let row = rows.first(where: { $0.id == id }) { return row.title }
        let column = columns.firstIndex { $0.name == "title" } ?? 0
        return cells.first { $0.id == id }.flatMap { $0.cells.indices.contains(column) ? $0.cells[column].text : nil }
    }
}

/// Rows that are loaded again.
struct FreshRows: JSONCodable {
    var rows: LoadedRows  // init: LoadedRows()
    var batches: Int = 0

    init() { rows = LoadedRows() }

    /// The user may have scrolled far; rows beyond this are loaded when they are reached again.
    private static let mostBatches = 10

    /// True if they can replace the old ones without moving what the user sees.
    func isComplete(comparedWith old: LoadedRows?) -> Bool {
        rows.pages.cursor == nil || batches >= Self.mostBatches
            || rows.pages.items.count >= old?.pages.items.count ?? 0
    }
}

/// The members of a row, all of them texts.
struct RowText: JSONReadable {
    private var members: [String: String?]

    init(from reader: inout JSONReader) throws(JSONError) {
        members = try reader.read([String: String?].self)
    }

    func row(id: String) -> Row {
        func member(_ name: String) -> String? { members[name].flatMap { $0 } }
        return Row(
            id: id, title: member("title") ?? "", symbol: member("symbol"), subtitle: member("subtitle"),
            accessory: member("accessory"), tone: member("tone").flatMap { Tone(rawValue: $0) })
    }
}
