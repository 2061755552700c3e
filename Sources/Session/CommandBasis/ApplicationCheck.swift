package import Composition
import Declarations
import Encodings
package import JQClient
import JSON
import Processes
package import YAML

/// Finds in a declared application what only jq and the environment can show: programs that cannot be compiled,
/// variables that are not set.
package struct ApplicationCheck {
    private let runner: any ProgramRunner
    private let files: FileSystem

    package init(runner: any ProgramRunner = ProgramProcess(), files: FileSystem = .local) {
        self.runner = runner
        self.files = files
    }

    package func mistakes(in composition: Composition) -> [Mistake] {
        guard let path = composition.application else { return [] }
        do throws(DeclarationFile.Mistakes) {
            let fetcher = composition.services.first { $0.command.contains("--application") && $0.name == "fetcher" }
            let programs = ProgramCheck(runner: runner) { name in
                fetcher?.environment[name] ?? OwnEnvironment.variables[name]
            }
            return programs.mistakes(in: try DeclarationFile.read(path, read), asksSources: fetcher != nil)
        } catch {
            return error.mistakes
        }
    }

    /// A source that no scene uses works, but is hardly meant.
    package func unusedSources(of composition: Composition) -> [Mistake] {
        guard let path = composition.application, let application = try? DeclarationFile.read(path, read) else {
            return []
        }
        return application.unusedSources.map {
            Mistake(place: $0.place, path: "sources.\($0.name)", message: "no scene uses this source; remove it")
        }
    }

    private func read(_ path: String) -> [UInt8]? {
        if case .success(let bytes) = files.read(path) { bytes } else { nil }
    }
}

/// Finds mistakes in the jq programs, and in what the environment adds to the sources.
private struct ProgramCheck {
    package let runner: any ProgramRunner
    package let variable: (String) -> String?

    package func mistakes(in application: ApplicationDeclaration, asksSources: Bool) -> [Mistake] {
        (asksSources ? application.sources.flatMap(settings) : []) + mistakes(in: application.programs)
    }

    /// The mistakes in what the environment adds to a source.
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
