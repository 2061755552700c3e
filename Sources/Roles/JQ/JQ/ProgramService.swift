import JQClient
import JSON
import Platform

/// Answers questions, a line each. A program is compiled when it is asked for the first time, which takes 20 ms because libjq
/// compiles its own functions again for each.
package final class ProgramService {
    private struct Key: Hashable {
        let program: String
        let names: [String]
    }

    private var programs: [Key: JQProgram] = [:]

    /// An application has a dozen programs.
    private static let mostPrograms = 200
    private static let limits = JQProgram.Limits(outputs: 10_000, bytes: 8 << 20)

    package init() {}

    /// - Returns: the answer, with its line feed.
    package func answer(_ line: [UInt8]) -> [UInt8] {
        do throws(JSONError) {
            return answer(try JQQuestion(json: line)).json + [0x0A]
        } catch {
            return JQReply(mistakes: [JQReply.Mistake(message: Self.words(for: error))]).json + [0x0A]
        }
    }

    /// The question itself adds levels to what is asked.
    private static func words(for error: JSONError) -> String {
        error.problem == .tooDeep ? "the input is nested too deep" : "this is not a question: \(error)"
    }

    private func answer(_ question: JQQuestion) -> JQReply {
        let members = (try? JSONSlices.members(question.variables.bytes.span)) ?? []
        let names = members.compactMap { JSONText.decode(question.variables.bytes.span.extracting($0.key)) }
        do throws(JQProgram.MistakeList) {
            let program = try compiled(Key(program: question.program, names: names))
            return JQReply(results: question.inputs.map { run(program, $0, question.variables) })
        } catch {
            return JQReply(mistakes: error.mistakes.map { JQReply.Mistake(message: $0.message, line: $0.line) })
        }
    }

    private func compiled(_ key: Key) throws(JQProgram.MistakeList) -> JQProgram {
        if let known = programs[key] { return known }
        let program = try JQProgram(key.program, variables: key.names)
        if programs.count >= Self.mostPrograms { programs = [:] }
        programs[key] = program
        return program
    }

    private func run(_ program: JQProgram, _ input: JSONBytes, _ variables: JSONBytes) -> JQReply.Result {
        do throws(JQProgram.Failure) {
            let outputs = try program.run(input.bytes, variables: variables.bytes, most: Self.limits)
            // libjq replaces values that are nested too deep by a text that is not JSON.
            guard outputs.allSatisfy({ (try? JSONBytes(json: $0)) != nil }) else {
                return JQReply.Result(failure: "the output is nested too deep")
            }
            return JQReply.Result(outputs: outputs.map { JSONBytes($0) })
        } catch {
            switch error {
            case .tooMuch: return JQReply.Result(failure: "it has more than 10,000 outputs, or more than 8 MB of them")
            case .error(let message): return JQReply.Result(failure: message)
            }
        }
    }
}

/// Limits this process to the resources that jq programs need.
package enum Confinement {
    /// Bytes of address space. An answer of 8 MiB, the largest that the fetcher keeps, takes about a third of it.
    package static let memory = 512 << 20
    /// Seconds of processor time for one request.
    package static let seconds: UInt32 = 2

    /// Confines the rest of the process: no more memory than that, no file but the standard streams, no core dump.
    package static func begin() { viperline_confine(memory) }

    /// The system kills the process when the request that begins has taken its time.
    package static func grantTime() { viperline_grant_time(seconds) }
}
