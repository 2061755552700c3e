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
        (Fixture.found, "select x", "give a row's number, such as: select 1"),
        (Fixture.found, "select 0", "give a row's number, such as: select 1"),
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
        (Fixture.found, "select -1", "give a row's number, such as: select 1"),
        (Fixture.found, "select 1.5", "give a row's number, such as: select 1"),
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
    ]) func commandsAreReported(_ screen: Screen, _ command: String, _ sent: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands(command)
        expect(session.sent, equals: [sent])
        #expect(session.complaints.isEmpty)
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
