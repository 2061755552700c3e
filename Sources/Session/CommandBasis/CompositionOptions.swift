package import Commands
package import Composition
import Platform
import Processes
import SafeText
package import Wire
import YAML

/// The compose files and the changes to them, common to all commands that read them.
package struct CompositionOptions: CommandOptions {
    package var names: [String] = []
    package var file: [String] = []
    package var env: [String] = []
    package var envFile: [String] = []
    package var profile: [String] = []
    package var replace: [String] = []

    package init() {}

    package static var table: OptionTable<Self> {
        [
            .arguments(
                "names", \.names,
                """
                Compose files, merged in order: a path that begins with ./ or / or ends in .yaml, such as \
                ./compose/mine.yaml; the folder of a compose.yaml, such as . or ./mine; or the name of an \
                application, such as itunes or patterns/mvc, installed or in ~/.config/viperline/apps.
                """),
            .option(
                "file", letter: "f", \.file,
                "Another compose file, or the name of an installed one, to merge in; may be repeated."),
            .option("env", value: "name=value", \.env, "Set a variable, for the compose files and for every service."),
            .option(
                "env-file", value: "file", \.envFile,
                """
                A file with variables for the compose files; the environment takes precedence. The default is .env \
                beside the first file.
                """),
            .option(
                "profile", value: "name", \.profile,
                "Activate a profile's services, as COMPOSE_PROFILES does; * means all profiles."),
            .option(
                "replace", value: "service=command", \.replace,
                "Run another command as this service, such as a test double; it is split into words as in a shell."),
        ]
    }

    package mutating func validate() throws {
        guard !files.isEmpty else { throw UsageError("Name an application or a compose file, such as itunes") }
        _ = try variables()
        _ = try replacements()
    }

    package var files: [String] { names + file }

    package func variables() throws -> [String: String] {
        try Dictionary(env.map { try Self.pair($0, of: "--env NAME=VALUE") }) { $1 }
    }

    package func replacements() throws -> [String: [String]] {
        let pairs = try replace.map { argument in
            let (service, command) = try Self.pair(argument, of: "--replace SERVICE=COMMAND")
            do {
                return (service, try ShellWords.split(command))
            } catch {
                throw UsageError("--replace \(service): cannot split \"\(command)\" into words: \(error)")
            }
        }
        return Dictionary(pairs) { $1 }
    }

    /// - Parameters:
    ///   - sessionFolder: the value of VIPERLINE_SESSION_DIR in the files.
    ///   - doubles: commands by service; --replace takes precedence.
    ///   - arguments: the words for the command that has "$@".
    package func loader(
        sessionFolder: String, doubles: [String: [String]] = [:], arguments: [String] = []
    ) throws -> ComposeLoader {
        // RoleEnvironment treats empty variables as unset, but ${NAME-default} distinguishes them.
        let inherited = OwnEnvironment.variables
        return ComposeLoader(
            files: files, replacements: doubles.merging(try replacements()) { $1 }, arguments: arguments,
            environment: try variables(),
            environmentFiles: envFile, profiles: profile,
            variables: { $0 == SessionVariable.folder ? sessionFolder : inherited[$0] })
    }

    package func load(
        sessionFolder: String, doubles: [String: [String]] = [:], arguments: [String] = []
    ) throws -> Composition {
        let composition = try loader(sessionFolder: sessionFolder, doubles: doubles, arguments: arguments).load()
        let mistakes = ApplicationCheck().mistakes(in: composition)
        guard mistakes.isEmpty else { throw ComposeError(mistakes) }
        return composition
    }

    /// A source that no scene uses works, but is hardly meant.
    package func checkSources(of composition: Composition) throws {
        let mistakes = ApplicationCheck().unusedSources(of: composition)
        guard mistakes.isEmpty else { throw ComposeError(mistakes) }
    }

    package static func pair(_ argument: String, of form: String) throws -> (String, String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError("\"\(argument)\" is not of the form \(form)")
        }
        return (parts[0], parts[1])
    }
}

extension ComposeError: CommandProblem {
    package var lines: [String] { mistakes.map(\.description) }
    package var status: ExitStatus { .badInput }
}

extension MessagePattern: ArgumentValue {
    package static var form: String? { "expected a pattern such as view.output or view.output.didSelect" }
    package var argument: String { description }

    package init?(argument: String) {
        guard Self.isWellFormed(argument) else { return nil }
        self.init(argument)
    }
}

extension ClosedRange<Double> {
    /// Seconds that a program may wait.
    package static let waits = 0.001...1_000_000.0
    /// Seconds since a session began.
    package static let positions = 0...1_000_000_000.0
}

extension CommandLine {
    /// A command with its program's path, looked up from the working folder.
    /// - Parameter status: that of the command if there is no such program.
    package static func program(_ command: [String], orElse status: ExitStatus = .usage) throws -> [String] {
        guard let name = command.first else { return [] }
        do throws(CommandLookup.Failure) {
            let lookup = CommandLookup(path: RoleEnvironment.variable("PATH"))
            return [try lookup.path(of: name)] + command.dropFirst()
        } catch { throw CommandFailure("\(error)", status) }
    }
}
