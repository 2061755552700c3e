import Commands
import Composition
import Encodings
import NATSBridge
import Platform
import Processes
import Version
import Wire

struct ServePool: Command {
    static let configuration = CommandConfiguration(
        name: "serve",
        abstract: "Run a worker: it takes requests from a pool and answers them with child processes.",
        discussion: """
            Takes as many of the pool's requests as it has room for, and passes them to children that run the program: one for each \
            caller. If a child dies or does not answer, another worker gets its request. After SIGTERM, current requests have ten \
            seconds to finish. The workers are a NATS service: any NATS client may ask them, with JSON.

            EXAMPLES
              viperline-nats serve fetch -- viperline-fetcher
              NATS_URL=nats://hub:4222 viperline-nats serve fetch --parallel 32 --sessions 32 -- viperline-fetcher --cache-size 1G
              nats request vl.fetch.interactor.input.list '{"source":"greeting"}'
            """)

    var pool = SubjectName()
    var server = ServerOptions()
    var parallel = 8
    var sessions = 16
    var answerWithin = 60.0
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("name", \.pool, "The pool's name: letters, digits, - and _, with dots between words."),
            .group(\.server),
            .option("parallel", value: "number", \.parallel, "The most requests under way at once.").within(1...1024),
            .option("sessions", value: "number", \.sessions, "The most children at once; at least --parallel."),
            .option(
                "answer-within", value: "seconds", \.answerWithin,
                "Kill a child after this many seconds without an answer or progress."
            ).within(0.1...86_400),
            .rest("command", \.command, "The program and its arguments."),
        ]
    }

    func validate() throws {
        guard !command.isEmpty else {
            throw UsageError("Name a program after --, such as: viperline-nats serve fetch -- viperline-fetcher")
        }
        guard parallel...4096 ~= sessions else {
            throw UsageError("--sessions takes \(parallel) (as --parallel) to 4096")
        }
    }

    func run() throws {
        // An error is found before the first request.
        let lookup = CommandLookup(path: OwnEnvironment.variables["PATH"])
        let program = try located("start a worker") { try lookup.path(of: command[0]) }
        NATSProgram.run(
            as: pool.description, on: server, task: "serves \(pool)", command: [program] + command.dropFirst()
        ) { environment, _ in
            var settings = PoolWorkerSettings(pool: pool, incarnation: Token.random())
            settings.version = Version.current
            settings.started = Timestamp.text(seconds: time(nil))
            settings.lineLimit = environment.lineLimit
            settings.parallel = parallel
            settings.children = sessions
            settings.answerWithin = .seconds(answerWithin)
            return PoolWorker(settings)
        }
    }
}
