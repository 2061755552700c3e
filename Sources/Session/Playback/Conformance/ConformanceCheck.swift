/// One rule of the protocol that a program is held to. Each check starts a process of its own.
package struct ConformanceCheck: Sendable {
    package let name: String
    /// The rule, and where it stands.
    package let rule: ConformanceRule
    /// Whether a program may do otherwise: the bus passes no line that breaks it.
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

    /// - Returns: what broke the rule; nil if nothing did.
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
    /// How long an answer may take, and its end.
    package let patience: Duration
    /// Of a fetcher: a source of its own, and a term that finds something there.
    package let source: String
    package let term: String
    /// Of a presenter or an application: the name of its first scene.
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

/// What broke a rule.
package struct ConformanceProblem: Error, Equatable, Sendable {
    /// The last line that the program was sent.
    package var sent: String?
    /// What it wrote, or how it ended.
    package var came: String
    package var expected: String
    /// The end of its stderr.
    package var diagnostics = ""
}

/// The rules, and where they stand.
package enum ConformanceRule: String, Sendable {
    case event = "protocols/README.md, One event, one line"
    case output = "protocols/README.md, Rules: standard output carries only events"
    case end = "protocols/README.md, Rules: at the end of input, finish the work, flush and exit with 0"
    case closed = "protocols/README.md, Rules: if the output is closed, exit quietly"
    case unknown =
        "protocols/README.md, Rules: ignore events of unknown types; a program must ignore members that it does not know"
    case unreadable = "protocols/README.md, Rules: continue with the next line after one that you cannot read"
    case chain = "protocols/README.md, Rules: a reply names its request; copy the correlationid, or use the id"
    case replay = "protocols/README.md, Rules: equal events must lead to equal replies; process.output.snapshot"
    case once = "protocols/README.md, A session: the fetcher answers each request exactly once"
    case items =
        "protocols/README.md, A session: found has the source and its items; schemas/interactor.output.found.json"
    case cancel = "protocols/README.md, A session: a cancelled request is answered with failed"
    case batches = "protocols/README.md, A session: a cursor means that there are more rows"
    case stack = "protocols/README.md, A session: the router reports the whole stack of scenes"
    case numbers = "protocols/README.md, A session: the router numbers a new scene instance and never reuses a number"
    case pages = "protocols/README.md, A session: the router opens a web page, or reports didFail"
    case reports =
        "protocols/README.md, States and replies: every view.output event leads to a show or a router.input request"
    case settled =
        "protocols/README.md, States and replies: a screen has settled when the newest action is answered without activity"
    case screen = "protocols/README.md, For a view"
    case texts = "protocols/README.md, For a view: do not trust texts"
    case parts = "protocols/README.md, For a view: a part of an unknown kind does not spoil the screen"
}
