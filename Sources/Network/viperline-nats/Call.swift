import Commands
import NATSBridge
import NATSLink
import Platform
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

    var pool = SubjectName()
    var server = ServerOptions()
    var session: String?
    var sends: [MessagePattern] = []
    var notices: [MessagePattern] = []
    var progress: [MessagePattern] = []
    var patience = 5.0
    var underWay = 1024

    static var table: OptionTable<Self> {
        [
            .argument("name", \.pool, "The pool's name: letters, digits, - and _, with dots between words."),
            .group(\.server),
            .option(
                "session", value: "word", \.session,
                """
                A word for the server's permissions (\(sessionVariable)): it is in the subjects of requests and answers, \
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

    func run() throws {
        NATSProgram.run(as: "viperline-nats", on: server, task: "calls \(pool)") { environment, server in
            var settings = PoolCallerSettings(
                pool: pool, caller: try caller(environment), service: environment.service,
                incarnation: Token.random())
            let wiring = try RoleWiring.current()
            settings.sends = RoleWiring.patterns(sends, wiring?.sends) ?? wiring.map { _ in [] }
            settings.notices = RoleWiring.patterns(notices, wiring?.notices) ?? []
            settings.progress = RoleWiring.patterns(progress, wiring?.progress) ?? []
            settings.lineLimit = environment.lineLimit
            settings.isSupervised = environment.isSupervised
            settings.patience = .seconds(patience)
            settings.underWay = underWay
            settings.servers = server.publicServers
            return PoolCaller(settings, at: .now)
        }
    }

    private static let sessionVariable = "VIPERLINE_NATS_SESSION"

    /// The word for permissions, from an option or the environment.
    func word(_ variable: (String) -> String?) throws -> String? {
        guard let word = session ?? variable(Self.sessionVariable) else { return nil }
        guard SubjectWords.isWord(word) else {
            throw UsageError("--session (\(Self.sessionVariable)) takes \(SubjectWords.form)")
        }
        return word
    }

    /// The variable with a host's name, for a caller without a word.
    static func variable(_ host: String) -> String { "\(sessionVariable)=\(host)" }

    /// The name in subjects. A given word is not enough: a new session uses the same ids for other requests.
    private func caller(_ environment: RoleEnvironment) throws -> SubjectName {
        let word = try word(RoleEnvironment.variable)
        let isOurs = word != nil || environment.isSupervised
        let own = isOurs ? SupervisorName.make(service: environment.service) : Token.random()
        return SubjectName("\(word ?? PoolSubjects.anyWord).\(own)") ?? SubjectName()
    }
}
