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
            sends; if you start it by hand, options do. It ends with exit code 69 if a request is still unanswered \
            after five deliveries.

            EXAMPLES
              fetcher: {command: [viperline-nats, call, fetch]}
              echo '{"type":"interactor.input.list","id":"1","data":{"source":"greeting"}}' | viperline-nats call fetch
            """)

    var pool = PoolOptions()
    var session: SubjectName?
    var sends: [String] = []
    var notices: [String] = []
    var progress: [String] = []
    var window = 64
    var underWay = 1024

    static var table: OptionTable<Self> {
        [
            .group(\.pool),
            .option(
                "session", value: "word", \.session,
                """
                A word for the server's permissions (VIPERLINE_NATS_SESSION): answers come to subjects that begin with it, \
                followed by a word for this session's service.
                """),
            .option("sends", value: "type", \.sends, "Types that may be written; all by default. Repeatable."),
            .option("notices", value: "type", \.notices, "Types of requests that have no answer. Repeatable."),
            .option(
                "progress", value: "type", \.progress, "Types of progress reports that answer no request. Repeatable."),
            .option("window", value: "number", \.window, "The most requests that the server has not confirmed."),
            .option("under-way", value: "number", \.underWay, "The most unanswered requests."),
        ]
    }

    func validate() throws {
        guard 1...100_000 ~= window else { throw UsageError("--window takes 1 to 100000") }
        guard 1...100_000 ~= underWay else { throw UsageError("--under-way takes 1 to 100000") }
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
            let incarnation = Token.random()
            var settings = PoolCallerSettings(
                pool: pool.name, caller: try caller(environment), service: environment.service,
                incarnation: incarnation,
                inbox: pool.ownInbox(incarnation))
            let wiring = try Self.wiring()
            settings.limits = pool.limits
            settings.sends = Self.patterns(sends, wiring?.sends, isWired: wiring != nil)
            settings.notices = Self.patterns(notices, wiring?.notices, isWired: false) ?? []
            settings.progress = Self.patterns(progress, wiring?.progress, isWired: false) ?? []
            settings.lineLimit = environment.lineLimit
            settings.isSupervised = environment.isSupervised
            settings.window = window
            settings.underWay = underWay
            let server = try pool.server.settings(
                name: "\(environment.service) calls \(pool.name)", for: environment.service)
            settings.servers = server.publicServers
            if environment.isRehearsal { return try NATSProgram.rehearse() }
            let connection = try NATSConnection(server)
            var loop = try NATSLoop(PoolCaller(settings, at: .now), connection, in: environment)
            return loop.run()
        }
        throw ExitCode(status)
    }

    /// The name that answers come to. A given word is not enough: a new session uses the same ids for other requests.
    private func caller(_ environment: RoleEnvironment) throws -> SubjectName {
        let word = session?.description ?? RoleEnvironment.variable("VIPERLINE_NATS_SESSION")
        let isOurs = word != nil || environment.isSupervised
        let own = isOurs ? SupervisorName.make(service: environment.service) : Token.random()
        guard let name = SubjectName(word.map { "\($0).\(own)" } ?? own), name.canCall, (word?.utf8.count ?? 0) <= 64
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
