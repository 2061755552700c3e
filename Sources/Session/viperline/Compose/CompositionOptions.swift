import Platform
import Commands
import Composition
import Declarations
import JQClient
import JSON
import Processes
import SafeText
import Wire
import YAML

/// The compose files and the changes to them, common to all commands that read them.
struct CompositionOptions: CommandOptions {
    var names: [String] = []
    var file: [String] = []
    var env: [String] = []
    var envFile: [String] = []
    var profile: [String] = []
    var replace: [String] = []

    static var table: OptionTable<Self> {
        [
            .arguments(
                "names", \.names,
                """
                Compose files, merged in order. What begins with ./ or / or ends in .yaml is a path, such as \
                ./compose/mine.yaml, or the folder of a compose.yaml, such as . or ./mine; anything else is the name of an \
                installed application, such as itunes or patterns/mvc, or of one in ~/.config/viperline/apps.
                """),
            .option(
                "file", letter: "f", \.file,
                "Another compose file, or the name of an installed one, to merge in; may be repeated."),
            .option("env", value: "name=value", \.env, "Set a variable, for the compose files and for every service."),
            .option(
                "env-file", value: "file", \.envFile,
                """
                Variables for the compose files from a file; those of the environment take precedence. The default is \
                .env beside the first file.
                """),
            .option(
                "profile", value: "name", \.profile,
                "Make the services of a profile part of the session, as COMPOSE_PROFILES does; * means all profiles."),
            .option(
                "replace", value: "service=command", \.replace,
                "Run another command as this service, such as a test double; it is split into words as in a shell."),
        ]
    }

    mutating func validate() throws {
        guard !files.isEmpty else { throw UsageError("Name a compose file, such as: viperline check itunes") }
        _ = try variables()
        _ = try replacements()
    }

    var files: [String] { names + file }

    func variables() throws -> [String: String] {
        try Dictionary(env.map { try pair($0, of: "--env NAME=VALUE") }) { $1 }
    }

    func replacements() throws -> [String: [String]] {
        let pairs = try replace.map { argument in
            let (service, command) = try pair(argument, of: "--replace SERVICE=COMMAND")
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
    func loader(sessionFolder: String, doubles: [String: [String]] = [:]) throws -> ComposeLoader {
        // RoleEnvironment treats empty variables as unset, but ${NAME-default} distinguishes them.
        let inherited = OwnEnvironment.variables
        return ComposeLoader(
            files: files, replacements: doubles.merging(try replacements()) { $1 }, environment: try variables(),
            environmentFiles: envFile, profiles: profile,
            variables: { $0 == SessionVariable.folder ? sessionFolder : inherited[$0] })
    }

    func load(sessionFolder: String, doubles: [String: [String]] = [:]) throws -> Composition {
        let composition = try loader(sessionFolder: sessionFolder, doubles: doubles).load()
        let mistakes = try mistakes(inApplicationOf: composition)
        guard mistakes.isEmpty else { throw ComposeError(mistakes) }
        return composition
    }

    private func mistakes(inApplicationOf composition: Composition) throws -> [Mistake] {
        guard let path = composition.application else { return [] }
        do throws(DeclarationFile.Mistakes) {
            let fetcher = composition.services.first { $0.command.contains("--application") && $0.name == "fetcher" }
            let check = ApplicationCheck(runner: ProgramProcess()) { name in
                fetcher?.environment[name] ?? OwnEnvironment.variables[name]
            }
            return check.mistakes(in: try DeclarationFile.read(path), asksSources: fetcher != nil)
        } catch {
            return error.mistakes
        }
    }

    /// A source that no scene uses works, but is hardly meant.
    func checkSources(of composition: Composition) throws {
        guard let path = composition.application else { return }
        let unused = try DeclarationFile.read(path).unusedSources
        guard !unused.isEmpty else { return }
        throw ComposeError(
            unused.map {
                Mistake(place: $0.place, path: "sources.\($0.name)", message: "no scene uses this source; remove it")
            })
    }

    /// Reports every mistake on stderr.
    /// - Returns: the command's exit code.
    func report(_ error: ComposeError) -> ExitCode {
        for mistake in error.mistakes { StandardStream.diagnose("viperline", mistake.description) }
        return ExitCode(.badInput)
    }

    private func pair(_ argument: String, of form: String) throws -> (String, String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError("\"\(argument)\" is not of the form \(form)")
        }
        return (parts[0], parts[1])
    }
}

/// Finds in a declared application what only jq and the environment can show: programs that cannot be compiled,
/// variables that are not set.
struct ApplicationCheck {
    let runner: any ProgramRunner
    let variable: (String) -> String?

    func mistakes(in application: ApplicationDeclaration, asksSources: Bool) -> [Mistake] {
        (asksSources ? application.sources.flatMap(settings) : []) + mistakes(in: application.programs)
    }

    /// What is wrong with what the environment adds to a source.
    private func settings(of source: SourceDeclaration) -> [Mistake] {
        source.headers.compactMap { header in
            settled(header) { value in
                header.isEmpty(as: value) ? nil : HeaderRule.refusal(of: header.name, value).map { header.mistake($0) }
            }
        } + source.variables.compactMap { settled($0) { _ in nil } }
    }

    private func settled(_ text: EnvironmentText, _ check: (String) -> Mistake?) -> Mistake? {
        do throws(Mistake) {
            return check(try text.expanded(variable).text)
        } catch {
            return error
        }
    }

    /// libjq compiles its own functions with each program, which takes 20 ms. So all are compiled as one, and only if
    /// that fails each alone, to know which.
    private func mistakes(in programs: [ProgramText]) -> [Mistake] {
        guard !programs.isEmpty else { return [] }
        let whole = programs.map { program in
            program.variables.map { "null as $\($0) | " }.joined() + "(\(program.text)\n)"
        }
        do throws(RunFailure) {
            _ = try runner.run(JQQuestion(program: whole.map { "(\($0))" }.joined(separator: ",\n")))
            return []
        } catch .stopped(let reason) {
            return [programs[0].mistake("the programs cannot be checked: \(reason)")]
        } catch {
            return programs.flatMap(mistakes(in:))
        }
    }

    private func mistakes(in program: ProgramText) -> [Mistake] {
        let variables = JSONBytes(Dictionary(program.variables.map { ($0, String?.none) }, uniquingKeysWith: { $1 }))
        do throws(RunFailure) {
            _ = try runner.run(JQQuestion(program: program.text, variables: variables))
            return []
        } catch .mistakes(let mistakes) {
            return mistakes.map { program.mistake($0.message, line: $0.line) }
        } catch {
            return [program.mistake(error.reason)]
        }
    }
}
