import Commands
@testable import Picking
import TestSupport
import Testing

/// Actions that `--bind` and `--expect` give to keys.
@Suite struct BindingTests {
    private static let table: [(text: String, key: String, steps: [String], reported: Int)] = [
        ("ctrl-a:up", "ctrl-a", ["up"], 0), ("ctrl-a:toggle+down", "ctrl-a", ["toggle", "down"], 0),
        ("ctrl-a:toggle-down", "ctrl-a", ["toggle", "down"], 0), ("CTRL-A:top", "ctrl-a", ["first"], 0),
        ("return:ignore", "enter", [], 0), ("ctrl-m:accept", "enter", ["accept"], 0),
        ("bs:abort", "backspace", ["abort"], 0),
        ("del:clear-query+first", "delete", ["clear-query", "first"], 0),
        ("pgdn:half-page-down", "page-down", ["half-page-down"], 0),
        (",:up", ",", ["up"], 0), ("::down", ":", ["down"], 0), ("a,b:up", "b", ["up"], 0),
        ("?:toggle-preview", "?", ["report"], 1),
        ("alt-A:last", "alt-A", ["last"], 0), ("f12:refresh-preview", "f12", ["report"], 1),
        ("ctrl-r:reload(ls -l)+first", "ctrl-r", ["report", "first"], 1),
        ("ctrl-r:up+reload(ls)+down+abort", "ctrl-r", ["up", "report", "down"], 2),
        ("enter:become(vim {1} +{2})", "enter", ["settle", "report"], 1),
        ("ctrl-a:select-all+accept", "ctrl-a", ["settle", "report"], 2),
        ("ctrl-x:execute:ls -l, then+up", "ctrl-x", ["report"], 1),
        ("ctrl-x:execute[echo (a)]+up", "ctrl-x", ["report", "up"], 1),
        ("ctrl-x:print~a,b+c~+accept", "ctrl-x", ["settle", "report"], 2),
        ("ctrl-x:change-prompt(b) )+up", "ctrl-x", ["report", "up"], 1),
        ("ctrl-p:prev-history", "ctrl-p", ["settle", "report"], 1),
        ("ctrl-x:change-query(b)", "ctrl-x", ["settle", "report"], 1),
        ("ctrl-x:deselect-all", "ctrl-x", ["deselect-all"], 0),
        ("ctrl-x:change-preview-window(hidden|wrap|)", "ctrl-x", ["report"], 1),
        ("ctrl-x:unbind(ctrl-x,change)", "ctrl-x", ["report"], 1),
        // Of two for one key, the later holds; a plus adds.
        ("ctrl-a:up,ctrl-a:down", "ctrl-a", ["down"], 0), ("ctrl-a:up,ctrl-a:+down", "ctrl-a", ["up", "down"], 0),
    ]

    @Test(arguments: table) func actionsAreReadAsInFzf(
        _ text: String, _ key: String, _ steps: [String], _ reported: Int
    ) throws {
        // Quotes make "(" a part of a word where no shell runs.
        let text = text.replacing("(a)", with: "'(a)'")
        let bindings = try PickBindings([text])
        let name = try require(KeyName(key))
        let binding = try require(bindings[.key(name)])
        expect(binding.steps == steps && binding.reported.count == reported)
    }

    @Test func eventsHaveActionsToo() throws {
        let bindings = try PickBindings(["start:reload(ls),change:reload:rg {q}"])
        expect(bindings.reloadsAtStart && bindings.reloads && bindings[.change]?.reported.count == 1)
        try expect(PickBindings(["change:reload(ls)"]).reloadsAtStart, equals: false)
        // An action of the view needs a key, unless it has been done anyway or the role can do it.
        try expect(PickBindings(["start:first+clear-query"])[.start]?.reported, equals: [.changeQuery("")])
        try expect(
            PickBindings(["load:last+toggle-up"])[.load]?.reported, equals: [.select(-1), .mark(.toggled), .move(-1)])
    }

    /// Keys and events of fzf that do not happen here are taken with their actions.
    @Test(arguments: [
        "ctrl-c", "ctrl-h", "ctrl-alt-a", "alt-up", "shift-down", "alt-shift-up", "ctrl-\\", "double-click", "multi",
        "shift-scroll-up", "preview-scroll-down", "click-header", "every(1)", "shift-delete", "ctrl-backspace",
    ]) func namesOfFzfAreTaken(_ name: String) throws {
        try expect(PickBindings(["\(name):up"]).all.map(\.trigger), equals: [.never(name)])
    }

    /// Actions that only change fzf's look do nothing; other names lead to the same actions.
    @Test(arguments: [
        ("bell", PickAction.view("ignore")), ("change-border-label(x)", .view("ignore")), ("best", .view("first")),
        ("transform-list-label(x)", .view("ignore")), ("track-current", .track(true)),
        ("exclude-multi", .exclude(marked: true)),
        ("change-multi", .changeMost(Int.max)), ("change-multi(2)", .changeMost(2)), ("pos(-2)", .select(-2)),
        ("put(a)", .put("a")), ("close", .abort),
    ]) func actionsHaveOtherNames(_ text: String, _ action: PickAction) throws {
        try expect(PickBindings(["ctrl-a:" + text]).all.first?.actions, equals: [action])
    }

    /// A place is a parameter of the shell, whatever quotes are around it, and a row is never a part of the text. R is the row, Q the query.
    @Test(arguments: [
        ("printf %s {}", "R"), ("printf %s \"{}\" {q}", "RQ"), ("printf %s \"$(printf %s {})\"", "R"),
        ("printf %s \"$(printf %s \"{}\")\"", "R"), ("(printf %s {}; printf %s '()')", "R()"), ("cat {f}", "R\n"),
        ("cat {+f}; printf %s {+}", "R\ns\nRs"), ("printf %s \"$FZF_QUERY\" {n}", "Q0"), ("printf %s \\{}", "{}"),
        ("awk 'BEGIN { print \"x\" }' {}", "x\n"),
    ]) func aShellGetsRowsAsParameters(_ line: String, _ output: String) throws {
        for row in ["a b", "$(touch x)", "; rm x", "'\"`", "-n", "\\n"] {
            var values = RowCommand.Values()
            (values.row, values.rows, values.query) = (Array(row.utf8), [Array(row.utf8), Array("s".utf8)], "typed {}")
            values.variables = ["FZF_QUERY": values.query]
            let command = try RowCommand(line: line, option: "--bind", shell: ["sh", "-c"])
            let words = try command.words(for: values).map { String(decoding: $0, as: UTF8.self) }
            #expect(words[1] == "-c" && !words[2].contains(row.count > 2 ? row : "typed"))
            let expected = output.replacing("R", with: row).replacing("Q", with: values.query)
            try expect(Command.run(words).output, equals: expected, "\(row)")
        }
    }

    @Test(arguments: [
        ("echo '{}'", "single quotes"), ("bash -c \"vim {}\"", "code for bash"), ("eval {}", "code for eval"),
        ("ls | sh -c {q}", "code for sh"),
        ("echo {+} {+2}", "one place"), ("sed \"s/{q}/x/\"", "code for sed"), ("echo \"", "quote"), (" ", "no command"),
    ]) func aShellGetsNoRowAsText(_ line: String, _ reason: String) {
        let refusal = #expect(throws: RowCommand.Refusal.self) {
            try RowCommand(line: line, option: "--bind", shell: ["sh", "-c"])
        }
        expect(refusal?.description ?? "", contains: reason)
    }

    @Test(
        arguments: [
            (PickAction.Product.query, "a\nb\n", [PickAction.changeQuery("a")]),
            (.header, "a\nb\n", [.changeHeader("a\nb")]),
            (.actions, "up+pos(3)+reload(ls)\n", nil), (.actions, "", []),
            (.actions, "change-prompt(x)\n", [.changePrompt("x")]),
            (.actions, "last+toggle\n", [.select(-1), .mark(.toggled)]),
        ] as [(PickAction.Product, String, [PickAction]?)])
    func whatACommandPrintsIsRead(_ product: PickAction.Product, _ text: String, _ actions: [PickAction]?) throws {
        let read = try PickBindings().actions(product, printed: text)
        if let actions { expect(read, equals: actions) } else { expect(read.count, equals: 3) }
        #expect(throws: PickBindings.Refusal.self) { try PickBindings().actions(.actions, printed: "page-down") }
    }

    @Test func anExpectedKeyGoesBeforeABoundOne() throws {
        let bindings = try PickBindings(["ctrl-v:up"], expecting: ["enter,ctrl-v", "RETURN"])
        expect(bindings.all.count, equals: 2)
        let (paste, enter) = (try require(KeyName("ctrl-v")), try require(KeyName("enter")))
        expect(bindings[.key(paste)]?.reported, equals: [.accept(.key("ctrl-v"))])
        expect(bindings[.key(enter)]?.reported, equals: [.accept(.key("RETURN"))])
    }

    @Test(arguments: [
        ("ctrl-a", "has no action"), ("ctrl-a:", "is not an action"), ("ctrl-a:foo", "foo"), ("nokey:up", "nokey"),
        ("f13:up", "f13"), ("f01:up", "f01"), ("ctrl-a:transform-nothing(ls)", "not an action"),
        ("ctrl-a:pos(x)", "not a number"), ("ctrl-a:change-nth(2|x)", "names no fields"), ("ctrl-a:jump", "jump"),
        ("ctrl-aa:up", "ctrl-aa"), (":", "has no action"),
        ("ctrl-a:up(x)", "no argument"), ("ctrl-a:up)x", "follows"), ("ctrl-a:reload(ls", "no )"),
        ("ctrl-a:reload()", "no command"), ("ctrl-a:reload(ls | wc)", "|"), ("ctrl-a:execute(less {} > x)", ">"),
        ("ctrl-a:execute(echo $HOME)", "$"), ("ctrl-a:execute(echo \"$HOME\")", "$"), ("ctrl-a:execute(ls *)", "*"),
        ("ctrl-a:execute(a; b)", ";"), ("ctrl-a:execute(a 'b)", "quote"), ("ctrl-a:execute(sh -c {})", "code for sh"),
        ("ctrl-a:execute(python3 -c 'print({})')", "code for python3"),
        ("ctrl-a:unbind(nothing)", "not keys"), ("ctrl-a:change-preview-window(sideways)", "unknown settings"),
        ("start:page-down", "start cannot do page-down"), ("change:reload(ls)+kill-line", "only a key"),
        ("ctrl-a:\u{1B}]0;x\u{7}", "not an action"), ("\u{1B}:up", "not a key"),
    ]) func whatCannotBeIsRefusedWithAReason(_ text: String, _ reason: String) {
        let refusal = #expect(throws: PickBindings.Refusal.self) { try PickBindings([text]) }
        let sentence = refusal?.description ?? ""
        expect(sentence.contains(reason) && sentence.hasPrefix("--bind: "), "\(sentence)")
        #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 })
    }

    /// 10,000 of one key are one; of other keys, there is no room.
    @Test func theNumberOfBindingsHasALimit() throws {
        let many = Array(repeating: "ctrl-a:up", count: 5000).joined(separator: ",")
        try expect(PickBindings([many]).all.count, equals: 1)
        #expect(throws: PickBindings.Refusal.self) { try PickBindings([many, many]) }
        let keys = (0x4E00..<0x4E00 + 91).compactMap { Unicode.Scalar($0).map { "\($0):up" } }
        try expect(PickBindings([keys.dropLast().joined(separator: ",")]).all.count, equals: PickBindings.most)
        #expect(throws: PickBindings.Refusal.self) { try PickBindings([keys.joined(separator: ",")]) }
        let long = "ctrl-a:" + Array(repeating: "up", count: 101).joined(separator: "+")
        #expect(throws: PickBindings.Refusal.self) { try PickBindings([long]) }
    }

    /// A place is filled once: what a row contains is no place.
    @Test(arguments: ["{q}", "; rm -rf x", "$(x)", "a\nb", "\u{1B}[31m", "'\"`", "{+}{1}{n}"])
    func aRowIsOneArgumentAndNothingElse(_ row: String) throws {
        var values = RowCommand.Values()
        (values.row, values.rows, values.query) = (Array(row.utf8), [Array(row.utf8), Array("b".utf8)], "typed {}")
        let command = try RowCommand(line: "echo {} {q} x{}y {+}", option: "--bind")
        let words = try command.words(for: values).map { String(decoding: $0, as: UTF8.self) }
        expect(words, equals: ["echo", row, "typed {}", "x\(row)y", row, "b"])
    }

    /// The field in `vim +{2}` is a line, and never a command of vim's.
    @Test(arguments: [("a.c:12", "+12"), ("a.c:!rm x", nil), ("a.c:1|!x", nil), ("a.c", "+")] as [(String, String?)])
    func aLineNumberIsOnlyANumber(_ row: String, _ argument: String?) throws {
        var values = RowCommand.Values()
        (values.row, values.delimiter) = (Array(row.utf8), try require(FieldDelimiter(argument: ":")))
        let command = try RowCommand(line: "vim {1} +{2}", option: "--bind")
        let words = try? command.words(for: values).map { String(decoding: $0, as: UTF8.self) }
        expect(words, equals: argument.map { ["vim", "a.c", $0] })
        #expect(throws: RowCommand.Refusal.self) { try RowCommand(line: "vim +{}", option: "--bind") }
        #expect(throws: RowCommand.Refusal.self) { try RowCommand(line: "vim +x{2}", option: "--bind") }
    }
}
