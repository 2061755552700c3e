import Evaluation
import JSON

/// Answers questions, a line each. A program is compiled when it is asked for the first time, which takes 20 ms because libjq
/// compiles its own functions anew for each.
package final class ProgramService {
    private struct Key: Hashable {
        let program: String
        let names: [String]
    }

    private var programs: [Key: Program] = [:]

    /// An application has a dozen programs.
    private static let mostPrograms = 200
    private static let limits = Program.Limits(outputs: 10_000, bytes: 8 << 20)

    package init() {}

    /// - Returns: the answer, with its line feed.
    package func answer(_ line: [UInt8]) -> [UInt8] {
        do throws(JSONError) {
            return answer(try Question(json: line)).json + [0x0A]
        } catch {
            return Reply(mistakes: [Reply.Mistake(message: "this is no question: \(error)")]).json + [0x0A]
        }
    }

    private func answer(_ question: Question) -> Reply {
        let members = (try? JSONSlices.members(question.variables.bytes.span)) ?? []
        let names = members.compactMap { JSONText.decode(question.variables.bytes.span.extracting($0.key)) }
        do throws(Program.MistakeList) {
            let program = try compiled(Key(program: question.program, names: names))
            return Reply(results: question.inputs.map { run(program, $0, question.variables) })
        } catch {
            return Reply(mistakes: error.mistakes.map { Reply.Mistake(message: $0.message, line: $0.line) })
        }
    }

    private func compiled(_ key: Key) throws(Program.MistakeList) -> Program {
        if let known = programs[key] { return known }
        let program = try Program(key.program, variables: key.names)
        if programs.count >= Self.mostPrograms { programs = [:] }
        programs[key] = program
        return program
    }

    private func run(_ program: Program, _ input: JSONBytes, _ variables: JSONBytes) -> Reply.Result {
        do throws(Program.Failure) {
            let outputs = try program.run(input.bytes, variables: variables.bytes, most: Self.limits)
            // What libjq prints in the place of values that are nested too deep is no JSON.
            guard outputs.allSatisfy({ (try? JSONBytes(json: $0)) != nil }) else {
                return Reply.Result(failure: "the output is nested too deep")
            }
            return Reply.Result(outputs: outputs.map { JSONBytes($0) })
        } catch {
            switch error {
            case .tooMuch: return Reply.Result(failure: "it has more than 10,000 outputs, or more than 8 MB of them")
            case .error(let message): return Reply.Result(failure: message)
            }
        }
    }
}
