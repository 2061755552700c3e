import Foundation
import TestSupport
import Testing

/// The documents are correct.
@Suite struct DocumentationTests {
    @Test(arguments: ["fetcher.py", "fetcher.sh"]) func thePageQuotesTheDoublesThatAreTested(file: String) throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/doubles.md"), encoding: .utf8)
        let double = try String(contentsOfFile: Checkout.path("Tests/Doubles/\(file)"), encoding: .utf8)
        let quoted = file.hasSuffix("sh") ? double.split(separator: "\n").dropFirst(2).joined(separator: "\n") : double
        expect(page, contains: quoted.trimmingCharacters(in: .newlines))
        #expect(double.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    }

    /// Relative links, their anchors, paths, and the environment variables of the sources.
    @Test func linksAndVariablesAreTrue() throws {
        let result = try Command.run([Checkout.path("scripts/checks/pages")])
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }

    /// `protocols/README.md` shows a whole session, and what to pipe it into.
    @Test func thePagesSessionCanBePiped() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/README.md"), encoding: .utf8)
        let session = try String(contentsOfFile: Checkout.path("protocols/session.ndjson"), encoding: .utf8)
        let indented = session.split(separator: "\n").map { "    \($0)\n" }.joined()
        expect(page, contains: "\n\n\(indented)\n")
        let checked = try Command.run([
            Checkout.path("scripts/checks/schemas"), Checkout.path("protocols/session.ndjson"),
        ])
        expect(checked.status, equals: 0, "\(checked.output)")
        let folder = try TemporaryFolder()
        try folder.write(session, to: "session.ndjson")
        let commands = page.split(separator: "\n").filter {
            $0.hasPrefix("    viperline-") && $0.contains("< session.ndjson")
        }
        try require(commands.count == 4)
        let programs = URL(fileURLWithPath: Products.executable("viperline")).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try Command.run(
            ["bash", "-e", "-o", "pipefail", "-c", commands.joined(separator: "\n")],
            environment: ["PATH": "\(programs):\(path)", "TMPDIR": folder.path], folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        for text in [
            " 1. Metronome  ★★★★☆ 4.5\n", "== Metronome ==\n", #"["router.input.open","apps-1","view-1-2"]"#,
            #"["apps-1","app-2"]"#, "Metronome for Left-Handed Drummers",
        ] {
            expect(result.output, contains: text, "\(text) in \(result.output)")
        }
    }

    @Test func aProgramReportsItsVersions() throws {
        let asyncapi = try String(contentsOfFile: Checkout.path("protocols/asyncapi.yaml"), encoding: .utf8)
        let number = try require(asyncapi.firstMatch(of: /\n  version: (\d+)\./)).1
        let header = try String(contentsOfFile: Checkout.path("Tests/Cassettes/greeting.ndjson"), encoding: .utf8)
        let cassette = try require(header.firstMatch(of: /^\{"viperline":"cassette","version":(\d+),/)).1
        for program in ["viperline", "viperline-view", "viperline-fetcher"] {
            let version = try Command.run([Products.executable(program), "--version"]).output
            let report = try Command.run([Products.executable(program), "--version", "--json"])
            expect(report.status, equals: 0)
            #expect(
                report.output.hasPrefix(
                    #"{"name":"\#(program)","version":"\#(version.dropLast())","protocol":\#(number),"cassette":\#(cassette),"platform":"linux-"#
                ), "\(report.output)")
        }
    }

    /// A newcomer reads it to the end.
    @Test func theReadmeIsShort() throws {
        let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test(arguments: [
        "viperline", "viperline-fetcher", "viperline-presenter", "viperline-router", "viperline-view",
        "viperline-catalog", "viperline-pattern",
    ])
    func everyProgramHelps(program: String) throws {
        let help = try Command.run([Products.executable(program), "--help"])
        expect(help.status, equals: 0)
        expect(help.output, contains: "USAGE: viperline")
        let wrong = try Command.run([Products.executable(program), "--no-such-option"])
        expect(wrong.status, equals: 64)
        #expect(wrong.output.isEmpty)
    }

    @Test func thePagesOwnWiringRuns() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/compose.md"), encoding: .utf8)
        func block(_ fence: String) throws -> String {
            try require(
                page.components(separatedBy: "```\(fence)\n").dropFirst().first?.components(separatedBy: "```").first)
        }
        let folder = try TemporaryFolder()
        try folder.write(try block("yaml"), to: "sums.yaml")
        try folder.write(try block("python"), to: "sums.py")
        let result = try Command.run(
            [Products.executable("viperline"), "run", "./sums.yaml"], environment: ["XDG_RUNTIME_DIR": folder.path],
            folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        try expect(folder.text(of: "sums.ndjson").split(separator: "\n").last?.contains(#""n": 6"#), equals: true)
    }

    /// Runs every command of the page on recordings, unchanged.
    @Test func thePagesRecordingsRun() throws {
        let section = try String(contentsOfFile: Checkout.path("protocols/recordings.md"), encoding: .utf8)
        let isCommand = { (line: String) in
            ["    printf ", "    viperline ", "        diff "].contains { line.hasPrefix($0) }
        }
        let script = section.components(separatedBy: "\n").filter(isCommand).joined(separator: "\n")
        let folder = try TemporaryFolder()
        try folder.writeProgram("exec viperline-presenter", to: "my-presenter")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/other.ndjson", withDestinationPath: "bug.ndjson")
        let programs = URL(fileURLWithPath: Products.executable("viperline")).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try Command.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            environment: ["PATH": "\(programs):\(path)", "XDG_RUNTIME_DIR": folder.path], folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let told = try require(result.lines.first { $0.hasPrefix("presenter: ") })
        expect(section, contains: "# \(told)\n")
        expect(result.output, contains: "Note over view: 1. search music")
        expect(result.output, contains: "== App Store ==")
    }
}
