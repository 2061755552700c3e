import CommandBasis
import Commands
import Composition
import Platform
import Processes
import RPC
import Watching

/// When a server is replaced by another one, while its client stays connected.
struct SuccessionOptions: CommandOptions {
    var watch = false
    var paths: [String] = []
    var resend: [String] = []
    var answerWithin: Double?

    static var table: OptionTable<Self> {
        [
            .flag(
                "watch", \.watch,
                """
                Replace the server when you save one of its files: those in its command, or the paths given here. \
                The client stays connected. If the new server fails, the old one stays. SIGUSR1 replaces it, too.
                """),
            .option(
                "answer-within", value: "seconds", \.answerWithin,
                "Replace a server that does not answer a request within this time, or that dies."
            ).within(.waits),
            .option(
                "resend", value: "method", \.resend,
                "Send unanswered requests of this method to the next server, too; may be repeated."),
            .arguments("path", \.paths, "With --watch: the server's files and folders."),
        ]
    }

    mutating func validate() throws {
        guard watch || paths.isEmpty else {
            throw UsageError("Write the server's command after --: viperline rpc -- COMMAND")
        }
        guard replaces || resend.isEmpty else { throw UsageError("--resend needs --watch or --answer-within") }
    }

    var replaces: Bool { watch || answerWithin != nil }

    /// - Parameter command: the server's, as it is written.
    func succession(_ launch: Launch, of command: [String]) throws -> ServerSuccession? {
        guard replaces else { return nil }
        let watched = try watch ? SourceWatch(rules(of: command), at: .now) : nil
        return ServerSuccession(
            launch, watch: watched, resends: Set(resend), answerWithin: answerWithin.map { .seconds($0) })
    }

    private func rules(of command: [String]) throws -> [WatchRule] {
        let working = Folders.current.working
        let files =
            paths.isEmpty
            ? CommandFiles().named(in: command, workingDirectory: nil)
            : paths.map { Folders.absolute($0, in: working) }
        guard !files.isEmpty else {
            throw UsageError("--watch: the command names no file of its own; name the server's files or folders")
        }
        if let missing = files.first(where: { access($0, R_OK) != 0 }) {
            throw UsageError("--watch: \(missing) can't be read")
        }
        return files.map { WatchRule(path: $0) }
    }
}
