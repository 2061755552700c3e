// Written by scripts/generate from the declarations of this target.

package import JSON

extension Presentation {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "push": self = .push
        case "modal": self = .modal
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .push: writer.literal("\"push\"")
        case .modal: writer.literal("\"modal\"")
        }
    }
}

extension RouterInput.Back {
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

extension JSONReadable where Self == RouterInput.Back {
    package init() {
        self.init()
    }
}

extension RouterInput.Open {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var parameters: [String: String]?
        var presentation: Presentation?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "parameters" where parameters == nil: parameters = try reader.readIfPresent([String: String].self)
            case "presentation" where presentation == nil: presentation = try reader.readIfPresent(Presentation.self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        self.name = name
        self.parameters = parameters ?? [:]
        self.presentation = presentation
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("parameters", parameters)
        writer.member("presentation", presentation)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterInput.Open {
    package init(name: String, parameters: [String: String] = [:], presentation: Presentation? = nil) {
        self.init(name: name, parameters: parameters, presentation: presentation)
    }
}

extension RouterInput.OpenURL {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterInput.OpenURL {
    package init(url: String) {
        self.init(url: url)
    }
}

extension RouterInput.Play {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterInput.Play {
    package init(url: String) {
        self.init(url: url)
    }
}

extension RouterOutput.DidFail {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var action: String?
        var message: String?
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "action" where action == nil: action = try reader.read(String.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "url" where url == nil: url = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let action else { throw .missing("action", at: object) }
        guard let message else { throw .missing("message", at: object) }
        self.action = action
        self.message = message
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action)
        writer.member("message", message)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterOutput.DidFail {
    package init(action: String, message: String, url: String? = nil) {
        self.init(action: action, message: message, url: url)
    }
}

extension RouterOutput.DidNavigate {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var stack: [Scene]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "stack" where stack == nil: stack = try reader.read([Scene].self)
            default: try reader.skipValue()
            }
        }
        guard let stack else { throw .missing("stack", at: object) }
        self.stack = stack
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("stack", stack)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterOutput.DidNavigate {
    package init(stack: [Scene]) {
        self.init(stack: stack)
    }
}

extension RouterOutput.DidOpenURL {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterOutput.DidOpenURL {
    package init(url: String) {
        self.init(url: url)
    }
}

extension RouterOutput.DidPlay {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        var player: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            case "player" where player == nil: player = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
        self.player = player
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("player", player)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == RouterOutput.DidPlay {
    package init(url: String, player: String? = nil) {
        self.init(url: url, player: player)
    }
}

extension Scene {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var scene: String?
        var name: String?
        var parameters: [String: String]?
        var presentation: Presentation?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scene" where scene == nil: scene = try reader.read(String.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "parameters" where parameters == nil: parameters = try reader.readIfPresent([String: String].self)
            case "presentation" where presentation == nil: presentation = try reader.readIfPresent(Presentation.self)
            default: try reader.skipValue()
            }
        }
        guard let scene else { throw .missing("scene", at: object) }
        guard let name else { throw .missing("name", at: object) }
        self.scene = scene
        self.name = name
        self.parameters = parameters ?? [:]
        self.presentation = presentation
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("parameters", parameters)
        writer.member("presentation", presentation)
        writer.member("scene", scene)
        writer.endObject()
    }
}

extension JSONReadable where Self == Scene {
    package init(scene: String, name: String, parameters: [String: String] = [:], presentation: Presentation? = nil) {
        self.init(scene: scene, name: name, parameters: parameters, presentation: presentation)
    }
}
