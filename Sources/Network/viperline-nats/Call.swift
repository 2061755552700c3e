import Platform
import Commands
import NATSBridge
import NATSLink
import Processes
import Wire

struct Call: Command {
    static let configuration = CommandConfiguration(
        name: "call",
        abstract: "Play a service's part: workers on other machines answer its requests.",
        discussion: """
            Replaces the service's own program in a compose file. The supervisor names the messages that it receives and \
            sends; if you start it by hand, options do. It keeps a request until an answer comes. If workers fail on \
            it, the answer is a failure of its protocol (NAME.output.failed), if the service may send that, \
            otherwise process.output.refused; started by hand, call then ends with exit code 69.

            EXAMPLES
              fetcher: {command: [viperline-nats, call, fetch]}
              echo '{"type":"interactor.input.list","id":"1","data":{"source":"greeting"}}' | viperline-nats call fetch
            """)

    var pool = PoolOptions()
    var session: SubjectName?
    var sends: [String] = []
    var notices: [String] = []
    var progress: [String] = []
    var patience = 5.0
    var underWay = 1024

    static var table: OptionTable<Self> {
        [
            .group(\.pool),
            .option(
                "session", value: "word", \.session,
                """
                A word for the server's permissions (VIPERLINE_NATS_SESSION): it is in the subjects of requests and answers, \
                followed by a word for this session's service.
                """),
            .option("sends", value: "type", \.sends, "Types that may be written; all by default. Repeatable."),
            .option("notices", value: "type", \.notices, "Types of requests that have no answer. Repeatable."),
            .option(
                "progress", value: "type", \.progress, "Types of progress reports that answer no request. Repeatable."),
            .option(
                "patience", value: "seconds", \.patience,
                "Send a request to another worker after this many seconds without a sign of life from the first."
            ).within(0.3...3600),
            .option("under-way", value: "number", \.underWay, "The most unanswered requests.").within(1...100_000),
        ]
    }

    func validate() throws {
        if let word = (sends + notices + progress).first(where: { !MessagePattern.isWellFormed($0) }) {
            throw UsageError("\"\(word)\" is neither a type nor a pattern of types")
        }
        if let session, !session.isWord || session.description.utf8.count > 64 {
            throw UsageError("--session takes one word, without dots, of at most 64 letters")
        }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: "viperline-nats")
        let status = NATSProgram.run(environment) {
            var settings = PoolCallerSettings(
                pool: pool.name, caller: try caller(environment), service: environment.service,
                incarnation: Token.random())
            let wiring = try Self.wiring()
            settings.sends = Self.patterns(sends, wiring?.sends, isWired: wiring != nil)
            settings.notices = Self.patterns(notices, wiring?.notices, isWired: false) ?? []
            settings.progress = Self.patterns(progress, wiring?.progress, isWired: false) ?? []
            settings.lineLimit = environment.lineLimit
            settings.isSupervised = environment.isSupervised
            settings.patience = .seconds(patience)
            settings.underWay = underWay
            let server = try pool.server.settings(
                name: "\(environment.service) calls \(pool.name)", for: environment.service)
            settings.servers = server.publicServers
            if environment.isRehearsal { return try NATSProgram.rehearse() }
            let connection = try NATSConnection(server)
            var loop = try NATSLoop(PoolCaller(settings, at: .now), connection, in: environment)
            return loop.run()
        }
        NATSProgram.leave(status)
    }

    /// The name in subjects. A given word is not enough: a new session uses the same ids for other requests.
    private func caller(_ environment: RoleEnvironment) throws -> SubjectName {
        let word = session?.description ?? RoleEnvironment.variable("VIPERLINE_NATS_SESSION")
        let isOurs = word != nil || environment.isSupervised
        let own = isOurs ? SupervisorName.make(service: environment.service) : Token.random()
        guard let name = SubjectName("\(word ?? PoolSubjects.anyWord).\(own)"), name.canCall,
            (word?.utf8.count ?? 0) <= 64
        else {
            throw UsageError("VIPERLINE_NATS_SESSION takes one word of at most 64 letters, digits, - and _")
        }
        return name
    }

    private static func wiring() throws -> RoleWiring? {
        try RoleEnvironment.variable(RoleWiring.variable).map { text throws(RoleWiring.Malformed) in
            try RoleWiring(text)
        }
    }

    /// - Parameter isWired: whether an empty list permits nothing.
    private static func patterns(_ options: [String], _ wired: [String]?, isWired: Bool) -> [MessagePattern]? {
        let words = options.isEmpty ? wired ?? (isWired ? [] : nil) : options
        return words?.map { MessagePattern($0) }
    }
}
