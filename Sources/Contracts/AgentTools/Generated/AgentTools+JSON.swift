// Written by scripts/generate from the declarations of this target.

package import JSON

extension AgentSettings {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var verbs: [AgentVerb]?
        var mayNameFiles: Bool?
        var opensPages: Bool?
        var refusesSecrets: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "verbs" where verbs == nil: verbs = try reader.readIfPresent([AgentVerb].self)
            case "mayNameFiles" where mayNameFiles == nil: mayNameFiles = try reader.readIfPresent(Bool.self)
            case "opensPages" where opensPages == nil: opensPages = try reader.readIfPresent(Bool.self)
            case "refusesSecrets" where refusesSecrets == nil: refusesSecrets = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.verbs = verbs ?? []
        self.mayNameFiles = mayNameFiles ?? false
        self.opensPages = opensPages ?? false
        self.refusesSecrets = refusesSecrets ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("mayNameFiles", mayNameFiles)
        writer.member("opensPages", opensPages)
        writer.member("refusesSecrets", refusesSecrets)
        writer.member("verbs", verbs)
        writer.endObject()
    }
}

extension JSONReadable where Self == AgentSettings {
    package init(
        verbs: [AgentVerb] = [], mayNameFiles: Bool = false, opensPages: Bool = false, refusesSecrets: Bool = false
    ) {
        self.init(verbs: verbs, mayNameFiles: mayNameFiles, opensPages: opensPages, refusesSecrets: refusesSecrets)
    }
}

extension AgentVerb {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var definition: JSONBytes?
        var scene: String?
        var action: Action?
        var control: String?
        var needs: String?
        var filters: [String]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "definition" where definition == nil: definition = try reader.read(JSONBytes.self)
            case "scene" where scene == nil: scene = try reader.read(String.self)
            case "action" where action == nil: action = try reader.read(Action.self)
            case "control" where control == nil: control = try reader.readIfPresent(String.self)
            case "needs" where needs == nil: needs = try reader.readIfPresent(String.self)
            case "filters" where filters == nil: filters = try reader.read([String].self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        guard let definition else { throw .missing("definition", at: object) }
        guard let scene else { throw .missing("scene", at: object) }
        guard let action else { throw .missing("action", at: object) }
        guard let filters else { throw .missing("filters", at: object) }
        self.name = name
        self.definition = definition
        self.scene = scene
        self.action = action
        self.control = control
        self.needs = needs
        self.filters = filters
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action)
        writer.member("control", control)
        writer.member("definition", definition)
        writer.member("filters", filters)
        writer.member("name", name)
        writer.member("needs", needs)
        writer.member("scene", scene)
        writer.endObject()
    }
}

extension JSONReadable where Self == AgentVerb {
    package init(
        name: String, definition: JSONBytes, scene: String, action: AgentVerb.Action, control: String? = nil,
        needs: String? = nil, filters: [String]
    ) {
        self.init(
            name: name, definition: definition, scene: scene, action: action, control: control, needs: needs,
            filters: filters)
    }
}

extension AgentVerb.Action {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "search": self = .search
        case "filter": self = .filter
        case "open": self = .open
        case "press": self = .press
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .search: writer.literal("\"search\"")
        case .filter: writer.literal("\"filter\"")
        case .open: writer.literal("\"open\"")
        case .press: writer.literal("\"press\"")
        }
    }
}
