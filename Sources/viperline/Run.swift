import ArgumentParser
import Composition
import Supervision
import Wire

/// `viperline run`: a session from compose files.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the session that compose files describe.",
        discussion: """
            Starts the services in order of dependency, wires them by what they receive and send, and ends with the \
            exit code of the service marked exit_on_end.

            In a terminal, a view draws full-screen; otherwise it reads commands from stdin, one a line:
              printf 'search music\\nselect 1\\nquit\\n' | viperline run itunes -f offline

            Any service can be replaced by a double in any language:
              viperline run itunes -f offline --replace fetcher='python3 Tests/Doubles/fetcher.py'

            Exit codes: that of the session; 64 usage, 65 a mistake in a compose file, 69 a service that is needed \
            failed, 70 a session that got stuck, 128+N ended by signal N.
            """)

    @OptionGroup var composition: CompositionOptions

    @Option(
        help: ArgumentHelp(
            "Where the services' stderr goes: a file, or - for stderr.", discussion: """
                By default a file in the session's folder, which is kept, and told, when anything went wrong.
                """, valueName: "file"))
    var log: String?

    func run() throws {
        let folder: SessionFolder
        do throws(SystemError) { folder = try SessionFolder.create() } catch {
            throw Failure("make the session's folder: \(error)", .unavailable)
        }
        let loaded: Composition
        do { loaded = try composition.load(sessionFolder: folder.path) } catch {
            folder.remove()
            throw error
        }
        let target: LogTarget = log.map { $0 == "-" ? .diagnostics : .file($0) } ?? .sessionFolder
        let verdict: Verdict
        do throws(SystemError) {
            verdict = try Supervisor(loaded, in: folder, log: target).run()
        } catch {
            folder.remove()
            throw Failure("run \(loaded.name): \(error)", .unavailable)
        }
        tell(verdict)
        throw ExitCode(verdict.code)
    }

    private func tell(_ verdict: Verdict) {
        if let reason = verdict.reason { StandardStream.diagnose("viperline", reason) }
        guard let log = verdict.log else { return }
        let count = verdict.problems == 1 ? "1 thing" : "\(verdict.problems) things"
        StandardStream.diagnose("viperline", "\(count) went wrong; the log is \(log)")
    }
}
