import Commands
import Picking
@testable import ProgramApp
import Processes
import SessionResult
import TestSupport
import Testing
import ViewMessages
import Wire

/// Keys that do something in a list (`--bind`), without processes.
@Suite struct BoundActionTests {
    private static func session(_ binds: String..., rows: String = "alpha\nbeta\ngamma\n", expect: [String] = []) throws
        -> AppRoleTests.Session
    {
        var options = PickingOptions()
        (options.screen.binds, options.choice.expected) = (binds, expect)
        var session = AppRoleTests.Session(picking: options)
        session.print(rows)
        session.end()
        return session
    }

    private static func id(_ row: Int, _ session: AppRoleTests.Session) -> String? {
        guard case .list(let list)? = session.screen?.parts.first, list.rows.indices.contains(row) else { return nil }
        return list.rows[row].id
    }

    @Test func aKeyIsOnTheScreen() throws {
        let session = try Self.session("ctrl-r:reload(ls)+first,ctrl-a:select-all")
        let keys = session.screen?.keys?.filter { $0.does != nil }
        expect(keys?.map(\.character), equals: ["ctrl-r", "ctrl-a"])
        expect(keys?.first?.does == [.report, .first] && keys?.first?.title == "reload(ls)+first")
    }

    @Test func aReloadReplacesTheRows() throws {
        var session = try Self.session("ctrl-r:reload(list {q})")
        session.search("b")
        session.press("viperline.bind.0", row: Self.id(0, session))
        expect(session.commands.last, equals: ["list", "b"])
        session.print("bob\n")
        session.end()
        expect(session.titles, equals: ["bob"])
    }

    /// Rows of a command that never ends are shown, and no more are read than there is room for.
    @Test func anEndlessReloadIsShown() throws {
        var session = try Self.session("ctrl-r:reload(yes)")
        session.press("viperline.bind.0")
        session.print("y\ny\n")
        expect(session.titles == ["alpha", "beta", "gamma"] && session.screen?.activity == "Reading…")
        session.wait(200)
        expect(session.titles, equals: ["y", "y"])
        session.wait(1000)
        expect(session.screen?.activity, equals: nil)
        for _ in 0..<600 where session.role.hasRoom { session.print(String(repeating: "y\n", count: 5000)) }
        #expect(!session.role.hasRoom)
    }

    @Test func aReloadThatFailsIsANoticeAndNoAlert() throws {
        for (code, words, hasNotice) in [
            (Int32(1), "", false), (1, "no such thing", true), (2, "", true), (0, "warning", false),
        ] {
            var session = try Self.session("ctrl-r:reload(list)")
            session.press("viperline.bind.0")
            session.end(code, words)
            expect(session.screen?.alert == nil && (session.screen?.notice != nil) == hasNotice)
        }
    }

    @Test(arguments: [
        ("ctrl-a:accept", ["beta"]), ("ctrl-a:print(x)+accept", ["x", "beta"]), ("ctrl-a:print-query", ["b"]),
        ("ctrl-a:select-all+accept", ["beta"]), ("ctrl-a:toggle-all+accept", ["beta"]),
    ]) func aKeyEndsTheSession(_ bind: String, _ lines: [String]) throws {
        var session = try Self.session(bind)
        session.search("b")
        let row = try require(Self.id(0, session))
        if bind == "ctrl-a:accept" { session.select(row) } else { session.press("viperline.bind.0", row: row) }
        expect(session.told.last, equals: .chosen(lines.map { Array($0.utf8) }))
    }

    @Test func theKeyIsTheFirstLine() throws {
        var session = try Self.session(expect: ["ctrl-v"])
        session.press("viperline.bind.0", row: Self.id(1, session))
        expect(session.told.last, equals: .chosen(["ctrl-v", "beta"].map { Array($0.utf8) }))
        var other = try Self.session(expect: ["ctrl-v"])
        other.select(try require(Self.id(1, other)))
        expect(other.told.last, equals: .chosen(["", "beta"].map { Array($0.utf8) }))
    }

    @Test func aCommandBecomesTheSession() throws {
        var session = try Self.session("enter:become(vim {} {n})", rows: "a b\n{q}\n")
        session.press("viperline.bind.0", row: Self.id(1, session))
        expect(session.told.last, equals: .become(["vim", "{q}", "1"].map { Array($0.utf8) }))
    }

    @Test func withoutARowNothingRuns() throws {
        var session = try Self.session("ctrl-o:execute(vim {})+execute-silent(touch {})+become(x {})")
        session.search("nothing matches")
        session.press("viperline.bind.0")
        expect(session.told.last == .rows && session.silent.isEmpty && session.runs.isEmpty)
    }

    /// One command after the other, each at its turn; keys that wait have a limit.
    @Test func commandsFollowEachOther() throws {
        var session = try Self.session("ctrl-o:execute(vim {})+execute-silent(touch {})+change-header(done)")
        let row = Self.id(0, session)
        session.press("viperline.bind.0", row: row)
        expect(session.runs == [["vim", "alpha"]] && session.silent.isEmpty)
        for _ in 0..<40 { session.press("viperline.bind.0", row: row) }
        expect(session.runs.count == 1 && session.screen?.notice?.text == "Earlier keys are still at work")
        session.receive(ViewOutput.DidRun.type, ViewOutput.DidRun(status: 0))
        expect(
            session.silent == [["touch", "alpha"]] && session.screen?.activity == "Working…"
                && session.screen?.head == nil)
        session.take(session.role.endSilent(nil) + session.role.turn(now: .at(1000)))
        expect(session.runs.count, equals: 2)
    }

    @Test func aRowThatNoArgumentCanHoldIsRefused() throws {
        for rows in [Array("-rf\n".utf8), [0xFF, 0x0A]] {
            var session = try Self.session("ctrl-o:execute-silent(touch {})", rows: "")
            session.take(session.role.read(rows, now: .at(session.now)) + session.role.turn(now: .at(session.now)))
            session.press("viperline.bind.0", row: Self.id(0, session))
            #expect(session.silent.isEmpty)
        }
    }

    /// A restart repeats no command with side effects.
    @Test func aReplayedKeyRunsNothing() throws {
        var session = try Self.session("ctrl-o:execute-silent(touch {})")
        session.receive(
            ViewOutput.DidPress.type, ViewOutput.DidPress(control: "viperline.bind.0", row: Self.id(0, session)),
            isReplayed: true)
        expect(session.silent.isEmpty && session.screen?.notice != nil)
    }

    @Test func theListChanges() throws {
        var session = try Self.session(
            "f1:change-prompt(p> ),f2:change-header(h),f3:change-query(mm),f4:disable-search,f5:toggle-sort,f6:unbind(f1),f7:rebind(f1)"
        )
        func press(_ number: Int) { session.press("viperline.bind.\(number - 1)", row: Self.id(0, session)) }
        press(1)
        expect(session.screen?.prompt?.mark, equals: "p> ")
        press(2)
        expect(session.screen?.head?.isEmpty, equals: false)
        press(3)
        expect(session.screen?.prompt?.text == "mm" && session.titles == ["gamma"])
        press(4)
        expect(session.titles, equals: ["alpha", "beta", "gamma"])
        press(6)
        expect(session.screen?.keys?.contains { $0.character == "f1" }, equals: false)
        press(7)
        expect(session.screen?.keys?.contains { $0.character == "f1" }, equals: true)
    }

    /// Choosing waits for the rows that the text has caused, and not for the old ones that match it.
    @Test func rowsThatTypingReadsAgainAnswerIt() throws {
        var session = try Self.session("change:reload(list {q})")
        let before = session.sent.count
        session.receive(ViewOutput.DidChange.type, ViewOutput.DidChange(value: .text("a")))
        session.receive(ViewOutput.DidChange.type, ViewOutput.DidChange(value: .text("ab")))
        session.wait(500)
        expect(session.commands == [["list", "a"], ["list", "ab"]] && session.screen?.activity == "Reading…")
        #expect(!session.sent[before...].contains { ["view-2", "view-3"].contains($0.correlationID) })
        session.print("ab\n")
        session.end()
        expect(session.titles == ["ab"] && session.sent.last?.correlationID == "view-3")
    }

    /// A command that cannot run, or fails, is no reason to wait.
    @Test(arguments: ["change:reload(list {})", "change:reload(list)", "change:change-prompt(x)"])
    func whatReadsNothingAnswersTyping(_ bind: String) throws {
        var session = try Self.session(bind, rows: "")
        session.receive(ViewOutput.DidChange.type, ViewOutput.DidChange(value: .text("a")))
        if session.commands.count == 1 { session.end(2, "no") }
        session.wait(500)
        expect(session.sent.last?.correlationID, equals: "view-2")
    }

    /// The decision of `--select-1` is made once: another text of the user decides nothing.
    @Test func aSuccessorDecidesNothingAgain() throws {
        var options = PickingOptions()
        options.choice.selectsOnly = true
        var session = AppRoleTests.Session(picking: options)
        session.answer("alpha\nbeta\n")
        session.search("alpha")
        var state = Event(type: ProcessInput.Restore.type)
        state.data = try require(session.role.memory)
        var next = AppRoleTests.Session(picking: options)
        next.role = AppRole(session.role.settings)
        next.take(try next.role.restore(state, now: .at(0)))
        next.answer("alpha\nbeta\n")
        expect(next.titles == ["alpha"] && !next.told.contains { if case .chosen = $0 { true } else { false } })
    }

    /// With `--print-query`, Enter takes what was typed where nothing matches, as another key of `--expect` does.
    @Test(arguments: [("alpha\n", "z"), ("", "z"), ("alpha\n", "alp")])
    func enterTakesANewText(_ rows: String, _ text: String) throws {
        var options = PickingOptions()
        (options.choice.printsQuery, options.choice.expected) = (true, ["ctrl-t"])
        var session = AppRoleTests.Session(picking: options)
        session.answer(rows)
        session.search(text)
        expect(session.told, lacks: .nothing([]))
        let enter = session.screen?.keys?.first { $0.character == "enter" }
        expect(enter?.does, equals: [.settle, .report])
        session.press(enter?.control ?? "", row: Self.id(0, session))
        let lines = [text, ""].map { Array($0.utf8) }
        let isNew = Self.id(0, session) == nil
        expect(session.told.last, equals: (isNew ? .unmatched(lines) : .chosen(lines + [Array("alpha".utf8)])))
    }

    /// The row that an action selects comes after a screen that has it.
    @Test(arguments: [
        ("pos(2)", "beta"), ("pos(-1)", "gamma"), ("pos(9)", "gamma"), ("pos(-9)", "alpha"), ("up+pos(1)", "alpha"),
        ("transform(next)", "beta"),
    ]) func anActionSelectsARow(_ action: String, _ title: String) throws {
        var session = try Self.session("ctrl-a:\(action)")
        session.press("viperline.bind.0", row: Self.id(0, session))
        if !session.silent.isEmpty {
            session.take(session.role.endSilent(nil, printed: "down\n") + session.role.turn(now: .at(session.now)))
            session.wait(1000)
        }
        let row = try require(session.rows.first { $0.title == title })
        expect(session.selected, equals: [row.id])
    }

    @Test func rowsAreTakenAway() throws {
        var session = try Self.session("f1:exclude,f2:exclude-multi,f3:select-all+accept")
        session.press("viperline.bind.0", row: Self.id(1, session))
        expect(session.titles, equals: ["alpha", "gamma"])
        session.search("a")
        expect(session.titles, equals: ["alpha", "gamma"])
        session.search("")
        session.receive(
            ViewOutput.DidPress.type,
            ViewOutput.DidPress(control: "viperline.bind.1", row: nil, rows: [Self.id(0, session)].compactMap(\.self)))
        expect(session.titles, equals: ["gamma"])
        session.press("viperline.bind.2")
        expect(session.told.last, equals: .chosen([Array("gamma".utf8)]))
    }

    @Test func otherFieldsAreSearchedAndShown() throws {
        var session = try Self.session("f1:change-nth(2|1|),f2:change-with-nth(2)", rows: "a b\nb c\n")
        session.search("b")
        expect(session.titles.count, equals: 2)
        session.press("viperline.bind.0")
        expect(session.titles, equals: ["a b"])
        session.press("viperline.bind.0")
        expect(session.titles, equals: ["b c"])
        session.press("viperline.bind.0")
        expect(session.titles.count, equals: 2)
        session.press("viperline.bind.1")
        expect(session.titles, equals: ["b"])
    }

    /// Events of the rows, once each: all are here, and what the filter has found.
    @Test func eventsOfTheRowsHappenOnce() throws {
        var session = try Self.session(
            "load:change-prompt(loaded> ),zero:change-header(none),one:change-header(one),result:print(r)")
        expect(session.screen?.prompt?.mark == "loaded> " && session.screen?.head == nil)
        session.search("bet")
        expect(session.head, equals: "one")
        session.search("nothing")
        expect(session.head, equals: "none")
        session.search("")
        session.select(try require(Self.id(0, session)))
        let last = try require(session.told.last)
        guard case .chosen(let lines) = last else { throw UsageError("nothing was chosen") }
        expect(lines.count { $0 == Array("r".utf8) } >= 4 && lines.last == Array("alpha".utf8))
    }

    /// Actions of an event apply to a row that matches, not to one that the view reported before the filter text.
    @Test(arguments: [
        ("one:accept", "gam", ["gamma"]), ("one:become(echo {})", "gam", ["echo", "gamma"]),
        ("result:unbind(result)+ignore,one:accept", "gam", ["gamma"]),
        ("one:print(x)+accept", "et", ["x", "beta"]), ("zero:accept-or-print-query", "no row", ["no row"]),
    ]) func actionsOfAnEventApplyToARowThatMatches(_ bind: String, _ text: String, _ lines: [String]) throws {
        var options = PickingOptions()
        options.screen.binds = [bind]
        var session = AppRoleTests.Session(picking: options)
        session.print("alpha\nbeta\ngamma\n")
        let row = try require(Self.id(0, session))
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row))
        session.search(text)
        session.end()
        let words = lines.map { Array($0.utf8) }
        expect(session.told.last, equals: bind.contains("become") ? .become(words) : .chosen(words))
    }

    @Test func theSelectedRowHasAnEvent() throws {
        var session = try Self.session("focus:transform-header(about {})")
        expect(session.screen?.reportsHighlight, equals: true)
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: try require(Self.id(1, session))))
        expect(session.silent, equals: [["about", "beta"]])
        session.take(session.role.endSilent(nil, printed: "It is beta\n"))
        session.wait(1000)
        expect(session.head, equals: "It is beta")
    }

    /// With `--track`, the list stays where the user is.
    @Test(arguments: [(["--track"], ""), ([], "ctrl-t:track")]) func theSelectedRowIsTracked(
        _ words: [String], _ bind: String
    ) throws {
        var options = try PickingOptions.parse(words)
        options.screen.binds = bind.isEmpty ? [] : [bind]
        var session = AppRoleTests.Session(picking: options)
        session.answer("alpha\nbeta\ngamma\n")
        if !bind.isEmpty { session.press("viperline.bind.0") }
        let row = try require(Self.id(1, session))
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row))
        session.search("a")
        let list = try require(session.list)
        expect(list.selected, equals: row)
    }

    @Test func theLookIsThatOfTheOptions() throws {
        let words = [
            "--pointer", ">", "--marker=*", "--gap", "--wrap", "--scroll-off", "2", "--ellipsis", "..", "--multi=2",
            "--ghost", "say", "--header-first",
        ]
        var session = AppRoleTests.Session(picking: try PickingOptions.parse(words))
        session.answer("alpha\n")
        let list = try require(session.list)
        let look = RowLook(pointer: ">", marker: "*", ellipsis: "..", gap: 1, overflow: .wrap, scrollOff: 2)
        expect(list.look == look && list.most == 2 && session.screen?.prompt?.placeholder == "say")
        expect(session.screen?.prompt?.isBelowHead, equals: true)
        let single = AppRoleTests.Session(picking: try PickingOptions.parse(["-m", "+m"]))
        expect(single.role.settings.picking.mostMarked == nil)
        try expect(
            PickingOptions.parse(["+m", "-m3"]).mostMarked == 3
                && PickingOptions.parse(["--like-fzf"]).mostMarked == nil)
    }

    /// A view wraps the rows of a whole list only, so they all come while a screen has room for them.
    @Test(
        arguments: [
            ("--wrap", 1000, 100, nil), ("--wrap", 1001, 100, 1001), ("--wrap", 1000, 900, 1000),
            ("-m", 1000, 100, 1000),
        ] as [(String, Int, Int, Int?)]) func wrappedRowsAreAllHere(
            option: String, count: Int, length: Int, total: Int?
        ) throws
    {
        var session = AppRoleTests.Session(picking: try PickingOptions.parse([option]))
        session.answer((0..<count).map { "\($0) \(String(repeating: "a", count: length))\n" }.joined())
        expect(try require(session.list).total, equals: total)
        // A piece has the rows that the view asks for.
        session.receive(ViewOutput.DidScroll.type, ViewOutput.DidScroll(first: 950, count: 40))
        let list = try require(session.list)
        expect(list.total == total && list.offset == total.map { _ in 950 } && list.rows.last?.id != nil)
        expect(list.rows.last?.title.hasPrefix("\(count - 1) "), equals: true)
    }

    @Test func aSuccessorKnowsWhatHasChanged() throws {
        var session = try Self.session("ctrl-r:reload(list)+change-prompt(p> )")
        session.press("viperline.bind.0")
        session.print("new\n")
        session.end()
        var state = Event(type: ProcessInput.Restore.type)
        state.data = try require(session.role.memory)
        var next = try Self.session("ctrl-r:reload(list)+change-prompt(p> )")
        next.role = AppRole(session.role.settings)
        next.take(try next.role.restore(state, now: .at(next.now)))
        expect(next.commands.last, equals: ["list"])
        next.print("new\n")
        next.end()
        expect(next.titles == ["new"] && next.screen?.prompt?.mark == "p> ")
    }
}

extension AppRoleTests.Session {
    fileprivate var titles: [String] { rows.map(\.title) }

    fileprivate var list: List? {
        guard case .list(let list)? = screen?.parts.first else { return nil }
        return list
    }

    fileprivate var head: String? {
        guard case .text(let text)? = screen?.head?.first else { return nil }
        return text.body
    }

    /// The rows that actions have selected.
    fileprivate var selected: [String] {
        sent.filter { $0.type == ViewInput.SelectRow.type }.compactMap { try? $0.decode(ViewInput.SelectRow.self).row }
    }

    /// The commands that were given the terminal.
    fileprivate var runs: [[String]] {
        sent.filter { $0.type == ViewInput.Run.type }.compactMap { try? $0.decode(ViewInput.Run.self).command }
    }
}
