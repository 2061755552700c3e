import CommandBasis
import Commands
import Playback
import Processes
import SafeText
import Wire

struct ConformCommand: Command {
    static let configuration = CommandConfiguration(
        name: "conform",
        abstract: "Test a role in any language against the protocol.",
        discussion: """
            Starts COMMAND once for each check, sends it events, and compares its answers with the rules of protocols/roles.md, \
            whatever its data is. For each failed check, the report shows the input, the reply, the expectation, and the rule.

              viperline conform fetcher --source my.tasks --term milk -- ./my-fetcher
              viperline conform presenter --scene tasks -- ./my-presenter
              viperline conform application -- python3 app.py      # presenter and router's client in one, with the scene home
              viperline conform router -- ./my-router
              viperline conform view -- ./my-view                  # with pipes as descriptors 3 and 4

            COMMAND runs with your environment and in this folder, without a browser. Its side effects are real.

            The report is in TAP format; TODO results are advice and do not fail the run.

            Exit codes: 0 all checks pass; 65 some fail; 64 usage; 69 the program did not start.
            """)

    enum Role: String, ArgumentValue, CaseIterable {
        case fetcher, presenter, router, view, application
    }

    var role = Role.application
    var source = "itunes.apps"
    var term = "music"
    var scene = "home"
    var check: String?
    var patience = 5.0
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("role", \.role, "\(Role.allCases.map(\.rawValue).joined(separator: ", "))."),
            .option("source", value: "name", \.source, "For a fetcher: one of its sources."),
            .option(
                "term", value: "text", isText: true, \.term,
                "For a fetcher: a term that finds something in that source."
            ),
            .option("scene", value: "name", \.scene, "For a presenter or an application: its first scene."),
            .option("check", value: "text", isText: true, \.check, "Only checks with this in their name."),
            .option("patience", \.patience, "Seconds to wait for an answer.").within(.waits),
            .rest("command", \.command, "The program and its arguments."),
        ]
    }

    mutating func validate() throws {
        guard !command.isEmpty else {
            throw UsageError("Name a program after --, such as: viperline conform \(role) -- ./my-\(role)")
        }
    }

    func run() throws {
        let subject = try subject()
        let checks = subject.role.checks.filter { one in check.map(one.name.contains) ?? true }
        guard !checks.isEmpty else { throw CommandFailure("no check has \"\(check ?? "")\" in its name", .usage) }
        try Output.report("TAP version 13\n1..\(checks.count)\n")
        var failures = 0
        for (index, check) in checks.enumerated() {
            let problem = try check.problem(with: subject)
            if problem != nil, !check.isAdvice { failures += 1 }
            let advice = problem != nil && check.isAdvice ? " # TODO advice: the bus passes no such line" : ""
            try Output.report("\(problem == nil ? "ok" : "not ok") \(index + 1) - \(check.name)\(advice)\n")
            if let problem { try Output.report(Self.report(problem, of: check.rule)) }
        }
        try Output.report("# \(failures == 0 ? "all checks hold" : "\(failures) of \(checks.count) checks fail")\n")
        if failures > 0 { throw ExitCode(.badInput) }
    }

    private func subject() throws -> ConformanceSubject {
        let words = try CommandLine.program(command, orElse: .unavailable)
        let environment = OwnEnvironment.variables.merging(["BROWSER": "true", RoleEnvironment.printsURLs: "1"]) { $1 }
        return ConformanceSubject(
            ConformanceSubject.Role(rawValue: role.rawValue) ?? .application, words, environment: environment,
            patience: .seconds(patience), words: ["source": source, "term": term, "scene": scene])
    }

    private static func report(_ problem: ConformanceProblem, of rule: String) -> String {
        var lines = [("sent", problem.sent ?? "(nothing)"), ("came", problem.came), ("expected", problem.expected)]
        lines.append(("rule", rule))
        lines += problem.diagnostics.split(separator: "\n").suffix(10).map { ("stderr", String($0)) }
        return lines.map { "  # \($0): \($1)".printable + "\n" }.joined()
    }
}
