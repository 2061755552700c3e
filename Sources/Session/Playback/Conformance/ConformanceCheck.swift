import CSessionFiles
import Recording

/// One rule of the protocol that a program is held to. Each check starts a process of its own.
package struct ConformanceCheck: Sendable {
    /// A line of a file of checks: words, with what they need (``ConformanceRun``).
    typealias Row = [JSONTree.Key: JSONTree]

    package let name: String
    /// The rule, and where it stands: a page, a heading of it, and the rule.
    package let rule: String
    /// True if a program may do otherwise: the bus passes no line that breaks it.
    package let isAdvice: Bool
    private var rows: [Row] = []
    /// Rows by the name with which others perform them.
    private var macros: [String: [Row]] = [:]

    /// - Returns: the problem that broke the rule; nil if nothing did.
    /// - Throws: a `SystemError` if the program cannot be started.
    package func problem(with subject: ConformanceSubject) throws -> ConformanceProblem? {
        let dialogue = try ConformanceDialogue(subject)
        defer { dialogue.kill() }
        do { try ConformanceRun(dialogue, macros).perform(rows) } catch let problem as ConformanceProblem {
            var problem = problem
            dialogue.kill()
            problem.diagnostics = dialogue.diagnostics
            return problem
        }
        return nil
    }

    /// The checks of a role: those of any role, and its own, which are files of the folder `Checks`.
    fileprivate static func all(of role: ConformanceSubject.Role) -> [ConformanceCheck] {
        let own =
            switch role {
            case .fetcher: checks_of_fetcher()
            case .presenter, .application: checks_of_presenter()
            case .router: checks_of_router()
            case .view: checks_of_view()
            }
        var (checks, macros, rules): ([ConformanceCheck], [String: [Row]], Row) = ([], [:], [:])
        var (macro, isLeftOut) = (String?.none, false)
        for file in [checks_of_any_role(), own] {
            for line in UnsafeBufferPointer(start: file.bytes, count: file.count).split(separator: 0x0A) {
                guard case .object(let row)? = JSONTree(line) else { continue }
                if case .object(let more)? = row["rules"] {
                    rules.merge(more) { $1 }
                } else if let name = row["macro"]?.string {
                    macros[name] = []
                    macro = name
                } else if let name = row["check"]?.string {
                    (macro, isLeftOut) = (nil, row["except"]?.string == role.rawValue)
                    guard !isLeftOut else { continue }
                    let rule = rules[.init(row["rule"]?.string ?? "")]?.string ?? ""
                    checks.append(ConformanceCheck(name: name, rule: rule, isAdvice: row["advice"] == .bool(true)))
                } else if let macro {
                    macros[macro]?.append(row)
                } else if !isLeftOut {
                    checks[checks.count - 1].rows.append(row)
                }
            }
        }
        for index in checks.indices { checks[index].macros = macros }
        return checks
    }
}

/// The program that is held to the protocol.
package struct ConformanceSubject: Sendable {
    package enum Role: String, CaseIterable, Sendable {
        case fetcher, presenter, router, view, application

        /// The beginnings of the types that it may send, besides `process.output`.
        var protocols: [String] {
            switch self {
            case .fetcher: ["interactor.output."]
            case .presenter, .application: ["view.input.", "router.input.", "interactor.input."]
            case .router: ["router.output."]
            case .view: ["view.output."]
            }
        }

        package var checks: [ConformanceCheck] { ConformanceCheck.all(of: self) }
    }

    package let role: Role
    /// The program's path and arguments.
    package let command: [String]
    package let environment: [String: String]
    /// The longest time of an answer, and of the end.
    package let patience: Duration
    /// Words that checks use: a fetcher's own `source`, a `term` that finds something there, a presenter's first `scene`.
    package let words: [String: String]

    package init(
        _ role: Role, _ command: [String], environment: [String: String], patience: Duration, words: [String: String]
    ) {
        self.role = role
        self.command = command
        self.environment = environment
        self.patience = patience
        self.words = words
    }
}

/// The problem that broke a rule.
package struct ConformanceProblem: Error, Equatable, Sendable {
    /// The last line that the program was sent.
    package var sent: String?
    /// The program's line, or its end.
    package var came: String
    package var expected: String
    /// The end of its stderr.
    package var diagnostics = ""
}
