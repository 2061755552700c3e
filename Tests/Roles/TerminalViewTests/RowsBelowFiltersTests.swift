import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Filters above rows: fields that count at once do not take the keys from the rows.
@Suite struct RowsBelowFiltersTests {
    private static func screen(_ rows: [String], isLive: Bool = true) -> Screen {
        let options = [FormField.Option(id: "Open", title: "Open"), .init(id: "All", title: "All")]
        let field = FormField(
            id: "state", label: "State", kind: .choice, value: .text("Open"), isLive: isLive, options: options)
        let columns = [Column(id: "title", title: "Title")]
        let cells = rows.map { TableRow(id: $0, cells: [TableCell($0)]) }
        return Screen(
            title: "Issues",
            parts: [.form(Form(id: "filters", fields: [field])), .table(Table(columns: columns, rows: cells))])
    }

    @Test func theFirstRowIsSelected() throws {
        var state = try ViewState.showing(Self.screen(["a", "b"]))
        expect(state.top?.selected?.id.name, equals: "a")
        // Rows in the place of others, as after a reload, leave the selection where it is.
        _ = state.handle("j")
        try state.receive(Fixture.show(Self.screen(["new", "a", "b"])))
        expect(state.top?.selected?.id.name, equals: "b")
        let form = try ViewState.showing(Self.screen(["a"], isLive: false))
        expect(form.top?.selected?.id.kind, equals: .field)
    }

    /// True if an option was chosen or not, the next keys are those of the screen, and not of the list of options.
    @Test(arguments: [[Key.escape], [.enter], [.down, .enter], ["z", .escape]])
    func aFilterKeepsNoKeys(_ keys: [Key]) throws {
        var screen = Self.screen([])
        screen.prompt = Prompt(placeholder: "Search", text: "x")
        var state = try ViewState.showing(screen)
        _ = state.handle(.enter)
        expect(state.palette?.optionsOf != nil && state.lines.last?.contains("⏎ choose") == true)
        _ = state.handle(all: keys)
        expect(state.palette == nil && state.top?.fields.focus == nil)
        _ = state.handle("/")
        expect(state.palette == nil && state.top?.fields.focus == InputFields.prompt)
    }

    /// The user is there to search, before there is anything to filter.
    @Test func anEmptySearchFieldGoesBeforeFilters() throws {
        var screen = Self.screen([])
        screen.prompt = Prompt(placeholder: "Search")
        try expect(ViewState.showing(screen).top?.fields.focus, equals: InputFields.prompt)
        screen = Self.screen(["a"])
        screen.prompt = Prompt(placeholder: "Search")
        try expect(ViewState.showing(screen).top?.fields.focus, equals: nil)
    }

    @Test func newRowsAfterNoneAreSelected() throws {
        var state = try ViewState.showing(Self.screen([]))
        expect(state.top?.selected?.id.kind, equals: .field)
        // A field that counts at once takes no typing unasked: the keys of the screen stay in reach.
        expect(state.top?.fields.focus, equals: nil)
        try state.receive(Fixture.show(Self.screen(["a", "b"])))
        expect(state.top?.selected?.id.name, equals: "a")
    }

    /// An empty search field takes the keys at first, unless its list has come without rows and keys of the screen are left to press.
    @Test(
        arguments: [
            ([], nil, nil, true), ([.list(List(rows: []))], nil, nil, true),
            ([.list(List(rows: []))], false, nil, false),
            ([.list(List(rows: []))], true, nil, true), ([.list(List(rows: []))], false, "Reading…", true),
            ([.table(Table(columns: [], rows: []))], false, nil, false), ([], false, nil, true),
            ([.list(List(rows: [Row(id: "1", title: "a")]))], false, nil, false),
        ] as [([Part], Bool?, String?, Bool)])
    func theSearchFieldOfAnEmptyList(parts: [Part], isForRow: Bool?, activity: String?, types: Bool) throws {
        let key = isForRow.map { ScreenKey(control: "add", title: "Add", character: "a", isForRow: $0) }
        let screen = Screen(
            title: "T", prompt: Prompt(placeholder: "Find"), activity: activity, parts: parts, keys: key.map { [$0] })
        var state = try ViewState.showing(screen)
        expect((state.top?.fields.focus == InputFields.prompt), equals: types)
        if !types { expect(state.lines.last?.contains("a Add") == true && !state.handle("a").isEmpty) }
    }
}
