import Commands
import JSON
import Processes
import RouterMessages
import Picking
@testable import ProgramApp
import SessionResult
import TestSupport
import Testing
import ViewMessages
import Wire

/// The role's logic, without a program and without a clock.
@Suite struct AppRoleTests {
    /// A session of the role, at a time that the test sets.
    struct Session {
        var role: AppRole
        var now = 0
        var sent: [Event] = []
        var calls: [[String]] = []
        /// What runs in place of the program.
        var commands: [[String]] = []
        /// What runs without the terminal, and what the history gets.
        var silent: [[String]] = []
        var kept: [String] = []
        var inputs: [String] = []
        var contexts: [CallContext] = []
        var told: [SessionResult] = []
        var remarks: [String] = []
        private var count = 0

        /// - Parameter hasScene: false before the router has announced the first one.
        init(
            hasProgram: Bool = true, interval: Duration? = nil, chooses: Bool = false, hasScene: Bool = true,
            picking: PickingOptions = PickingOptions(), preview: RowCommand? = nil
        ) {
            var settings = AppSettings(
                title: "todo", hasProgram: hasProgram, chooses: chooses, interval: interval, picking: picking)
            settings.preview = preview
            role = AppRole(settings)
            take(role.start())
            if hasScene { navigate("screen-1") }
        }

        mutating func take(_ effects: [AppEffect]) {
            for effect in effects {
                switch effect {
                case .send(let event): sent.append(event)
                case .call(let call):
                    calls.append(call.words)
                    if let command = call.command { commands.append(command) }
                    contexts.append(call.context)
                    if let input = call.input { inputs.append(String(decoding: input, as: UTF8.self)) }
                case .stop: calls.append(["(stop)"])
                case .preview(let words): calls.append(["(preview)"] + words)
                case .stopPreview: calls.append(["(stop preview)"])
                case .feed(let line): calls.append(["(feed) " + String(decoding: line, as: UTF8.self)])
                case .silent(let words), .transform(let words): silent.append(words)
                case .keep(let text): kept.append(text)
                case .report(let result): told.append(result)
                case .remark(let text): remarks.append(text)
                }
            }
            while role.isBusy { take(role.turn(now: .at(now))) }
        }

        mutating func navigate(_ scenes: String..., row: String = "") {
            let stack = scenes.enumerated().map {
                Scene(scene: $1, name: "screen", parameters: $0 > 0 ? ["row": row] : [:])
            }
            receive(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack))
        }

        mutating func receive(
            _ type: String, _ data: some JSONWritable, scene: String? = nil, isReplayed: Bool = false
        ) {
            var event = Event(type, data, subject: scene)
            event.isReplayed = isReplayed
            count += 1
            (event.source, event.id) = ("view", "view-\(count)")
            event.correlationID = event.id
            take((try? role.receive(event, now: .at(now))) ?? [.remark("refused")])
            take(role.turn(now: .at(now)))
        }

        mutating func print(_ text: String) {
            take(role.read(Array(text.utf8), now: .at(now)))
            take(role.turn(now: .at(now)))
        }

        mutating func end(_ code: Int32 = 0, _ words: String = "") {
            take(role.end(.exited(code), words: words, now: .at(now)))
            take(role.turn(now: .at(now)))
        }

        mutating func answer(_ text: String) {
            print(text)
            end()
        }

        mutating func wait(_ milliseconds: Int) {
            now += milliseconds
            take(role.turn(now: .at(now)))
        }

        mutating func select(_ row: String, rows: [String]? = nil) {
            receive(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: row, rows: rows))
        }

        mutating func press(_ control: String, row: String? = nil) {
            receive(ViewOutput.DidPress.type, ViewOutput.DidPress(control: control, row: row))
        }

        mutating func search(_ text: String) {
            receive(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: text))
        }

        var screen: Screen? {
            sent.last { $0.type == ViewInput.Show.type }.flatMap { try? $0.decode(ViewInput.Show.self).screen }
        }

        var rows: [Row] {
            guard case .list(let list)? = screen?.parts.first else { return [] }
            return list.rows
        }
    }

    // MARK: Lists

    @Test func linesAreRowsThatAreFilteredAndChosen() {
        var session = Session()
        expect(session.calls == [[]] && session.screen == nil, "keys wait for the rows, or for a screen")
        session.print("alpha\nbeta\nga")
        expect(session.rows.map(\.title) == ["alpha", "beta"] && session.told == [.rows])
        expect(session.screen?.prompt?.picksRows, equals: true)
        session.answer("mma\n")
        session.wait(100)
        expect(session.rows.map(\.title) == ["alpha", "beta", "gamma"] && session.screen?.activity == nil)
        session.receive(ViewOutput.DidChange.type, ViewOutput.DidChange(value: .text("et")))
        expect(session.rows.map(\.title) == ["beta"] && session.screen?.prompt?.text == "et")
        expect(session.sent.last?.correlationID, equals: "view-2", "it answers")
        session.select(session.rows[0].id)
        expect(session.told.last, equals: .chosen([Array("beta".utf8)]))
        expect(session.sent.last?.type, equals: RouterInput.Back.type)
        session.select("again")
        expect(session.told.count, equals: 2, "once")
    }

    /// What is typed before the first row filters the rows, where they can only be rows.
    @Test(arguments: [(true, true), (false, false)]) func aListTakesTextBeforeItsRows(
        _ hasProgram: Bool, _ chooses: Bool
    ) throws {
        var session = Session(hasProgram: hasProgram, chooses: chooses)
        session.wait(0)
        expect(session.screen?.prompt?.picksRows == true && session.screen?.activity == "Reading…")
        session.receive(ViewOutput.DidChange.type, ViewOutput.DidChange(value: .text("b")))
        session.print("alpha\nbeta\n")
        session.wait(100)
        expect(session.rows.map(\.title) == ["beta"] && session.screen?.prompt?.text == "b")
    }

    @Test func anInputThatOnlyBeginsLikeJSONIsLines() {
        var session = Session(hasProgram: false)
        session.print("{\"a\": 1,\nbeta\n")
        session.take(session.role.end(nil, now: .at(0)))
        session.wait(100)
        expect(session.rows.map(\.title), equals: ["{\"a\": 1,", "beta"])
    }

    /// Reading does not count as under way for ever, so that a program that gives commands goes on.
    @Test func anEndlessListSettles() {
        var session = Session()
        session.print("a\n")
        expect(session.screen?.activity, equals: "Reading…")
        session.wait(1000)
        expect(session.screen?.activity, equals: nil)
        session.print("b\n")
        expect(session.rows.count, equals: 1, "no more than ten screens a second")
        session.wait(100)
        expect(session.rows.count, equals: 2)
    }

    /// Nothing comes after them.
    @Test func theLastRowsDoNotWait() {
        var session = Session()
        session.print("a\n")
        session.print("b\n")
        expect(session.rows.count, equals: 1)
        session.answer("c\n")
        expect(session.rows.count == 3 && session.screen?.activity == nil)
    }

    @Test func aLongListIsShownInPieces() {
        var session = Session()
        session.answer((0..<5000).map { "row \($0)\n" }.joined())
        expect(session.rows.count, equals: 200)
        session.receive(ViewOutput.DidScroll.type, ViewOutput.DidScroll(first: 4900, count: 1))
        guard case .list(let list)? = session.screen?.parts.first else { return #expect(Bool(false)) }
        expect(list.offset == 4900 && list.total == 5000 && list.rows.last?.title == "row 4999")
        for (first, count) in [(-5, Int.max), (Int.max, Int.max), (Int.min, -1)] {
            session.receive(ViewOutput.DidScroll.type, ViewOutput.DidScroll(first: first, count: count))
            #expect(!session.rows.isEmpty)
        }
    }

    @Test func nothingToChooseFromEndsTheSession() {
        var session = Session()
        session.end()
        expect(session.told == [.nothing([])] && session.sent.last?.type == RouterInput.Back.type)
        var failing = Session()
        failing.end(2, "no such branch")
        expect(failing.told == [] && failing.screen?.alert?.title == "todo failed")
        expect(failing.screen?.alert?.message, equals: "no such branch\nIt ended with exit code 2.")
        failing.press("viperline.retry")
        expect(failing.calls == [[], []] && failing.screen?.alert == nil)
    }

    /// As in a pipeline whose first program fails and whose last one succeeds.
    @Test func theWordsOfAProgramWithoutRowsAreShown() {
        var session = Session()
        session.end(0, "no bus\nat all")
        expect(session.told, equals: [.nothing([Array("no bus".utf8), Array("at all".utf8)])])
        var polling = Session(interval: .seconds(5))
        polling.end(0, "no bus\nat all")
        guard case .list(let list)? = polling.screen?.parts.first else { return #expect(Bool(false)) }
        expect(list.empty, equals: "There are no rows: no bus at all")
        var settings = AppSettings(title: "todo", hasProgram: true)
        settings.hasVisitors = true
        var visited = Session()
        visited.role = AppRole(settings)
        visited.take(visited.role.start())
        visited.navigate("screen-1")
        visited.end(0, "no bus")
        expect(visited.remarks.count == 1 && visited.remarks.first?.hasSuffix(": no bus") == true)
        expect(visited.told, lacks: .nothing([Array("no bus".utf8)]))
    }

    @Test func aListIsMadeAnewAtOnce() {
        var session = Session(interval: .seconds(5))
        session.answer("a\nb\n")
        let before = session.rows
        session.wait(4999)
        expect(session.calls.count, equals: 1)
        session.wait(1)
        session.print("b\n")
        session.wait(200)
        expect(session.rows, equals: before, "the old rows stay until all new ones are there")
        session.answer("c\n")
        expect(session.rows.map(\.title) == ["b", "c"] && session.rows[0].id == before[1].id)
    }

    @Test(arguments: [(true, false), (false, true)]) func rowsOfJSONCanBeChosen(_ hasProgram: Bool, _ isGiven: Bool) {
        var session = Session(hasProgram: hasProgram, chooses: true)
        session.print(#"{"title":"Apps","rows":[{"id":"1","title":"A","subtitle":"first"}]}"#)
        session.take(session.role.end(isGiven ? nil : .exited(0), now: .at(0)))
        session.wait(0)
        expect(session.screen?.title == "Apps" && session.rows == [Row(id: "1", title: "A", subtitle: "first")])
        session.select("1")
        expect(session.told.last, equals: .chosen([[0x31]]))
    }

    /// Of an input, all is JSON or nothing is, however it comes; options may say that nothing is.
    @Test(
        arguments: [
            ([], "{\"level\":\"info\"}\n{\"level\":\"warning\"}\n", [#"{"level":"info"}"#, #"{"level":"warning"}"#]),
            ([], "[\"INFO\"] one\n[\"INFO\"] two\nthree\n", ["[\"INFO\"] one", "[\"INFO\"] two", "three"]),
            ([], "[\"a\"]\n[\"b\"]\n", ["[\"a\"]", "[\"b\"]"]), ([], "[]\nx\n", ["[]", "x"]), ([], "{}\n", ["{}"]),
            ([], "[\"it's\nb\n", ["[\"it's", "b"]), ([], "[\"a\" works\nb\n", ["[\"a\" works", "b"]),
            ([], "[\"a\",\n", ["[\"a\","]),
            ([], "[\"a\",\n\"b\"]\n \n", ["a", "b"]), ([], "{\"rows\":[\"a\"]}", ["a"]),
            (["--lines"], "[\"a\"]\n", ["[\"a\"]"]),
            (["-d", ":"], "[\"a\"]\n", ["[\"a\"]"]), (["--nth", "1"], "[\"a\"]\n", ["[\"a\"]"]),
            (["--ansi"], "{\"a\":1}\n", ["{\"a\":1}"]),
            (["--accept-nth", "1"], "[\"a\"]\n", ["[\"a\"]"]),
            ([], String(repeating: "\n", count: 5000) + "[\"a\"]\n", nil),
        ] as [([String], String, [String]?)]) func linesThatBeginLikeJSONAreLines(
            _ words: [String], _ input: String, _ rows: [String]?
        ) throws
    {
        for size in [1, 4, input.utf8.count] where input.utf8.count < 100 || size > 4 {
            var session = Session(hasProgram: false, picking: try PickingOptions.parse(words))
            let bytes = Array(input.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                session.take(session.role.read(Array(bytes[start..<min(start + size, bytes.count)]), now: .at(0)))
            }
            session.take(session.role.end(nil, now: .at(0)))
            session.wait(100)
            expect(rows == nil ? session.rows.count == 200 : session.rows.map(\.title) == rows, "\(size)")
        }
    }

    /// A program may print one screen after another; what follows an array shows that its lines are text.
    @Test(arguments: [
        ([], "[\"INFO\"] one\nthree\n", ["[\"INFO\"] one", "three"]),
        (["--lines"], "{\"rows\":[]}\n", ["{\"rows\":[]}"]),
        ([], "[\"a\"]\n[\"b\"]\n", ["b"]), ([], "[\"a\"]\n", ["a"]),
    ]) func aProgramMayPrintLinesThatBeginLikeJSON(_ words: [String], _ output: String, _ rows: [String]) throws {
        var session = Session(picking: try PickingOptions.parse(words))
        session.answer(output)
        session.wait(100)
        expect(session.rows.map(\.title), equals: rows)
    }

    // MARK: Successors

    static func successor(of session: Session, interval: Duration? = nil) throws -> Session {
        var state = Event(type: ProcessInput.Restore.type)
        state.data = try require(session.role.memory)
        var next = Session()
        next.role = AppRole(AppSettings(title: "todo", hasProgram: true, interval: interval))
        (next.sent, next.calls) = ([], [])
        next.take(try next.role.restore(state, now: .at(next.now)))
        return next
    }

    /// What was under way, and what the successor does: what may change something is not done again.
    @Test(
        arguments: [
            ("search", [["search", "x"]], nil), ("select", [["select", "a"]], nil),
            ("press", [], "todo press x a was interrupted"), ("nothing", [], nil),
        ] as [(String, [[String]], String?)])
    func aSuccessorGoesOn(_ action: String, _ calls: [[String]], _ alert: String?) throws {
        var session = Session()
        session.answer(#"{"title":"T","prompt":"Find","rows":["a"]}"#)
        switch action {
        case "search": session.search("x")
        case "select": session.select("a")
        case "press": session.press("x", row: "a")
        default: break
        }
        var next = try Self.successor(of: session)
        expect(next.calls == calls && next.screen?.title == "T" && next.screen?.alert?.title == alert)
        next.search("y")
        next.answer("b\n")
        expect(next.rows.map(\.id), equals: ["b"])
    }

    /// The predecessor died before it could say that it has begun.
    @Test func aReplayedEffectIsNotDoneAgain() {
        var session = Session()
        session.answer(#"{"prompt":"Find","rows":["a"]}"#)
        session.receive(ViewOutput.DidPress.type, ViewOutput.DidPress(control: "delete"), isReplayed: true)
        expect(session.calls.count == 1 && session.screen?.alert?.title == "todo press delete was interrupted")
        session.receive(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: "x"), isReplayed: true)
        expect(session.calls.last, equals: ["search", "x"], "to ask twice does no harm")
    }

    @Test func aListIsReadAgain() throws {
        var session = Session()
        session.answer("alpha\nbeta\n")
        session.receive(ViewOutput.DidChange.type, ViewOutput.DidChange(value: .text("et")))
        let rows = session.rows
        var next = try Self.successor(of: session)
        expect(next.calls, equals: [[]])
        next.answer("alpha\nbeta\n")
        expect(next.rows == rows && next.screen?.prompt?.text == "et")
    }

    /// It reads before its first output, so that it does not take a list for the text of a screen.
    @Test func aSuccessorFindsOutWhatComes() throws {
        var next = try Self.successor(of: Session())
        expect(next.calls == [[]] && next.screen == nil)
        next.answer("alpha\n")
        expect(next.rows.map(\.title) == ["alpha"] && next.screen?.prompt?.picksRows == true)
    }

    /// The view keeps the rows of the predecessor until there are others.
    @Test func aSuccessorShowsNoEmptyListInBetween() throws {
        var session = Session()
        session.answer("alpha\n")
        var next = try Self.successor(of: session)
        next.wait(500)
        expect(next.sent, equals: [])
        next.answer("alpha\n")
        expect(next.rows, equals: session.rows)
    }

    /// `--every`, or `rerun` of the screen that is on top: the time does not end with a process, an alert or another screen.
    @Test(arguments: ["every", "rerun"], ["list", "screen", "detail", "back", "alert"])
    func aScreenIsReadAgainForEver(_ option: String, _ place: String) throws {
        let rerun = option == "rerun" ? #","rerun":1"# : ""
        // Plain lines have no members.
        guard option == "every" || place != "list" else { return }
        var session = Session(interval: option == "every" ? .seconds(1) : nil)
        session.answer(place == "list" ? "alpha\n" : #"{"rows":["a"]\#(rerun)}"#)
        if ["detail", "back"].contains(place) {
            session.select("a")
            session.answer(#"{"text":"more"\#(place == "detail" ? rerun : "")}"#)
            session.navigate("screen-1", "screen-2", row: "a")
        }
        if place == "back" { session.navigate("screen-1") }
        if place == "alert" {
            session.press("x")
            session.end(1)
            session.wait(1000)
            session.press("viperline.close")
        }
        for var session in [session, try Self.successor(of: session, interval: session.role.settings.interval)] {
            for _ in 1...3 {
                if place == "list" { session.answer("alpha\n") }
                let before = session.calls.count
                session.wait(1001)
                expect(session.calls.count, equals: before + 1)
                expect(session.calls.last, equals: (place == "detail" ? ["select", "a"] : []))
                if place != "list" { session.answer(#"{"text":"again"\#(rerun)}"#) }
            }
        }
    }

    @Test func aSuccessorChoosesNothingAgain() throws {
        var session = Session()
        session.answer("alpha\n")
        session.select(session.rows[0].id)
        var next = try Self.successor(of: session)
        next.select("x")
        expect(next.told == [] && next.sent.last?.type == RouterInput.Back.type)
    }

    @Test func memoryFitsIntoALine() throws {
        var session = Session()
        for page in 1...4 {
            session.answer("{\"text\":\"\(String(repeating: "x", count: 300_000))\"}")
            session.select("\(page)")
            session.answer("{\"text\":\"\(String(repeating: "x", count: 300_000))\"}")
            session.navigate("screen-1", "screen-\(page + 1)", row: "\(page)")
        }
        #expect((session.role.memory?.count ?? .max) < LineBuffer.standardLimit)
        _ = try Self.successor(of: session)
    }
}
