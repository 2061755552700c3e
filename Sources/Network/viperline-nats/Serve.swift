import ArgumentParser
import Composition
import NATSBridge
import NATSLink
import Processes
import Wire

struct ServePool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a worker: it takes requests from a pool and answers them with child processes.",
        discussion: """
            Takes requests from the pool's queue, as many as it has room for, and passes them to children that run the \
            program: one for each caller. If a child dies or does not answer, another worker gets its request. \
            After SIGTERM, requests under way have ten seconds to finish.

            EXAMPLES
              viperline-nats serve fetch -- viperline-fetcher
              NATS_URL=nats://hub:4222 viperline-nats serve fetch --parallel 32 --sessions 32 -- viperline-fetcher --cache-size 1G
            """)

    @OptionGroup var pool: PoolOptions

    @Option(help: ArgumentHelp("The most requests under way at once.", valueName: "number"))
    var parallel = 8

    @Option(help: ArgumentHelp("The most children at once; at least --parallel.", valueName: "number"))
    var sessions = 16

    @Option(
        help: ArgumentHelp(
            "Kill a child after this many seconds without an answer or progress.",
            valueName: "seconds"))
    var answerWithin = 60.0

    @Option(
        help: ArgumentHelp(
            "Other workers get the requests of one that is silent for this long; the same for all workers of a pool.",
            valueName: "seconds"))
    var patience = 10.0

    @Argument(parsing: .postTerminator, help: "The program and its arguments.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("Name a program after --, such as: viperline-nats serve fetch -- viperline-fetcher")
        }
        guard 1...1024 ~= parallel else { throw ValidationError("--parallel takes 1 to 1024") }
        guard parallel...4096 ~= sessions else {
            throw ValidationError("--sessions takes \(parallel) (as --parallel) to 4096")
        }
        guard 0.1...86_400 ~= answerWithin else { throw ValidationError("--answer-within takes 0.1 to 86400 seconds") }
        guard 0.3...3600 ~= patience else { throw ValidationError("--patience takes 0.3 to 3600 seconds") }
    }

    func run() throws {
        let environment = RoleEnvironment.current(role: pool.name.description)
        let status = NATSProgram.run(environment) {
            let incarnation = Token.random()
            var settings = PoolWorkerSettings(
                pool: pool.name, incarnation: incarnation, inbox: pool.ownInbox(incarnation))
            settings.limits = pool.limits
            settings.lineLimit = environment.lineLimit
            settings.parallel = parallel
            settings.children = sessions
            settings.answerWithin = .seconds(answerWithin)
            settings.patience = .seconds(patience)
            let command = try Self.found(command)
            let connection = try NATSConnection(
                pool.server.settings(name: "serves \(pool.name)", for: environment.service))
            var loop = try NATSLoop(PoolWorker(settings), connection, command: command, in: environment)
            return loop.run()
        }
        throw ExitCode(status.rawValue)
    }

    /// The command with the program's path, so that an error is found before the first request.
    private static func found(_ command: [String]) throws -> [String] {
        do throws(CommandLookup.Failure) {
            let lookup = CommandLookup(path: OwnEnvironment.variables["PATH"])
            return [try lookup.path(of: command[0])] + command.dropFirst()
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
