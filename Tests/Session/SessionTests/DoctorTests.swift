import Foundation
import TestSupport
import Testing

/// `viperline doctor`, and what users see first.
@Suite struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Report: Decodable {
        struct Finding: Decodable {
            var name: String
            var state: String
            var detail: String
            var advice: String?
        }
        var ready: Bool
        var findings: [Finding]

        subscript(name: String) -> Finding? { findings.first { $0.name == name } }
    }

    private func doctor(_ environment: [String: String] = [:], limit: Int? = nil) throws -> (
        status: Int32, report: Report
    ) {
        let command = "\(limit.map { "ulimit -n \($0); " } ?? "")exec \"$0\" doctor --json"
        let result = try Command.run(
            ["sh", "-c", command, Products.executable("viperline")],
            environment: ["TMPDIR": folder.path, "XDG_RUNTIME_DIR": "", "NO_COLOR": ""].merging(environment) { $1 })
        return (result.status, try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)))
    }

    @Test func aUsualSystemIsReady() throws {
        let (status, report) = try doctor()
        expect(status == 0 && report.ready)
        expect(report["programs"]?.state == "good" && report["applications"]?.state == "good")
        let guides = try require(report["guides"]?.detail.firstMatch(of: /in (.*): begin with (.*)/))
        expect(FileManager.default.fileExists(atPath: "\(guides.1)/\(guides.2)"))
        #expect(report.findings.allSatisfy { ($0.state == "good") == ($0.advice == nil) })
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/viperline-\(geteuid())")
        expect(left, equals: [])
    }

    private static let lacks: [(String, [String: String], String?)] = [
        ("letters", ["LC_ALL": "C"], "export LC_ALL=C.UTF-8"), ("letters", ["LC_ALL": "de_DE.UTF-8"], nil),
        ("colours", ["TERM": "xterm-256color"], nil),
        ("colours", ["TERM": "vt220"], "TERM=xterm-256color, without NO_COLOR"),
        ("colours", ["TERM": "xterm-256color", "NO_COLOR": "1"], "TERM=xterm-256color, without NO_COLOR"),
        ("browser", ["BROWSER": "firefox"], nil), ("python3", ["PATH": "/nowhere"], "install python3"),
        ("pictures", ["PATH": "/nowhere"], "install chafa"),
    ]

    @Test(arguments: lacks) func whatIsMissingHasAdvice(name: String, environment: [String: String], advice: String?)
        throws
    {
        let (status, report) = try doctor(environment)
        expect(status, equals: 0, "it is not essential")
        expect(report[name]?.advice, equals: advice)
    }

    @Test func whatIsEssentialDecidesTheExitCode() throws {
        let (status, report) = try doctor(limit: 40)
        expect(status == 69 && !report.ready)
        expect(report["descriptors"]?.state, equals: "essential")
    }

    @Test func aTerminalIsDescribed() throws {
        let tmux = try Tmux("\(Products.executable("viperline")) doctor; exec cat", columns: 120, rows: 40)
        try tmux.wait(for: "tmux-256color: 120 columns")
        try tmux.wait(for: "Nothing essential is missing.")
    }

    /// A view that does not answer holds nobody up.
    @Test(arguments: [
        ("echo '{\"utf8\":true}'", true), ("echo broken", false), ("echo '{}'; exit 1", false),
        ("exec sleep 600", false),
    ]) func theViewDescribesTheTerminal(_ view: String, _ isKnown: Bool) throws {
        let bin = folder.path + "/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try folder.install(Products.executable("viperline"), to: "bin/viperline")
        try folder.writeProgram(view, to: "bin/viperline-view")
        let result = try Command.run([bin + "/viperline", "doctor", "--json"], environment: ["TMPDIR": folder.path])
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        expect(report["terminal"]?.detail == "viperline-view does not run", equals: !isKnown)
        expect(report["letters"] != nil, equals: isKnown)
    }

    // MARK: Applications

    @Test func whatIsWorthSeeingIsListedFirst() throws {
        let environment = ["XDG_CONFIG_HOME": folder.path]
        let list = try Command.run([Products.executable("viperline"), "apps"], environment: environment)
        let names = list.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
        expect(names.prefix(7), equals: ["NAME", "home", "itunes", "hackernews", "github", "wikipedia", "youtube"])
        let heading = try require(list.lines.firstIndex(of: "STUDIES AND SMALL EXAMPLES"))
        let examples = list.lines[(heading + 1)...]
        expect(examples.contains { $0.hasPrefix("greeting ") } && examples.contains { $0.hasPrefix("patterns/mvc ") })
        #expect(!list.lines[..<heading].contains { $0.hasPrefix("patterns/") })
        let rows = try Command.run([Products.executable("viperline"), "apps", "--json"], environment: environment)
        expect(rows.lines.first?.contains(#""name":"home""#), equals: true)
        expect(rows.lines.last?.contains(#""example":true"#), equals: true)
    }
}
