import JSON

/// One call of the program: the words behind its own, and what it reads.
struct ScriptCall: JSONCodable, Equatable, Sendable {
    /// What the person has done: none for the first screen, else such as `search TEXT`.
    var words: [String] = []
    /// What the program reads: the values of a form. It is kept nowhere else, because secrets may be in it.
    var input: [UInt8]?

    init(_ words: [String] = [], input: [UInt8]? = nil) {
        self.words = words
        self.input = input
    }

    var verb: String? { words.first }

    /// Whether it may change something, so that it is never made twice.
    var hasEffects: Bool { verb == "press" || verb == "submit" }

    init(from reader: inout JSONReader) throws(JSONError) { words = try reader.read([String].self) }

    func write(to writer: inout JSONWriter) { writer.write(words) }
}
