import Composition
import Foundation
import TestSupport
import Testing
import YAML

/// The schemas of `viperline schema`, by a validator that is not ours.
@Suite struct SchemaTests {
    @Test func allShippedFilesAreAccepted() throws {
        let folder = Checkout.path("compose")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".yaml") && !$0.contains("/Answers/")
        }
        .sorted()
        let texts = try files.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        try require(files.count > 30)
        for (file, verdict) in zip(files, try SchemaCheck.verdicts(on: texts, by: "compose")) {
            expect(verdict, equals: .accepted, "\(file)")
        }
        let declared = zip(files, texts).filter { $1.contains("\nscenes:") }
        try require(declared.count >= 6)
        for (file, verdict) in zip(declared, try SchemaCheck.verdicts(on: declared.map(\.1), by: "application")) {
            expect(verdict, equals: .accepted, "\(file.0)")
        }
    }

    /// Values that a reader accepts, which a schema must not refuse.
    private static let accepted = [
        "restart: no", "restart: 'false'", "restart: always:3", "tty: on", "tty: FALSE", "tty: ${A:-true}",
        "stop_signal: 15", "stop_signal: sigterm", "stop_signal: ${A:-TERM}", "stop_grace_period: 1.5h", "command: 5",
        "stop_grace_period: .5s", "healthcheck: {test: [CMD, a], retries: '3', interval: 10ms}",
        "healthcheck: {test: [NONE]}", "environment: [A, B=]", "environment: {A: , B: 1, C: true, x-y: 2}",
        "receives: ['*', a.*, $A]", "depends_on: {b: {required: false}}", "recovery: $A",
        "success_exit_codes: ['7', 8]",
        "x-mine: {a: b}", "env_file: [a, {path: b, required: no}]", "extends: {file: a, service: b}",
    ]

    @Test func whatAReaderAcceptsIsAccepted() throws {
        let verdicts = try SchemaCheck.verdicts(
            on: Self.accepted.map { "services:\n  a:\n    \($0)\n" }, by: "compose")
        expect(verdicts.count, equals: Self.accepted.count)
        for (line, verdict) in zip(Self.accepted, verdicts) { expect(verdict, equals: .accepted, "\(line)") }
    }

    static let rows =
        MistakeTests.syntax + MistakeTests.shapes + MistakeTests.values + MistakeTests.watch
        + ServiceMistakeTests.services + ServiceMistakeTests.dependencies + ServiceMistakeTests.wiring
        + ServiceMistakeTests.rules + ServiceMistakeTests.together

    /// Mistakes that no schema can know, by the words of `check`.
    private static let beyond = [
        // The file system, and the environment.
        "not found", "no file \"", "no folder \"", "is not executable", "is not set and has no default",
        "is required", "services that are not there",
        // Several values at once.
        "is sent, but no service", "no service sends", "unknown service", "depends on itself",
        "a cycle: ", "has it already, and", "forbids", "can't be forbidden", "\"A\" is listed twice",
        // The words of a line.
        "no shell reads",
        // Parts that another file may have.
        "no services", "no command", "no \"test\"",
        // Lengths in bytes, since a schema counts characters.
        " bytes of ",
    ]

    static func isBeyond(_ mistake: String) -> Bool { beyond.contains(where: mistake.contains) }

    @Test func mostMistakesAreRefused() throws {
        let share = try SchemaShare(
            Self.rows.map { ($0.yaml, $0.expected) }, by: "compose", isBeyond: Self.isBeyond)
        #expect(share.share >= 0.95, "\(share.missed.joined(separator: "\n\n"))")
        let page = try String(contentsOfFile: Checkout.path("protocols/editors.md"), encoding: .utf8)
        expect(page, contains: "compose files: \(share)", "\(share)")
    }

    /// Each row of a page that describes a key has the words of the table behind the reader, and no key is left out.
    @Test func thePagesDescribeEveryKey() throws {
        var tables: [KeyTable] = []
        collect(ComposeShapes.file, &tables)
        try require(tables.count >= 15)
        let described = ["Top level", "Services", "Health", "Sources", "Scenes"]
        for name in described {
            let table = try require(tables.first { $0.section.title == name }, "\(name)")
            let page = try String(contentsOfFile: Checkout.path("protocols/\(table.section.file)"), encoding: .utf8)
            let section = try require(page.components(separatedBy: "\n## \(name)\n").dropFirst().first)
                .components(separatedBy: "\n## ")[0]
            let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
                .map { $0.dropLast(1).components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            for row in table.rows {
                let cell = try require(cells.first { $0[1].contains("`\(row.key)`") }, "\(name): \(row.key)")
                expect(cell.last, equals: row.summary, "\(name): \(row.key)")
            }
        }
    }

    private func collect(_ shape: ValueShape, _ tables: inout [KeyTable]) {
        switch shape {
        case .mapping(let table):
            tables.append(table)
            for row in table.rows { collect(row.shape, &tables) }
        case .named(let named): collect(named.value, &tables)
        case .list(let list): collect(list.item, &tables)
        case .either(let shapes): for shape in shapes { collect(shape, &tables) }
        case .verbatim(let shape): collect(shape, &tables)
        case .text, .flag, .number, .nothing: break
        }
    }

    @Test func eventsAndScreensHaveOneDocumentEach() throws {
        let folder = Checkout.path("protocols/examples")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
            .sorted()
        var events: [String] = []
        for file in files {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let value = try JSONValue(text)
            if case .list(let items) = value {
                events += items.map(\.description)
            } else {
                events.append(value.description)
            }
        }
        let whole = events.filter { $0.contains("\"specversion\"") }
        try require(whole.count > 50, "\(events.prefix(2))")
        #expect(try SchemaCheck.verdicts(on: whole, by: "event").allSatisfy { $0 == .accepted })
        let faulty = [
            #"{"specversion":"1.0","type":"view.output.didSearch","source":"v","id":"1","data":{"query":5}}"#,
            #"{"specversion":"1.0","type":"view.output.didSearch","source":"v","data":{"query":"a"}}"#,
        ]
        #expect(try SchemaCheck.verdicts(on: faulty, by: "event").allSatisfy(\.isRefused))
        let screens = [
            #"{"title":"A","parts":[{"label":{"text":"b","style":"caption"}}]}"#,
            #"{"title":"A","parts":[{"lable":{"text":"b","style":"caption"}}]}"#,
        ]
        try expect(SchemaCheck.verdicts(on: screens, by: "screen").map(\.isRefused), equals: [false, true])
    }
}
