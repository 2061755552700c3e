import ScreenModel
import TestSupport
import Testing
import ViewMessages

@testable import WebView

/// Where there is too little room, columns leave in the order of their priorities, and nothing is lost (views.md F8).
@Suite struct TableLayoutTests {
    private static func table(_ priorities: [Int?], text: String = "text") -> Table {
        let columns = priorities.enumerated().map { Column(id: "\($0)", title: "T\($0)", priority: $1) }
        return Table(
            columns: columns,
            rows: [TableRow(id: "r", cells: priorities.indices.map { TableCell("\(text) \($0)") })])
    }

    private static func steps(_ table: Table, rowKeys: [ScreenKey] = []) -> [Int: Int] {
        TableLayout(table, columns: table.columns[...], rowKeys: rowKeys).steps
    }

    @Test func theLowestPriorityLeavesFirst() throws {
        let steps = Self.steps(Self.table([nil, 3, 1, nil, 2], text: "a text of some length"))
        let order = try [2, 4, 1].map { try require(steps[$0]) }
        expect(order == order.sorted(by: >) && order.first != order.last && steps.count == 3)
    }

    @Test func ofEqualPrioritiesTheLastLeavesFirst() throws {
        let steps = Self.steps(Self.table([nil, 1, 1], text: "a text of twenty-four or more"))
        #expect(try #require(steps[2]) > #require(steps[1]))
    }

    /// Columns that have room stay: it depends on what is in them, not on there being a priority.
    @Test func narrowColumnsStayLonger() throws {
        let narrow = Self.steps(Self.table([nil, 1, 1], text: "x"))
        let wide = Self.steps(Self.table([nil, 1, 1], text: String(repeating: "x", count: 5000)))
        #expect(try #require(narrow[2]) < #require(wide[2]))
        let key = ScreenKey(control: "k", title: "A key of a row, as long as it is", isForRow: true)
        #expect(try #require(narrow[2]) < #require(Self.steps(Self.table([nil, 1, 1], text: "x"), rowKeys: [key])[2]))
    }

    @Test func theFirstColumnAndThoseWithoutAPriorityStay() {
        #expect(Self.steps(Self.table([0, nil, nil])).isEmpty)
        #expect(Self.steps(Self.table([])).isEmpty)
    }

    /// Each is a cell, or stands below the name: never both, never neither.
    @Test func everyCellHasItsOtherPlace() throws {
        let page = TestedView(Screen(title: "T", parts: [.table(Self.table([nil, 3, 1]))])).page
        for index in 1...2 {
            expect(page.ranges(of: "text \(index)<").count, equals: 2)
            let step = try require(Self.steps(Self.table([nil, 3, 1]))[index])
            expect(
                page.contains("class=\"short w\(step)\"")
                    && page.contains("<span class=\"a\(step)\" dir=\"auto\">T\(index): "))
        }
        expect(page.ranges(of: "text 0<").count, equals: 1)
    }

    @Test func theStyleSheetHasEveryStep() {
        let style = String(decoding: StaticFile.style.bytes, as: UTF8.self)
        for width in TableLayout.widths {
            expect(
                style,
                contains: "@container(width<\(width)rem){.w\(width){display:none}.a\(width){display:inline-block}}")
        }
    }
}
