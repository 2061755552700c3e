package import JSON

/// Runs jq programs for a role.
package protocol ProgramRunner: Sendable {
    /// - Returns: the outputs for each input, in the order of the inputs.
    func run(_ question: JQQuestion) throws(RunFailure) -> [JQReply.Result]
}

/// The reason why the program ran on no input.
package enum RunFailure: Error, Equatable, Sendable {
    /// The program cannot be compiled.
    case mistakes([JQReply.Mistake])
    /// The process of the program has died or was stopped; the reason, as the end of a sentence.
    case stopped(String)

    package var reason: String {
        switch self {
        case .mistakes(let mistakes): mistakes.map(\.message).joined(separator: "; ")
        case .stopped(let reason): reason
        }
    }
}

extension ProgramRunner {
    /// Runs a program on one input, and returns all outputs.
    package func outputs(
        of program: String, on input: [UInt8], variables: JSONBytes = JSONBytes([String: String]())
    ) throws(RunFailure) -> [[UInt8]] {
        let results = try run(JQQuestion(program: program, inputs: [JSONBytes(input)], variables: variables))
        guard let result = results.first, results.count == 1 else { throw .stopped("it was not answered") }
        if let failure = result.failure { throw .mistakes([JQReply.Mistake(message: failure)]) }
        return result.outputs.map(\.bytes)
    }
}

/// A question to `viperline-jq`, one per line: run a program on some inputs, or on none to see whether it can be compiled.
package struct JQQuestion: JSONCodable, Equatable, Sendable {
    package var program: String
    /// JSON values; each is an input of its own.
    package var inputs: [JSONBytes]  // init: []
    /// A JSON object: the values of the program's variables.
    package var variables: JSONBytes  // init: JSONBytes([String: String]())
}

/// A reply of `viperline-jq`, one per line.
package struct JQReply: JSONCodable, Equatable, Sendable {
    /// A result for each input; nil where the program could not be compiled.
    package var results: [Result]?
    /// The reasons why the program could not be compiled.
    package var mistakes: [Mistake]?

    package struct Result: JSONCodable, Equatable, Sendable {
        /// Outputs in their order; empty if the program has failed.
        package var outputs: [JSONBytes]  // init: []
        /// The reason why the program has failed on this input.
        package var failure: String?
    }

    package struct Mistake: JSONCodable, Equatable, Sendable {
        package var message: String
        /// The line of the program's text, counted from 1.
        package var line: Int?
    }
}
