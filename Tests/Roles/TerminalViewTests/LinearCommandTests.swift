import Foundation
import Languages
import RouterMessages
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// The effects of linear commands, and the messages for those that cannot be carried out.
@Suite struct LinearCommandTests {
    @Test func thePageNamesEachCommand() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/scripting.md"), encoding: .utf8)
        for line in LinearCommand.summary(in: Words()).split(separator: "\n") {
            let verb = try require(line.split(separator: " ").first)
            expect(page.contains("`\(verb)`") || page.contains("`\(verb) "), "\(verb)")
        }
    }

    @Test(arguments: [
        (Fixture.found, "select 99", "there are only 4 rows"), (Fixture.empty, "select 1", "there are no rows"),
        (Fixture.found, "select", "give a row's number or title, such as: select 1"),
        (Fixture.found, "select x", "there is no row x"), (Fixture.found, "select 0", "there is no row 0"),
        (
            Fixture.found, "fly",
            "no such command; there are search, select, preview, press, follow, set, submit, save, discard, stay, sort, expand, collapse, "
                + "more, back, list, filter, mark, again, where, quit and help"
        ),
        (Fixture.found, "press OK", "there are no buttons"),
        (Fixture.found, "press", "give a button's name or number, such as: press OK"),
        (Fixture.details, "press Close", "no such button; there are: Open in App Store"),
        (Fixture.details, "search x", "there is nothing to search here"),
        (Fixture.found, "more", "there is nothing more"),
        (Fixture.pager(5), "press next", "no such button; there are: previous"),
        (Fixture.pager(1, of: 1), "press next", "there are no buttons"),
        (Fixture.failed, "select 1", "an alert is in front; press one of its buttons first"),
        (Fixture.found, "select 99999999999999999999", "there are only 4 rows"),
        (Fixture.found, "select -1", "there is no row -1"), (Fixture.tasks, "select \"9\"", "there is no row \"9\""),
        (Fixture.tasks, "mark Call", "several rows are called Call; give the number of one: 2, 3"),
        (Fixture.tasks, "press Delete Nothing", "there is no row Nothing"),
        (Fixture.tasks, "press Delete call", "several rows are called call; give the number of one: 2, 3"),
        (Fixture.list([Row(id: "1", title: "One")]), "select 2", "there is only one row"),
        (Fixture.found, "list -1", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 3-2", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 1-2-3", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 0", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 5-", "there are only 4 rows"), (Fixture.empty, "list", "there are no rows"),
        (Fixture.details, "press 2", "no such button; there are: Open in App Store"),
        (Fixture.failed, "press 99999999999999999999", "no such button; there are: Retry, OK"),
        (Fixture.found, "back", "this is the first screen; quit ends the session"),
        (Fixture.failed, "press Maybe", "no such button; there are: Retry, OK"),
    ]) func whatCannotBeDoneIsToldAndTheNextCommandIsServed(_ screen: Screen, _ command: String, _ reason: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands("# first", command, "help", "quit")
        expect(session.complaints, equals: ["line 2: \(command): \(reason)"])
        expect(session.transcript, contains: "\n? \(command): \(reason)\n")
        expect(session.transcript, contains: "> help\nsearch TEXT")
        #expect(session.sent.isEmpty)
        expect(session.end, equals: .badInput)
    }

    @Test(arguments: [
        (Fixture.failed, "press retry", #"didPress {"control":"retry"} @apps-1"#),
        (Fixture.failed, "press DISMISS", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.failed, "back", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.failed, "press 2", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.asked, "back", #"didPress {"control":"keep"} @apps-1"#),
        (Fixture.details, "press 1", #"didPress {"control":"open"} @apps-1"#),
        (Fixture.pager(2), "press 2", #"didPress {"control":"next"} @apps-1"#),
        (Fixture.found, "select 2\r", #"didSelect {"row":"2"} @apps-1"#),
        (Fixture.failed, "search x", #"didSearch {"query":"x"} @apps-1"#),
        (Fixture.empty, "search", #"didSearch {"query":""} @apps-1"#),
        (Fixture.empty, "  Search   two words  ", #"didSearch {"query":"two words"} @apps-1"#),
        (Fixture.list(Fixture.rows, hasMore: true), "more", "didReachEnd {} @apps-1"),
        (Fixture.pager(2), "press next", #"didPress {"control":"next"} @apps-1"#),
        (Fixture.pager(2), "press Previous", #"didPress {"control":"previous"} @apps-1"#),
        (Fixture.details, "select 2", #"didSelect {"row":"s2"} @apps-1"#),
        // A row by its number, its title or its id.
        (Fixture.tasks, "select Buy milk", #"didSelect {"row":"m"} @apps-1"#),
        (Fixture.tasks, "select \"Buy milk\"", #"didSelect {"row":"m"} @apps-1"#),
        (Fixture.tasks, "select BUY MILK", #"didSelect {"row":"m"} @apps-1"#),
        (Fixture.tasks, "select c2", #"didSelect {"row":"c2"} @apps-1"#),
        (Fixture.tasks, "select 4", #"didSelect {"row":"1"} @apps-1"#),
        (Fixture.tasks, "select \"4\"", #"didSelect {"row":"5"} @apps-1"#),
        (Fixture.tasks, "select \"1\"", #"didSelect {"row":"1"} @apps-1"#),
        (Fixture.tasks, "press Delete Buy milk", #"didPress {"control":"delete","row":"m"} @apps-1"#),
        (Fixture.tasks, "press \"Delete\" \"Buy milk\"", #"didPress {"control":"delete","row":"m"} @apps-1"#),
        (Fixture.tasks, "press x c1", #"didPress {"control":"delete","row":"c1"} @apps-1"#),
        (Fixture.tasks, "press Delete all Buy milk", #"didPress {"control":"all","row":"m"} @apps-1"#),
        (Fixture.tasks, "press Delete all 4", #"didPress {"control":"all","row":"1"} @apps-1"#),
    ]) func commandsAreReported(_ screen: Screen, _ command: String, _ sent: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands(command)
        expect(session.sent, equals: [sent])
        #expect(session.complaints.isEmpty)
    }

    /// Neither by number nor by title, until all rows are printed; a successor knows it.
    @Test(arguments: ["filter", "list", "list 1", "again"]) func aFilteredRowIsRefused(_ end: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.tasks))
        session.commands("filter call", "mark 1", "mark Buy milk", "press Delete 1", "mark 2")
        func refusal(_ line: Int, _ command: String, _ row: String) -> String {
            "line \(line): \(command): row \(row) does not match the filter; filter alone ends it"
        }
        let refused = [
            refusal(2, "mark 1", "1"), refusal(3, "mark Buy milk", "Buy milk"), refusal(4, "press Delete 1", "1"),
        ]
        expect(session.complaints, equals: refused)
        var next = LinearSession()
        next.mode = LinearMode(stamp: Fixture.stamp, options: .init(echoesCommands: true))
        if let told = session.told { next.bus(Event(ProcessInput.Restore.type, told)) }
        next.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.tasks))
        next.commands("mark 1")
        expect(next.complaints, equals: [refusal(6, "mark 1", "1")])
        session.commands(end, "mark 1")
        expect(session.complaints, equals: refused)
        expect(session.transcript.hasSuffix("> mark 1\n 1. Buy milk (marked)\n\n"), equals: true)
    }

    @Test func aFilterEndsWithItsScreen() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.tasks))
        session.commands("filter call", "select 2")
        session.bus(Fixture.navigate("apps-1", "app-2", answering: "view-1-1"))
        session.bus(Fixture.show(Fixture.details, "app-2", answering: "view-1-1"))
        session.commands("where")
        session.bus(Fixture.navigate("apps-1"))
        session.commands("mark 1")
        #expect(session.complaints.isEmpty)
    }

    private static let failed: Screen = {
        var screen = Fixture.failed
        screen.alert?.isFailure = true
        return screen
    }()
    private static let asked: [(Screen, [String], String?)] = [
        (
            Fixture.asked, [],
            "a question is open: Delete?: It cannot be brought back.; these commands answer it: press 1 (Delete), press 2 (Keep), press 3 (Help)"
        ),
        (Fixture.found, [], nil), (failed, [], nil),
        (
            Fixture.tasks, ["press wipe 2"],
            "a question is open: Wipe?: Call; these commands answer it: press 1 (Wipe), press 2 (Cancel)"
        ),
    ]

    /// A script that ends amid a question has not done what the question is about.
    @Test(arguments: asked.indices, [false, true]) func anOpenQuestionIsToldAtTheEnd(_ index: Int, _ isStrict: Bool) {
        let (screen, commands, told) = Self.asked[index]
        var session = LinearSession()
        session.mode = LinearMode(stamp: Fixture.stamp, options: .init(echoesCommands: true, isStrict: isStrict))
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        for command in commands { session.commands(command) }
        session.complaints = []
        session.perform(session.mode.endCommands())
        expect(session.complaints, equals: told.map { [$0] } ?? [])
        let isFailure = screen.alert?.isFailure == true
        expect(session.end, equals: isFailure ? .unavailable : told != nil && isStrict ? .badInput : .done)
    }

    @Test func aQuestionAboutChangesNamesItsCommands() {
        let field = FormField(id: "t", label: "Text", kind: .text)
        let screen = Screen(title: "T", parts: [.form(Form(id: "f", fields: [field]))])
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1", "app-2"), Fixture.show(screen, "app-2"))
        session.commands("set Text x", "back")
        session.perform(session.mode.endCommands())
        expect(session.complaints.last?.hasSuffix("these commands answer it: save, discard, stay"), equals: true)
    }

    /// A key is named only where it does that.
    @Test func hintsNameWhatWorks() {
        let keys = [
            ScreenKey(control: "new", title: "New", character: "n"),
            ScreenKey(control: "n", title: "Notes", character: "o"),
            ScreenKey(control: "save", title: "Save", character: "1"),
            ScreenKey(control: "open2", title: "Open", character: "p"),
            ScreenKey(control: "copy", title: "Copy", character: "c", isForRow: true),
            ScreenKey(control: "cut", title: "Copy", character: "c", isForRow: true),
        ]
        let button = Button(control: "open", title: "Open")
        let rows = [Row(id: "1", title: "One")]
        let page = LinearPage(Screen(title: "T", parts: [.button(button), .list(List(rows: rows))], keys: keys))
        expect(
            page.foot,
            equals: [
                "keys: New, Notes (o), Save, Open (p)", "keys for a row: Copy (c), Copy (cut)  (such as: press Copy 1)",
            ])
        // Without rows there is no example.
        let empty = LinearPage(Screen(title: "T", parts: [], keys: [keys[4]]))
        expect(empty.foot, equals: ["keys for a row: Copy (c)"])
    }

    @Test(arguments: [
        ("sel\0ect 1", 1, "the line contains a NUL byte"),
        ("x", 1 << 18, "a command has at most 65536 bytes"),
        ("search 日", 10_000, "a command has at most 65536 bytes"),
    ]) func aLineThatIsNoCommandIsTold(_ piece: String, _ count: Int, _ reason: String) {
        let line = String(repeating: piece, count: count)
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        // As read from a pipe.
        let bytes = Array(("# first\n" + line + "\nselect 1\n").utf8)
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            session.perform(session.mode.read(Array(bytes[start..<min(start + 4096, bytes.count)])))
            // Regression: a successor got up to 64 KiB of such a line again with each read.
            #expect(session.mode.memory.typed.count <= max(4096, start < 70_000 ? 70_000 : 0))
        }
        expect(session.complaints.count, equals: 1)
        expect(session.complaints.first?.hasPrefix("line 2: "), equals: true)
        expect(session.complaints.first?.hasSuffix(": " + reason), equals: true)
        #expect(session.complaints.first?.utf8.count ?? .max < 300)
        expect(session.sent, equals: [#"didSelect {"row":"1"} @apps-1"#])
    }

    @Test func whatIsNotUTF8IsToldAndALastLineNeedsNoEnd() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        session.perform(session.mode.read(Array("search caf".utf8) + [0xE9, 0x0A] + Array("select 2".utf8)))
        expect(session.complaints, equals: ["line 1: search caf\u{FFFD}: the line is not UTF-8"])
        #expect(session.sent.isEmpty)
        session.perform(session.mode.endCommands())
        expect(session.sent, equals: [#"didSelect {"row":"2"} @apps-1"#])
    }
}
