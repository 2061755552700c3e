/// One rule of the protocol that a program is held to. Each check starts a process of its own.
package struct ConformanceCheck: Sendable {
    package let name: String
    /// The rule, and where it stands.
    package let rule: ConformanceRule
    /// True if a program may do otherwise: the bus passes no line that breaks it.
    package let isAdvice: Bool
    let body: @Sendable (ConformanceDialogue) throws -> Void

    init(
        _ name: String, _ rule: ConformanceRule, isAdvice: Bool = false,
        _ body: @escaping @Sendable (ConformanceDialogue) throws -> Void
    ) {
        self.name = name
        self.rule = rule
        self.isAdvice = isAdvice
        self.body = body
    }

    /// - Returns: the problem that broke the rule; nil if nothing did.
    /// - Throws: a `SystemError` if the program cannot be started.
    package func problem(with subject: ConformanceSubject) throws -> ConformanceProblem? {
        let dialogue = try ConformanceDialogue(subject)
        defer { dialogue.kill() }
        do { try body(dialogue) } catch let problem as ConformanceProblem {
            var problem = problem
            dialogue.kill()
            problem.diagnostics = dialogue.diagnostics
            return problem
        }
        return nil
    }
}

/// The program that is held to the protocol.
package struct ConformanceSubject: Sendable {
    package enum Role: String, CaseIterable, Sendable {
        case fetcher, presenter, router, view, application

        /// What it may send, besides `process.output`.
        var protocols: [String] {
            switch self {
            case .fetcher: ["interactor.output."]
            case .presenter, .application: ["view.input.", "router.input.", "interactor.input."]
            case .router: ["router.output."]
            case .view: ["view.output."]
            }
        }

        package var checks: [ConformanceCheck] {
            switch self {
            case .fetcher: FetcherConformance.checks
            case .presenter, .application: ScreenConformance.checks
            case .router: RouterConformance.checks
            case .view: ViewConformance.checks
            }
        }
    }

    package let role: Role
    /// The program's path and arguments.
    package let command: [String]
    package let environment: [String: String]
    /// The longest time of an answer, and of the end.
    package let patience: Duration
    /// A source of the fetcher's own, and a term that finds something there.
    package let source: String
    package let term: String
    /// The name of a presenter's or an application's first scene.
    package let scene: String

    package init(
        _ role: Role, _ command: [String], environment: [String: String], patience: Duration, source: String,
        term: String,
        scene: String
    ) {
        self.role = role
        self.command = command
        self.environment = environment
        self.patience = patience
        self.source = source
        self.term = term
        self.scene = scene
    }
}

/// The problem that broke a rule.
package struct ConformanceProblem: Error, Equatable, Sendable {
    /// The last line that the program was sent.
    package var sent: String?
    /// Its line, or its end.
    package var came: String
    package var expected: String
    /// The end of its stderr.
    package var diagnostics = ""
}

/// The rules, and where they stand: a page, a heading of it, and the rule.
package enum ConformanceRule: String, CaseIterable, Sendable {
    case event = "protocols/events.md, One event, one line: be lenient in what you read"
    case output = "protocols/roles.md, Every role: write only events to standard output"
    case end = "protocols/roles.md, Every role: at the end of input, finish the work in progress, flush and exit with 0"
    case closed = "protocols/roles.md, Every role: if the output is closed, exit quietly"
    case unknown = "protocols/roles.md, Every role: ignore events of unknown types, and members that you do not know"
    case unreadable = "protocols/roles.md, Every role: after a line that you cannot read, continue with the next line"
    case chain = "protocols/roles.md, Every role: name the request in each reply; copy the correlationid, or use the id"
    case replay = "protocols/recovery.md, Replay: equal events must lead to equal events"
    case once = "protocols/roles.md, Fetcher: answer each request exactly once"
    case items =
        "protocols/roles.md, Fetcher: give each item an id, and repeat the source; schemas/interactor.output.found.json"
    case cancel = "protocols/roles.md, Fetcher: a cancelled request gets its one answer, and cancel itself none"
    case batches = "protocols/roles.md, Fetcher: send a cursor if there are more items, and no item twice"
    case stack = "protocols/roles.md, Router: answer each request with the whole stack, or with didFail"
    case numbers = "protocols/roles.md, Router: number each scene, and never use a number again"
    case pages = "protocols/roles.md, Router: open only http and https addresses; report anything else with didFail"
    case reports = "protocols/roles.md, Presenter: answer every view.output event with a show or a router.input request"
    case settled = "protocols/roles.md, Presenter: remove the activity when the reply has come"
    case show = "protocols/roles.md, Presenter: show a screen for each new scene of the stack"
    case screen = "protocols/roles.md, View: draw the newest screen of the top scene"
    case action = "protocols/roles.md, View: report an action once, with the scene as subject"
    case texts = "protocols/roles.md, View: remove control characters, and survive any number or list"
    case parts = "protocols/roles.md, View: show parts of unknown kinds by their fallback"
}
