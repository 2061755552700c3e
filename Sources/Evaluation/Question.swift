package import JSON

/// What `viperline-jq` is asked, a line each: to run a program on some inputs, or on none to see whether it can be compiled.
package struct Question: JSONCodable, Equatable, Sendable {
    package var program: String
    /// JSON values; each is an input of its own.
    package var inputs: [JSONBytes]
    /// A JSON object: the values of the program's variables.
    package var variables: JSONBytes

    package init(program: String, inputs: [JSONBytes] = [], variables: JSONBytes = JSONBytes([String: String]())) {
        self.program = program
        self.inputs = inputs
        self.variables = variables
    }
}
