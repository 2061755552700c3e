// Written by scripts/generate from the declarations of this target.

package import JSON

extension JQQuestion {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var program: String?
        var inputs: [JSONBytes]?
        var variables: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "program" where program == nil: program = try reader.read(String.self)
            case "inputs" where inputs == nil: inputs = try reader.read([JSONBytes].self)
            case "variables" where variables == nil: variables = try reader.read(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let program else { throw .missing("program", at: object) }
        guard let inputs else { throw .missing("inputs", at: object) }
        guard let variables else { throw .missing("variables", at: object) }
        self.program = program
        self.inputs = inputs
        self.variables = variables
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("inputs", inputs)
        writer.member("program", program)
        writer.member("variables", variables)
        writer.endObject()
    }
}

extension JSONReadable where Self == JQQuestion {
    package init(program: String, inputs: [JSONBytes] = [], variables: JSONBytes = JSONBytes([String: String]())) {
        self.init(program: program, inputs: inputs, variables: variables)
    }
}

extension JQReply {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var results: [Result]?
        var mistakes: [Mistake]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "results" where results == nil: results = try reader.readIfPresent([Result].self)
            case "mistakes" where mistakes == nil: mistakes = try reader.readIfPresent([Mistake].self)
            default: try reader.skipValue()
            }
        }
        self.results = results
        self.mistakes = mistakes
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("mistakes", mistakes)
        writer.member("results", results)
        writer.endObject()
    }
}

extension JSONReadable where Self == JQReply {
    package init(results: [JQReply.Result]? = nil, mistakes: [JQReply.Mistake]? = nil) {
        self.init(results: results, mistakes: mistakes)
    }
}

extension JQReply.Mistake {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var message: String?
        var line: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "message" where message == nil: message = try reader.read(String.self)
            case "line" where line == nil: line = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let message else { throw .missing("message", at: object) }
        self.message = message
        self.line = line
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("line", line)
        writer.member("message", message)
        writer.endObject()
    }
}

extension JSONReadable where Self == JQReply.Mistake {
    package init(message: String, line: Int? = nil) {
        self.init(message: message, line: line)
    }
}

extension JQReply.Result {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var outputs: [JSONBytes]?
        var failure: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "outputs" where outputs == nil: outputs = try reader.read([JSONBytes].self)
            case "failure" where failure == nil: failure = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let outputs else { throw .missing("outputs", at: object) }
        self.outputs = outputs
        self.failure = failure
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("failure", failure)
        writer.member("outputs", outputs)
        writer.endObject()
    }
}

extension JSONReadable where Self == JQReply.Result {
    package init(outputs: [JSONBytes] = [], failure: String? = nil) {
        self.init(outputs: outputs, failure: failure)
    }
}
