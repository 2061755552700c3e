// Written by scripts/generate from the declarations of this target.

package import JSON

extension CassetteHeader {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var viperline: String?
        var version: Int?
        var composition: String?
        var started: String?
        var services: [String: Service]?
        var screen: Screen?
        var rpc: Dialogue?
        var ends: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "viperline" where viperline == nil: viperline = try reader.readIfPresent(String.self)
            case "version" where version == nil: version = try reader.readIfPresent(Int.self)
            case "composition" where composition == nil: composition = try reader.read(String.self)
            case "started" where started == nil: started = try reader.read(String.self)
            case "services" where services == nil: services = try reader.read([String: Service].self)
            case "screen" where screen == nil: screen = try reader.readIfPresent(Screen.self)
            case "rpc" where rpc == nil: rpc = try reader.readIfPresent(Dialogue.self)
            case "ends" where ends == nil: ends = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let composition else { throw .missing("composition", at: object) }
        guard let started else { throw .missing("started", at: object) }
        guard let services else { throw .missing("services", at: object) }
        self.viperline = viperline ?? "cassette"
        self.version = version ?? CassetteHeader.currentVersion
        self.composition = composition
        self.started = started
        self.services = services
        self.screen = screen
        self.rpc = rpc
        self.ends = ends
    }
}

extension CassetteHeader.Dialogue {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var framing: String?
        var name: String?
        var redacted: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "framing" where framing == nil: framing = try reader.read(String.self)
            case "protocol" where name == nil: name = try reader.read(String.self)
            case "redacted" where redacted == nil: redacted = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let framing else { throw .missing("framing", at: object) }
        guard let name else { throw .missing("protocol", at: object) }
        self.framing = framing
        self.name = name
        self.redacted = redacted
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("framing", framing)
        writer.member("protocol", name)
        writer.member("redacted", redacted)
        writer.endObject()
    }
}

extension JSONReadable where Self == CassetteHeader.Dialogue {
    package init(framing: String, name: String, redacted: Bool? = nil) {
        self.init(framing: framing, name: name, redacted: redacted)
    }
}

extension CassetteHeader.Service {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var command: [String]?
        var receives: [String]?
        var sends: [String]?
        var terminal: Bool?
        var endsSession: Bool?
        var environment: [String: String?]?
        var dependsOn: [String]?
        var tested: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "command" where command == nil: command = try reader.read([String].self)
            case "receives" where receives == nil: receives = try reader.read([String].self)
            case "sends" where sends == nil: sends = try reader.read([String].self)
            case "terminal" where terminal == nil: terminal = try reader.readIfPresent(Bool.self)
            case "endsSession" where endsSession == nil: endsSession = try reader.readIfPresent(Bool.self)
            case "environment" where environment == nil: environment = try reader.readIfPresent([String: String?].self)
            case "dependsOn" where dependsOn == nil: dependsOn = try reader.readIfPresent([String].self)
            case "tested" where tested == nil: tested = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let command else { throw .missing("command", at: object) }
        guard let receives else { throw .missing("receives", at: object) }
        guard let sends else { throw .missing("sends", at: object) }
        self.command = command
        self.receives = receives
        self.sends = sends
        self.terminal = terminal
        self.endsSession = endsSession
        self.environment = environment
        self.dependsOn = dependsOn
        self.tested = tested
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", command)
        writer.member("dependsOn", dependsOn)
        writer.member("endsSession", endsSession)
        writer.member("environment", environment)
        writer.member("receives", receives)
        writer.member("sends", sends)
        writer.member("terminal", terminal)
        writer.member("tested", tested)
        writer.endObject()
    }
}

extension JSONReadable where Self == CassetteHeader.Service {
    package init(
        command: [String], receives: [String], sends: [String], terminal: Bool? = nil, endsSession: Bool? = nil,
        environment: [String: String?]? = nil, dependsOn: [String]? = nil, tested: Bool? = nil
    ) {
        self.init(
            command: command, receives: receives, sends: sends, terminal: terminal, endsSession: endsSession,
            environment: environment, dependsOn: dependsOn, tested: tested)
    }
}

extension CassetteReader.Kind {
    init(from reader: inout JSONReader) throws(JSONError) {
        var viperline: String?
        var version: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "viperline" where viperline == nil: viperline = try reader.read(String.self)
            case "version" where version == nil: version = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let viperline else { throw .missing("viperline", at: object) }
        guard let version else { throw .missing("version", at: object) }
        self.viperline = viperline
        self.version = version
    }
}
