package import JSON

/// Runs jq programs for a role.
package protocol ProgramRunner: Sendable {
    /// - Returns: the outputs for each input, in the order of the inputs.
    func run(_ question: Question) throws(RunFailure) -> [Reply.Result]
}

/// Why no input could be looked at.
package enum RunFailure: Error, Equatable, Sendable {
    /// The program cannot be compiled.
    case mistakes([Reply.Mistake])
    /// The process that ran it has died or was stopped; the reason, as the end of a sentence.
    case stopped(String)

    package var reason: String {
        switch self {
        case .mistakes(let mistakes): mistakes.map(\.message).joined(separator: "; ")
        case .stopped(let reason): reason
        }
    }
}

extension ProgramRunner {
    /// One input, and all outputs for it.
    package func outputs(
        of program: String, on input: [UInt8], variables: JSONBytes = JSONBytes([String: String]())
    ) throws(RunFailure) -> [[UInt8]] {
        let results = try run(Question(program: program, inputs: [JSONBytes(input)], variables: variables))
        guard let result = results.first, results.count == 1 else { throw .stopped("it was not answered") }
        if let failure = result.failure { throw .mistakes([Reply.Mistake(message: failure)]) }
        return result.outputs.map(\.bytes)
    }
}
