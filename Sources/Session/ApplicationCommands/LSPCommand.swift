import CommandBasis
import Commands
import Composition
import JQClient
import LanguageServer
import Processes
import Synchronization
import Wire
import YAML

struct LSPCommand: Command {
    static let configuration = CommandConfiguration(
        name: "lsp",
        abstract: "Run a language server for compose files on stdin and stdout.",
        discussion: """
            An editor starts it as a server of the Language Server Protocol. While you type, it shows the errors of viperline \
            check, completes keys, services, message types and programs, describes keys, and goes to what extends, include \
            and choose name. It starts no service. protocols/editors.md lists the settings of several editors.

            Exit codes: 0 after shutdown and exit; 1 if the editor ends without them; 65 if it sends something unreadable.
            """)

    func run() throws {
        let runner = RememberingRunner(ProgramProcess())
        let server = LanguageServer(
            Surroundings(searchPath: OwnEnvironment.variables["PATH"]) { path, files in
                Self.mistakes(of: path, files, runner)
            })
        var loop = ServerLoop(server)
        do { throw ExitCode(try loop.run()) } catch StandardStream.Failure.closed {
            throw ExitCode(1)
        } catch let error as StandardStream.Failure { throw CommandFailure("lsp: read or write messages: \(error)") }
    }

    /// The mistakes that `viperline check` finds.
    private static func mistakes(of path: String, _ files: FileSystem, _ runner: any ProgramRunner) -> [Mistake] {
        let inherited = OwnEnvironment.variables
        let loader = ComposeLoader(
            files: [path], variables: { $0 == SessionVariable.folder ? "$\($0)" : inherited[$0] }, fileSystem: files)
        do throws(ComposeError) {
            let composition = try loader.load()
            let check = ApplicationCheck(runner: runner, files: files)
            let mistakes = check.mistakes(in: composition)
            return ComposeError(mistakes.isEmpty ? check.unusedSources(of: composition) : mistakes).mistakes
        } catch {
            return error.mistakes
        }
    }
}

/// Compiles equal programs once. While somebody types, most programs of a file are those of the check before.
private final class RememberingRunner: ProgramRunner {
    /// Programs whose compilation is remembered.
    private static let most = 100

    private let runner: any ProgramRunner
    private let known = Mutex<[(question: JQQuestion, mistakes: [JQReply.Mistake])]>([])

    init(_ runner: any ProgramRunner) { self.runner = runner }

    func run(_ question: JQQuestion) throws(RunFailure) -> [JQReply.Result] {
        if let found = known.withLock({ $0.first { $0.question == question } }) {
            guard found.mistakes.isEmpty else { throw .mistakes(found.mistakes) }
            return []
        }
        do throws(RunFailure) {
            let results = try runner.run(question)
            remember(question, [])
            return results
        } catch {
            if case .mistakes(let mistakes) = error { remember(question, mistakes) }
            throw error
        }
    }

    private func remember(_ question: JQQuestion, _ mistakes: [JQReply.Mistake]) {
        // With inputs, the results would have to be kept, too.
        guard question.inputs.isEmpty else { return }
        known.withLock { known in
            if known.count >= Self.most { known.removeFirst() }
            known.append((question, mistakes))
        }
    }
}
