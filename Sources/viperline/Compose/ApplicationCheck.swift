import Composition
import Declarations
import Evaluation
import JSON
import YAML

/// Finds in a declared application what only jq and the environment can tell: programs that cannot be compiled, variables that are
/// not set.
struct ApplicationCheck {
    let runner: any ProgramRunner
    let variable: (String) -> String?

    func mistakes(in application: ApplicationDeclaration, asksSources: Bool) -> [Mistake] {
        (asksSources ? missingVariables(of: application.sources) : []) + mistakes(in: application.programs)
    }

    private func missingVariables(of sources: [SourceDeclaration]) -> [Mistake] {
        sources.flatMap { $0.headers + $0.variables }.compactMap { text in
            do throws(Mistake) {
                _ = try text.expanded(variable)
                return nil
            } catch {
                return error
            }
        }
    }

    /// libjq compiles its own functions with each program, which takes 20 ms. So all are compiled as one, and only if that fails each
    /// alone, to know which.
    private func mistakes(in programs: [ProgramText]) -> [Mistake] {
        guard !programs.isEmpty else { return [] }
        let whole = programs.map { program in
            program.variables.map { "null as $\($0) | " }.joined() + "(\(program.text)\n)"
        }
        do throws(RunFailure) {
            _ = try runner.run(Question(program: whole.map { "(\($0))" }.joined(separator: ",\n")))
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
            _ = try runner.run(Question(program: program.text, variables: variables))
            return []
        } catch .mistakes(let mistakes) {
            return mistakes.map { program.mistake($0.message, line: $0.line) }
        } catch {
            return [program.mistake(error.reason)]
        }
    }
}
