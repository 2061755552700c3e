// Written by scripts/generate from the declarations of this target.

package import JSON

extension ProcessInput.Notice {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var message: String?
        var dropped: Dropped?
        var isGood: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "message" where message == nil: message = try reader.read(String.self)
            case "dropped" where dropped == nil: dropped = try reader.readIfPresent(Dropped.self)
            case "isGood" where isGood == nil: isGood = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let message else { throw .missing("message", at: object) }
        self.message = message
        self.dropped = dropped
        self.isGood = isGood
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dropped", dropped)
        writer.member("isGood", isGood)
        writer.member("message", message)
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessInput.Notice {
    package init(message: String, dropped: ProcessInput.Notice.Dropped? = nil, isGood: Bool? = nil) {
        self.init(message: message, dropped: dropped, isGood: isGood)
    }
}

extension ProcessInput.Notice.Dropped {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var service: String?
        var type: String?
        var bytes: Int?
        var limit: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "service" where service == nil: service = try reader.read(String.self)
            case "type" where type == nil: type = try reader.read(String.self)
            case "bytes" where bytes == nil: bytes = try reader.read(Int.self)
            case "limit" where limit == nil: limit = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let service else { throw .missing("service", at: object) }
        guard let type else { throw .missing("type", at: object) }
        guard let bytes else { throw .missing("bytes", at: object) }
        guard let limit else { throw .missing("limit", at: object) }
        self.service = service
        self.type = type
        self.bytes = bytes
        self.limit = limit
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("bytes", bytes)
        writer.member("limit", limit)
        writer.member("service", service)
        writer.member("type", type)
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessInput.Notice.Dropped {
    package init(service: String, type: String, bytes: Int, limit: Int) {
        self.init(service: service, type: type, bytes: bytes, limit: limit)
    }
}

extension ProcessInput.Refused {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var bytes: Int?
        var limit: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "type" where type == nil: type = try reader.read(String.self)
            case "bytes" where bytes == nil: bytes = try reader.read(Int.self)
            case "limit" where limit == nil: limit = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let type else { throw .missing("type", at: object) }
        guard let bytes else { throw .missing("bytes", at: object) }
        guard let limit else { throw .missing("limit", at: object) }
        self.type = type
        self.bytes = bytes
        self.limit = limit
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("bytes", bytes)
        writer.member("limit", limit)
        writer.member("type", type)
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessInput.Refused {
    package init(type: String, bytes: Int, limit: Int) {
        self.init(type: type, bytes: bytes, limit: limit)
    }
}

extension ProcessOutput.Entered {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessOutput.Entered {
    package init(text: String) {
        self.init(text: text)
    }
}

extension ProcessOutput.Ready {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessOutput.Ready {
    package init() {
        self.init()
    }
}

extension ProcessOutput.Refused {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var reason: String?
        var line: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "reason" where reason == nil: reason = try reader.read(String.self)
            case "line" where line == nil: line = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let reason else { throw .missing("reason", at: object) }
        guard let line else { throw .missing("line", at: object) }
        self.reason = reason
        self.line = line
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("line", line)
        writer.member("reason", reason)
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessOutput.Refused {
    package init(reason: String, line: String) {
        self.init(reason: reason, line: line)
    }
}

extension ProcessOutput.Status {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var trouble: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "trouble" where trouble == nil: trouble = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
        self.trouble = trouble
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.member("trouble", trouble)
        writer.endObject()
    }
}

extension JSONReadable where Self == ProcessOutput.Status {
    package init(text: String, trouble: Bool? = nil) {
        self.init(text: text, trouble: trouble)
    }
}

extension RoleWiring {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var session: String?
        var receives: [String]?
        var sends: [String]?
        var states: [String]?
        var notices: [String]?
        var progress: [String]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "session" where session == nil: session = try reader.read(String.self)
            case "receives" where receives == nil: receives = try reader.readIfPresent([String].self)
            case "sends" where sends == nil: sends = try reader.readIfPresent([String].self)
            case "states" where states == nil: states = try reader.readIfPresent([String].self)
            case "notices" where notices == nil: notices = try reader.readIfPresent([String].self)
            case "progress" where progress == nil: progress = try reader.readIfPresent([String].self)
            default: try reader.skipValue()
            }
        }
        guard let session else { throw .missing("session", at: object) }
        self.session = session
        self.receives = receives
        self.sends = sends
        self.states = states
        self.notices = notices
        self.progress = progress
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("notices", notices)
        writer.member("progress", progress)
        writer.member("receives", receives)
        writer.member("sends", sends)
        writer.member("session", session)
        writer.member("states", states)
        writer.endObject()
    }
}
