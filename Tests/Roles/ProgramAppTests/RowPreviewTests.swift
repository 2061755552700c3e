@testable import ProgramApp
import Languages
import Picking
import TestSupport
import Testing
import ViewMessages
import Wire

/// What a command prints about the selected row.
@Suite struct RowPreviewTests {
    private static func preview(_ words: String...) throws -> RowPreview {
        RowPreview(try RowCommand(words, option: "--preview", places: .fields), wraps: false)
    }

    private static func values(_ row: String, delimiter: String = "") -> RowCommand.Values {
        var values = RowCommand.Values()
        values.row = Array(row.utf8)
        values.rows = [Array(row.utf8)]
        values.query = "q y"
        values.number = 4
        if let delimiter = FieldDelimiter(argument: delimiter) { values.delimiter = delimiter }
        return values
    }

    private static func text(_ preview: RowPreview) -> String? {
        guard case .text(let text)? = preview.parts(Words()).first else { return nil }
        return text.body
    }

    @Test(
        arguments: [
            ("a:b c:d", ":", "{}", "a:b c:d"), ("a:b c:d", ":", "{2}", "b c"), ("a:b c:d", ":", "x{1}y{-1}", "xayd"),
            ("a b  c", "", "{2..}", "b  c"), ("a b", "", "{q}/{n}", "q y/4"), ("a b", "", "{+}", "a b"),
            ("a", "", "{x}{", "{x}{"),
            ("$(touch owned); `x`", "", "{}", "$(touch owned); `x`"), ("a", "", "{5}", ""),
        ] as [(String, String, String, String)])
    func aRowIsOneArgument(_ row: String, _ delimiter: String, _ word: String, _ argument: String) throws {
        var preview = try Self.preview("echo", word)
        expect(preview.begin(Self.values(row, delimiter: delimiter), in: Words()), equals: ["echo", argument])
    }

    /// It is shown in place of a command that could take the row for an option.
    @Test(arguments: [("-rf", "begins with -"), ("a\u{0}b", "NUL")]) func aRowThatIsNoArgumentIsRefused(
        _ row: String, _ reason: String
    ) throws {
        var preview = try Self.preview("cat", "{}")
        expect(preview.begin(Self.values(row), in: Words()) == nil && !preview.isAwaited)
        try expect(#require(Self.text(preview)), contains: reason)
        var safe = try Self.preview("cat", "--", "{}")
        if row == "-rf" { expect(safe.begin(Self.values(row), in: Words()), equals: ["cat", "--", "-rf"]) }
    }

    @Test func aRowThatIsNoTextIsRefused() throws {
        var preview = try Self.preview("cat", "{}")
        var values = RowCommand.Values()
        values.row = [0x61, 0xFF]
        expect(preview.begin(values, in: Words(.german)) == nil)
        expect(Self.text(preview)?.hasPrefix("Diese Zeile ") == true)
    }

    @Test(arguments: [["sh", "-c", "cat {}"], ["bash", "-c", "echo {2}"], ["python3", "-c", "{q}"]])
    func aRowIsNoCode(_ words: [String]) {
        #expect(throws: RowCommand.Refusal.self) { try RowCommand(words, option: "--preview", places: .fields) }
    }

    @Test func theOldPreviewStaysUntilThereIsANewOne() throws {
        var preview = try Self.preview("cat", "{}")
        _ = preview.begin(Self.values("a"), in: Words())
        expect(preview.isAwaited && preview.append(Array("one\u{1B}[31m red\u{7}\n".utf8), now: .at(0)))
        preview.end()
        expect(Self.text(preview), equals: "one red\n")
        _ = preview.begin(Self.values("b"), in: Words())
        expect(Self.text(preview) == "one red\n" && preview.isAwaited)
        preview.end("It ended with exit code 3.")
        expect(Self.text(preview) == "It ended with exit code 3." && !preview.isAwaited)
        let isLate = preview.append(Array("late".utf8), now: .at(0))
        #expect(!isLate, "of an ended command")
    }

    @Test func halfACharacterIsNotShown() throws {
        var preview = try Self.preview("cat", "{}")
        _ = preview.begin(Self.values("a"), in: Words())
        let bytes = Array("aé漢😀".utf8)
        for count in 1...bytes.count {
            _ = preview.append([bytes[count - 1]], now: .at(0))
            expect(Self.text(preview)?.contains("\u{FFFD}"), equals: false, "\(count)")
        }
        expect(Self.text(preview), equals: "aé漢😀")
        _ = preview.append([0xC3], now: .at(0))
        preview.end()
        expect(Self.text(preview), equals: "aé漢😀\u{FFFD}")
    }

    @Test func aFloodIsCut() throws {
        var preview = try Self.preview("yes", "{}")
        _ = preview.begin(Self.values("a"), in: Words())
        let fits = [[UInt8](repeating: 0x61, count: RowPreview.mostBytes), [0x61], [0x61]].map {
            preview.append($0, now: .at(0))
        }
        expect(fits, equals: [true, false, false])
        expect(Self.text(preview)?.utf8.count == RowPreview.mostBytes && preview.parts(Words()).count == 2)
    }

    // MARK: In the role

    /// A script reads a whole preview, in however many parts it comes; an endless one is whole after a second.
    @Test(arguments: [true, false]) func theRestOfAPreviewIsAwaited(ends: Bool) throws {
        var session = AppRoleTests.Session(
            preview: try RowCommand(["cat", "{}"], option: "--preview", places: .fields))
        session.print("alpha\n")
        session.end()
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: session.rows[0].id))
        _ = session.role.picker?.readPreview(Array("one ".utf8), now: .at(session.now))
        session.wait(900)
        _ = session.role.picker?.readPreview(Array("two".utf8), now: .at(session.now))
        session.wait(99)
        expect(session.screen?.activity, equals: "Reading the preview…")
        if ends { session.role.picker?.endPreview("") }
        session.wait(ends ? 0 : 1)
        expect(session.screen?.activity == nil && session.role.deadline == nil)
        expect(session.screen?.preview, equals: [.text(Text(body: "one two", format: .code))])
    }

    @Test func theSelectionCallsThePreview() throws {
        var session = AppRoleTests.Session(
            preview: try RowCommand(["cat", "{}"], option: "--preview", places: .fields))
        session.print("alpha\nbeta\n")
        session.end()
        expect(session.screen?.reportsHighlight == true && session.calls == [[]])
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: session.rows[1].id))
        expect(
            session.calls.last == ["(preview)", "cat", "beta"] && session.screen?.activity == "Reading the preview…")
        _ = session.role.picker?.readPreview(Array("about beta\n".utf8), now: .at(0))
        session.role.picker?.endPreview("")
        session.wait(0)
        expect(
            session.screen?.activity == nil
                && session.screen?.preview == [.text(Text(body: "about beta\n", format: .code))])
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: "gone"))
        expect(session.calls.last, equals: ["(stop preview)"])
        _ = session.role.picker?.readPreview([UInt8](repeating: 0x61, count: RowPreview.mostBytes + 1), now: .at(0))
        expect(session.screen?.preview, equals: [.text(Text(body: "", format: .code))])
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: session.rows[0].id))
        // No room for more: the loop stops the command then.
        let tooMuch = [UInt8](repeating: 0x61, count: RowPreview.mostBytes + 1)
        expect(session.role.picker?.readPreview(tooMuch, now: .at(0)), equals: false)
    }

    /// The sizes that the view reports, whether the command runs again then, and what it learns.
    @Test func thePreviewKnowsItsRoom() throws {
        var session = AppRoleTests.Session(
            preview: try RowCommand(["cat", "{}"], option: "--preview", places: .fields))
        session.print("alpha\nbeta\n")
        expect(session.screen?.reportsSize == true && session.role.picker?.previewVariables == [:])
        let sizes: [(columns: Int, rows: Int, preview: (Int, Int)?, runs: Bool, room: [String])] = [
            (100, 30, nil, false, ["100", "30"]), (100, 30, (56, 26), true, ["56", "26"]),
            (100, 30, (56, 26), false, ["56", "26"]), (90, 10, nil, false, ["56", "26"]),
            (90, 20, (86, 9), true, ["86", "9"]), (90, 20, (-1, 1 << 40), true, ["1", "500"]),
        ]
        for (number, size) in sizes.enumerated() {
            let before = session.calls.count
            session.receive(
                ViewOutput.DidResize.type,
                ViewOutput.DidResize(
                    columns: size.columns, rows: size.rows, previewColumns: size.preview?.0,
                    previewRows: size.preview?.1))
            let known = session.role.picker?.previewVariables ?? [:]
            expect(["COLUMNS", "LINES"].map { known[$0] } == size.room && known["FZF_PREVIEW_LINES"] == size.room[1])
            expect(
                session.calls.dropFirst(before), equals: (size.runs ? [["(preview)", "cat", "beta"]] : []), "\(size)")
            if number == 0 {
                session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: session.rows[1].id))
            }
        }
    }

    /// The view has reported the row to the predecessor.
    @Test func aSuccessorMakesThePreviewAgain() throws {
        var session = AppRoleTests.Session(
            preview: try RowCommand(["cat", "{}"], option: "--preview", places: .fields))
        session.answer("alpha\nbeta\n")
        session.receive(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: session.rows[1].id))
        var state = Event(type: ProcessInput.Restore.type)
        state.data = try require(session.role.memory)
        session.role = AppRole(session.role.settings)
        session.calls = []
        session.take(try session.role.restore(state, now: .at(session.now)))
        session.answer("alpha\nbeta\n")
        expect(session.calls, equals: [[], ["(preview)", "cat", "beta"]])
    }
}
