import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages

/// One table for all views: what a user wants, how each view expresses it, and what comes of it. The views report the same events and
/// give the same reasons; where one differs, its row gives the cause.
@Suite struct IntentTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        var stage: Stage
        let keys: Input
        let commands: Input
        let forms: Input
        /// The events: `didPress {"control":"open"}`.
        var sent: [String] = []
        /// The reason that the user sees; nil where nothing is refused.
        var refusal: IntentRefusal?
        /// What the user sees besides.
        var shows: String?
        var differences: [Difference] = []

        var testDescription: String { name }
    }

    /// What a view does otherwise, and for which cause.
    struct Difference {
        let view: View
        var sent: [String] = []
        /// The reason in its words; nil for none.
        var message: String?
        let because: String

        static let nameIsRequired = [
            Difference(view: .agent, message: "Name: This is required", because: "the answer is the reason"),
            Difference(
                view: .linear, message: "Name: This is required",
                because: "a page of text does not show it at the field"),
        ]
    }

    enum View: CaseIterable { case terminal, linear, web, agent }

    /// How a view expresses an intent.
    enum Input {
        case keys([Key])
        /// On a text of what was drawn first.
        case click(String)
        case lines([String])
        /// The value of `do`, and after blanks other fields; an agent's calls are the same, where it has them.
        case posts([String])
        case none(because: String)
    }

    // MARK: Screens

    private static func list(
        _ rows: [ViewMessages.Row], isMultiple: Bool? = nil, keys: [ScreenKey]? = nil, total: Int? = nil
    ) -> Screen {
        var screen = Screen(title: "T", parts: [.list(List(rows: rows, isMultiple: isMultiple))])
        if let total { screen.parts = [.list(List(rows: rows, offset: 0, total: total))] }
        screen.keys = keys
        return screen
    }

    private static func rows(_ ids: String..., keys: [String: [String]] = [:]) -> [ViewMessages.Row] {
        ids.map { ViewMessages.Row(id: $0, title: "Row \($0)", keys: keys[$0]) }
    }

    private static func key(_ control: String, asks: Bool = false) -> ScreenKey {
        ScreenKey(
            control: control, title: "Kill", character: "x", isForRow: true,
            confirm: asks ? Confirmation(title: "Kill it?", button: "Kill now") : nil)
    }

    static let newKey = ScreenKey(control: "new", title: "New", character: "n")
    private static let abc = list(rows("a", "b", "c"), keys: [newKey, key("kill")])
    private static let marking = list(rows("a", "b", "c"), isMultiple: true, keys: [key("kill")])
    private static let asking = list(rows("a", "b"), keys: [key("kill", asks: true)])
    private static let other = Button(control: "other", title: "Other", key: "o", isSelectable: false)
    private static let open = Button(control: "open", title: "Open", key: "p", isSelectable: false)
    private static let buttons = Screen(title: "T", parts: [.button(open), .button(other)])
    private static let table = Screen(
        title: "T",
        parts: [
            .table(
                Table(
                    columns: [
                        Column(id: "name", title: "Name", isSortable: true), Column(id: "pid", title: "PID"),
                    ], rows: [TableRow(id: "1", cells: [TableCell("init"), TableCell("1")])]))
        ])
    private static let tree = Screen(
        title: "T",
        parts: [.tree(Tree(rows: [TreeRow(id: "d", title: "src", isExpanded: false), TreeRow(id: "f", title: "x")]))])
    private static let text = Screen(
        title: "T", parts: [.text(Text(body: "[here](https://pages.example/)", format: .markdown))])
    private static let pager = Screen(
        title: "T", parts: [.pager(Pager(position: 2, count: 9, page: Picture(caption: "Two")))])
    private static let rowlong = String(repeating: "x", count: Marks.mostBytes)

    private static func searching(_ screen: Screen) -> Screen {
        var screen = screen
        screen.prompt = Prompt(placeholder: "Search", text: "x")
        return screen
    }

    static func form(_ value: String) -> Screen {
        let field = FormField(id: "name", label: "Name", value: .text(value), isRequired: true)
        return Screen(title: "T", parts: [.form(Form(id: "f", fields: [field]))])
    }

    private static func alert(_ screen: Screen, _ buttons: Button...) -> Screen {
        var screen = screen
        screen.alert = Alert(title: "Failed", message: "No.", buttons: buttons)
        return screen
    }

    private static let retry = Button(control: "retry", title: "Retry", key: "r")
    private static let cancel = Button(control: "no", title: "No", role: .cancel)
    private static let picking: Screen = {
        var screen = list(rows("a"))
        screen.prompt = Prompt(placeholder: "Pick", text: "")
        screen.prompt?.picksRows = true
        return screen
    }()
    private static let underWay: Screen = {
        var screen = abc
        screen.activity = "Copying 40%"
        screen.mayCancel = true
        return screen
    }()
    private static let long: Screen = {
        var screen = list(rows("a"))
        screen.hasMore = true
        return screen
    }()

    static let unbound = "a key acts on what is on the screen; elsewhere it has no meaning"
    static let byName = "a command names what the screen has now; the answer lists it"
    static let rowAlone = "a call that names a row means that row alone; without one, it means the marked rows"
    static let settled = "a command waits until the one before is answered"

    // MARK: The table

    static let opening: [Row] = [
        Row(
            name: "open a row", stage: Stage(abc), keys: .keys([.enter]), commands: .lines(["select 1"]),
            forms: .posts(["select?row=a"]), sent: [#"didSelect {"row":"a"}"#]),
        Row(
            name: "open a row twice", stage: Stage(abc), keys: .keys([.enter, .enter]),
            commands: .lines(["select 1", "select 1"]), forms: .posts(["select?row=a", "select?row=a"]),
            sent: [#"didSelect {"row":"a"}"#]),
        Row(
            name: "open a row that has gone", stage: Stage(abc, then: list(rows("a", "c"))),
            keys: .click("Row b"), commands: .lines(["select 3"]), forms: .posts(["select?row=b"]),
            refusal: .notOffered,
            differences: [
                Difference(view: .terminal, because: "a click first selects a row, and only one that is there"),
                Difference(view: .linear, message: "there are only 2 rows", because: byName),
            ]),
        Row(
            name: "open a row of another scene", stage: Stage(abc, scenes: ["root"]),
            keys: .none(because: unbound), commands: .none(because: unbound),
            forms: .posts(["select?row=a scene=gone"]), refusal: .otherScene,
            differences: [Difference(view: .web, because: "the page shows the other scene, which explains it")]),
        Row(
            name: "ask for more rows", stage: Stage(long), keys: .keys([.end]), commands: .lines(["more"]),
            forms: .posts(["more"]), sent: ["didReachEnd {}"]),
        Row(
            name: "ask for more rows where there are none", stage: Stage(abc), keys: .none(because: unbound),
            commands: .lines(["more"]), forms: .posts(["more"]), refusal: .nothingMore,
            differences: [Difference(view: .web, because: "the page asks by itself, when the end is in sight")]),
        Row(
            name: "look at other rows", stage: Stage(list(rows("a", "b"), total: 9)),
            keys: .none(because: "the terminal asks by itself, when they come in sight"),
            commands: .lines(["list 5-6"]), forms: .posts(["scroll?first=4&count=2"]),
            sent: [#"didScroll {"count":2,"first":4}"#]),
        Row(
            name: "filter a piece of the rows", stage: Stage(list(rows("a", "b"), total: 9)),
            keys: .keys(["f"]),
            commands: .none(because: "the command prints the rows that are here, and that these are not all"),
            forms: .posts(["filter value=a"]), refusal: .onlyPieces),
        Row(
            name: "expand a row", stage: Stage(tree), keys: .keys([.right]), commands: .lines(["expand 1"]),
            forms: .posts(["toggle?row=d&expanded=true"]), sent: [#"didToggle {"expanded":true,"row":"d"}"#]),
        Row(
            name: "expand a row with nothing below", stage: Stage(tree), keys: .none(because: unbound),
            commands: .lines(["expand 2"]), forms: .posts(["toggle?row=f&expanded=true"]), refusal: .nothingBelow,
            differences: [
                Difference(view: .linear, message: "there is nothing below row 2", because: "a command names the row")
            ]),
        Row(
            name: "preview where there is none", stage: Stage(abc), keys: .none(because: unbound),
            commands: .lines(["preview 1"]), forms: .posts(["highlight?row=a"]), refusal: .noPreviews,
            differences: [Difference(view: .web, because: "the page asks by itself, when the selection rests")]),
        Row(
            name: "sort", stage: Stage(table), keys: .keys(["s"]), commands: .lines(["sort Name"]),
            forms: .posts(["sort?column=name&descending=false"]),
            sent: [#"didSort {"column":"name","descending":false}"#]),
        Row(
            name: "sort by a column that cannot be sorted", stage: Stage(table), keys: .none(because: unbound),
            commands: .lines(["sort PID"]), forms: .posts(["sort?column=pid&descending=false"]), refusal: .notOffered,
            differences: [Difference(view: .linear, message: "no such column; there are: Name", because: byName)]),
        Row(
            name: "follow a link", stage: Stage(text), keys: .keys([.enter]), commands: .lines(["follow 1"]),
            forms: .posts(["follow?url=https://pages.example/"]), sent: [#"didFollow {"url":"https://pages.example/"}"#]
        ),
        Row(
            name: "follow a link that is not there", stage: Stage(abc), keys: .none(because: unbound),
            commands: .lines(["follow 1"]), forms: .posts(["follow?url=https://evil.example/"]), refusal: .notOffered,
            differences: [Difference(view: .linear, message: "there are no links", because: byName)]),
        Row(
            name: "turn the page", stage: Stage(pager), keys: .keys([.right]), commands: .lines(["press next"]),
            forms: .posts(["press?control=next"]), sent: [#"didPress {"control":"next"}"#]),
        Row(
            name: "turn two pages at once", stage: Stage(pager), keys: .keys([.right, .right]),
            commands: .lines(["press next", "press next"]),
            forms: .posts(["press?control=next", "press?control=next"]),
            sent: [#"didPress {"control":"next"}"#],
            differences: [
                Difference(
                    view: .terminal, sent: [#"didPress {"control":"next"}"#, #"didPress {"control":"next"}"#],
                    because: "a key is held down to turn many pages; a second click is most often a slip")
            ]),
    ]

    static let pressing: [Row] = [
        Row(
            name: "press a button", stage: Stage(buttons), keys: .keys(["p"]), commands: .lines(["press Open"]),
            forms: .posts(["press?control=open"]), sent: [#"didPress {"control":"open"}"#]),
        Row(
            name: "press a button that has gone",
            stage: Stage(buttons, then: Screen(title: "T", parts: [.button(other)])),
            keys: .click("Open"), commands: .lines(["press Open"]), forms: .posts(["press?control=open"]),
            refusal: .notOffered,
            differences: [Difference(view: .linear, message: "no such button; there are: Other", because: byName)]),
        Row(
            name: "press a control that never was", stage: Stage(buttons), keys: .none(because: unbound),
            commands: .lines(["press Nothing"]), forms: .posts(["press?control=nothing"]), refusal: .notOffered,
            differences: [Difference(view: .linear, message: "no such button; there are: Open, Other", because: byName)]
        ),
        Row(
            name: "press a key of the screen", stage: Stage(abc), keys: .keys(["n"]), commands: .lines(["press New"]),
            forms: .posts(["press?control=new"]), sent: [#"didPress {"control":"new"}"#]),
        Row(
            name: "press a key for a row", stage: Stage(abc), keys: .keys(["x"]), commands: .lines(["press Kill 1"]),
            forms: .posts(["press?control=kill&row=a"]), sent: [#"didPress {"control":"kill","row":"a"}"#]),
        Row(
            name: "press a key for rows without a row", stage: Stage(marking),
            keys: .none(because: "a row is selected"),
            commands: .lines(["press Kill"]), forms: .posts(["press?control=kill"]), refusal: .notOffered,
            differences: [
                Difference(view: .agent, message: IntentRefusal.noRow.reason, because: rowAlone),
                Difference(
                    view: .linear, message: "give the row's number, such as: press Kill 1",
                    because: "the command means the marked rows"),
            ]),
        Row(
            name: "press a key that the row does not have",
            stage: Stage(list(rows("a", keys: ["a": []]), keys: [key("kill")])),
            keys: .none(because: unbound), commands: .lines(["press Kill 1"]),
            forms: .posts(["press?control=kill&row=a"]),
            refusal: .notForRow,
            differences: [
                Difference(
                    view: .linear, message: "Kill cannot be done to row 1", because: "a command names key and row")
            ]),
        Row(
            name: "press a key with marked rows", stage: Stage(marking), keys: .keys([" ", " ", .up, .up, "x"]),
            commands: .lines(["mark 2", "mark 1", "press Kill"]),
            forms: .posts(["mark?row=b", "mark?row=a", "press?control=kill&row=a"]),
            sent: [#"didPress {"control":"kill","row":"a","rows":["a","b"]}"#],
            differences: [
                Difference(view: .agent, sent: [#"didPress {"control":"kill","row":"a"}"#], because: rowAlone)
            ]),
        Row(
            name: "press a key on another row than the marked ones", stage: Stage(marking),
            keys: .keys([" ", " ", "x"]),
            commands: .lines(["mark 2", "mark 1", "press Kill 3"]),
            forms: .posts(["mark?row=b", "mark?row=a", "press?control=kill&row=c"]),
            sent: [#"didPress {"control":"kill","row":"c","rows":["a","b"]}"#],
            differences: [
                Difference(view: .agent, sent: [#"didPress {"control":"kill","row":"c"}"#], because: rowAlone),
                Difference(
                    view: .linear, sent: [#"didPress {"control":"kill","row":"c"}"#],
                    because: "a command that names a row means that row alone"),
            ]),
        Row(
            name: "press a key that no marked row has",
            stage: Stage(list(rows("a", "b", keys: ["a": []]), isMultiple: true, keys: [key("kill")])),
            keys: .keys([" ", "x"]), commands: .lines(["mark 1", "press Kill"]),
            forms: .posts(["mark?row=a", "press?control=kill&row=b"]), refusal: .notForMarkedRows,
            differences: [
                Difference(view: .agent, sent: [#"didPress {"control":"kill","row":"b"}"#], because: rowAlone),
                Difference(
                    view: .linear, message: "Kill cannot be done to the marked rows", because: "a command names the key"
                ),
            ]),
        Row(
            name: "press a key on a marked row that does not have it",
            stage: Stage(list(rows("a", "b", keys: ["a": []]), isMultiple: true, keys: [key("kill")])),
            keys: .none(because: unbound), commands: .lines(["mark 1", "mark 2", "press Kill 1"]),
            forms: .posts(["mark?row=a", "mark?row=b", "press?control=kill&row=a"]), refusal: .notForRow,
            differences: [
                Difference(
                    view: .linear, message: "Kill cannot be done to row 1", because: "a command names key and row")
            ]),
        Row(
            name: "open with marked rows", stage: Stage(marking), keys: .keys([" ", " ", .enter]),
            commands: .lines(["mark 1", "mark 2", "select 3"]),
            forms: .posts(["mark?row=a", "mark?row=b", "select?row=c"]),
            sent: [#"didSelect {"row":"c","rows":["a","b"]}"#]),
        Row(
            name: "take a mark away", stage: Stage(marking), keys: .keys([" ", .up, " ", .enter]),
            commands: .lines(["mark 1", "mark 1", "select 2"]),
            forms: .posts(["mark?row=a", "mark?row=a", "select?row=b"]),
            sent: [#"didSelect {"row":"b"}"#]),
        Row(
            name: "mark more than a report can hold",
            stage: Stage(
                list(
                    [ViewMessages.Row(id: "a", title: "A"), ViewMessages.Row(id: rowlong, title: "B")], isMultiple: true
                )),
            keys: .keys([" ", " "]), commands: .lines(["mark 1", "mark 2"]),
            forms: .posts(["mark?row=a", "mark?row=\(rowlong)"]), refusal: .marksAreFull),
        Row(
            name: "mark a row that is chosen alone", stage: Stage(abc),
            keys: .none(because: "there, Space turns the page"), commands: .lines(["mark 1"]),
            forms: .posts(["mark?row=a"]), refusal: .chosenOneByOne),
    ]

    static let asked: [Row] = [
        Row(
            name: "be asked first", stage: Stage(asking), keys: .keys(["x"]), commands: .lines(["press Kill 1"]),
            forms: .posts(["press?control=kill&row=a"]), shows: "Kill it?"),
        Row(
            name: "confirm", stage: Stage(asking), keys: .keys(["x", .left, .enter]),
            commands: .lines(["press Kill 1", "press Kill now"]),
            forms: .posts(["press?control=kill&row=a", "press?control=yes"]),
            sent: [#"didPress {"control":"kill","row":"a"}"#]),
        Row(
            name: "decline", stage: Stage(asking), keys: .keys(["x", .enter]),
            commands: .lines(["press Kill 1", "press Cancel"]),
            forms: .posts(["press?control=kill&row=a", "press?control=no"])),
        Row(
            name: "decline by going back", stage: Stage(asking), keys: .keys(["x", .escape]),
            commands: .lines(["press Kill 1", "back"]), forms: .posts(["press?control=kill&row=a", "back to=root"])),
        Row(
            name: "sort behind a question", stage: Stage(table, then: alert(table, cancel)), keys: .click("Name"),
            commands: .lines(["sort Name"]), forms: .posts(["sort?column=name&descending=false"]),
            refusal: .questionInFront),
        Row(
            name: "press a button behind a question", stage: Stage(buttons, then: alert(buttons, cancel)),
            keys: .click("Open"), commands: .lines(["press Open"]), forms: .posts(["press?control=open"]),
            refusal: .questionInFront,
            differences: [Difference(view: .linear, message: "no such button; there are: No", because: byName)]),
        Row(
            name: "open a row behind a question", stage: Stage(alert(abc, cancel)), keys: .none(because: unbound),
            commands: .lines(["select 1"]), forms: .posts(["select?row=a"]), refusal: .questionInFront),
        Row(
            name: "mark a row behind a question", stage: Stage(alert(marking, cancel)), keys: .none(because: unbound),
            commands: .lines(["mark 1"]), forms: .posts(["mark?row=a"]), refusal: .questionInFront),
        Row(
            name: "go back behind a question", stage: Stage(alert(abc, cancel)), keys: .none(because: "Esc answers it"),
            commands: .none(because: "back answers it"), forms: .posts(["back"]), refusal: .questionInFront,
            differences: [Difference(view: .agent, sent: [#"didPress {"control":"no"}"#], because: "back answers it")]),
        Row(
            name: "submit behind a question", stage: Stage(alert(form("Ada"), cancel)), keys: .none(because: unbound),
            commands: .lines(["submit"]), forms: .posts(["submit?form=f field:name=Ada"]), refusal: .questionInFront),
        Row(
            name: "search again", stage: Stage(alert(searching(abc), cancel)), keys: .none(because: unbound),
            commands: .lines(["search y"]), forms: .posts(["search query=y"]), sent: [#"didSearch {"query":"y"}"#]),
        Row(
            name: "retry", stage: Stage(alert(abc, retry, cancel)), keys: .keys(["r"]),
            commands: .lines(["press Retry"]),
            forms: .posts(["press?control=retry"]), sent: [#"didPress {"control":"retry"}"#]),
        Row(
            name: "cancel", stage: Stage(alert(abc, retry, cancel)), keys: .keys([.escape]), commands: .lines(["back"]),
            forms: .posts(["back to=root"]), sent: [#"didPress {"control":"no"}"#]),
        Row(
            name: "cancel what can only be destroyed",
            stage: Stage(alert(abc, Button(control: "rm", title: "Remove", role: .destructive))),
            keys: .keys([.escape]), commands: .lines(["back"]), forms: .posts(["back to=root"]),
            refusal: .questionInFront,
            differences: [Difference(view: .terminal, because: "Esc has no meaning there, and no hint")]),
        Row(
            name: "leave an alert without a button", stage: Stage(alert(abc), scenes: ["root"]), keys: .keys([.escape]),
            commands: .lines(["back"]), forms: .posts(["back"]), sent: ["didGoBack {}"]),
    ]

    static let entering: [Row] = [
        Row(
            name: "search", stage: Stage(searching(abc)), keys: .keys(["/", "y", .enter]),
            commands: .lines(["search y"]),
            forms: .posts(["search query=y"]), sent: [#"didSearch {"query":"y"}"#]),
        Row(
            name: "search where nothing can be found", stage: Stage(abc), keys: .none(because: "there, / finds a text"),
            commands: .lines(["search y"]), forms: .posts(["search query=y"]), refusal: .nothingToSearch),
        Row(
            name: "submit", stage: Stage(form("Ada")), keys: .keys([.down, .enter]), commands: .lines(["submit"]),
            forms: .posts(["submit?form=f field:name=Ada"]),
            sent: [#"didSubmit {"form":"f","values":{"name":"Ada"}}"#]),
        Row(
            name: "submit what is incomplete", stage: Stage(form("")), keys: .keys([.down, .enter]),
            commands: .lines(["submit"]),
            forms: .posts(["submit?form=f field:name="]), shows: "This is required",
            differences: Difference.nameIsRequired),
        Row(
            name: "submit a form that has gone", stage: Stage(abc), keys: .none(because: unbound),
            commands: .lines(["submit"]),
            forms: .posts(["submit?form=f field:name=Ada"]), refusal: .notOffered,
            differences: [
                Difference(view: .agent, message: "there is no form", because: byName),
                Difference(view: .linear, message: "there is no form", because: byName),
            ]),
        Row(
            name: "enter into a field that has gone", stage: Stage(abc), keys: .none(because: unbound),
            commands: .lines(["set Name Ada"]), forms: .posts(["change?form=f&field=name value=Ada"]),
            refusal: .notOffered,
            differences: [
                Difference(view: .agent, message: "there is no form", because: byName),
                Difference(view: .linear, message: "there are no fields", because: byName),
                Difference(view: .web, because: "the page sends it by itself, while the user types"),
            ]),
        Row(
            name: "go back", stage: Stage(abc), keys: .keys([.escape]), commands: .lines(["back"]),
            forms: .posts(["back"]),
            sent: ["didGoBack {}"]),
        Row(
            name: "go back from the first screen", stage: Stage(abc, scenes: ["root"]), keys: .keys([.escape]),
            commands: .lines(["back"]), forms: .posts(["back"]), refusal: .firstScene),
        Row(
            name: "stop what is under way", stage: Stage(underWay, scenes: ["root"]), keys: .keys([.escape]),
            commands: .lines(["back"]), forms: .posts(["back"]), sent: ["didGoBack {}"],
            differences: [Difference(view: .linear, because: "a script waits for what is under way")]),
        Row(
            name: "pick nothing", stage: Stage(picking, scenes: ["root"]), keys: .keys([.escape]),
            commands: .lines(["back"]),
            forms: .posts(["back"]), sent: ["didGoBack {}"]),
    ]

    // MARK: The test

    @Test(arguments: opening + pressing + asked + entering + leaving, View.allCases)
    func allViewsMeanTheSame(_ row: Row, _ view: View) throws {
        let outcome: Outcome? =
            switch view {
            case .terminal: try row.stage.terminal(row.keys)
            case .linear: row.stage.linear(row.commands)
            case .web: try row.stage.web(row.forms)
            case .agent: try row.stage.agent(row.forms)
            }
        guard let outcome else { return }
        let difference = row.differences.first { $0.view == view }
        expect(outcome.sent, equals: difference?.sent ?? row.sent)
        if let message = difference == nil ? row.refusal?.reason : difference?.message {
            expect(
                outcome.message?.lowercased().contains(message.lowercased()), equals: true, "\(outcome.message ?? "")")
        } else {
            expect(outcome.message, equals: nil)
        }
        if let shows = row.shows { expect(outcome.seen, contains: shows) }
    }

    /// A difference that no row of its view needs would hide that the views agree.
    @Test func eachDifferenceIsOne() {
        for row in Self.opening + Self.pressing + Self.asked + Self.entering + Self.leaving {
            for difference in row.differences {
                expect(difference.sent != row.sent || difference.message != row.refusal?.reason, "\(row.name)")
            }
        }
    }
}
