// Written by scripts/generate from the declarations of this target.

package import JSON

extension RPCFailure {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var code: Int?
        var message: String?
        var data: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "code" where code == nil: code = try reader.read(Int.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "data" where data == nil: data = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let code else { throw .missing("code", at: object) }
        guard let message else { throw .missing("message", at: object) }
        self.code = code
        self.message = message
        self.data = data
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code)
        writer.member("data", data)
        writer.member("message", message)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCFailure {
    package init(code: Int, message: String, data: JSONBytes? = nil) {
        self.init(code: code, message: message, data: data)
    }
}

extension RPCServerInfo {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var title: String?
        var version: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.readIfPresent(String.self)
            case "title" where title == nil: title = try reader.readIfPresent(String.self)
            case "version" where version == nil: version = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.name = name
        self.title = title
        self.version = version
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("title", title)
        writer.member("version", version)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerInfo {
    package init(name: String? = nil, title: String? = nil, version: String? = nil) {
        self.init(name: name, title: title, version: version)
    }
}

extension RPCServerInput.Cancel {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        self.id = id
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerInput.Cancel {
    package init(id: String) {
        self.init(id: id)
    }
}

extension RPCServerInput.Notification {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var method: String?
        var params: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "method" where method == nil: method = try reader.read(String.self)
            case "params" where params == nil: params = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let method else { throw .missing("method", at: object) }
        self.method = method
        self.params = params
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", method)
        writer.member("params", params)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerInput.Notification {
    package init(method: String, params: JSONBytes? = nil) {
        self.init(method: method, params: params)
    }
}

extension RPCServerInput.Request {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var method: String?
        var params: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "method" where method == nil: method = try reader.read(String.self)
            case "params" where params == nil: params = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let method else { throw .missing("method", at: object) }
        self.method = method
        self.params = params
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", method)
        writer.member("params", params)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerInput.Request {
    package init(method: String, params: JSONBytes? = nil) {
        self.init(method: method, params: params)
    }
}

extension RPCServerInput.Response {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var request: String?
        var result: JSONBytes?
        var error: RPCFailure?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "request" where request == nil: request = try reader.read(String.self)
            case "result" where result == nil: result = try reader.readIfPresent(JSONBytes.self)
            case "error" where error == nil: error = try reader.readIfPresent(RPCFailure.self)
            default: try reader.skipValue()
            }
        }
        guard let request else { throw .missing("request", at: object) }
        self.request = request
        self.result = result
        self.error = error
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("error", error)
        writer.member("request", request)
        writer.member("result", result)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerInput.Response {
    package init(request: String, result: JSONBytes? = nil, error: RPCFailure? = nil) {
        self.init(request: request, result: result, error: error)
    }
}

extension RPCServerOutput.Ended {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var message: String?
        var requests: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "message" where message == nil: message = try reader.read(String.self)
            case "requests" where requests == nil: requests = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let message else { throw .missing("message", at: object) }
        self.message = message
        self.requests = requests
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", message)
        writer.member("requests", requests)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerOutput.Ended {
    package init(message: String, requests: Int? = nil) {
        self.init(message: message, requests: requests)
    }
}

extension RPCServerOutput.Notification {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var method: String?
        var params: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "method" where method == nil: method = try reader.read(String.self)
            case "params" where params == nil: params = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let method else { throw .missing("method", at: object) }
        self.method = method
        self.params = params
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", method)
        writer.member("params", params)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerOutput.Notification {
    package init(method: String, params: JSONBytes? = nil) {
        self.init(method: method, params: params)
    }
}

extension RPCServerOutput.Ready {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var protocolName: String?
        var version: String?
        var serverInfo: RPCServerInfo?
        var capabilities: JSONBytes?
        var instructions: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "protocol" where protocolName == nil: protocolName = try reader.read(String.self)
            case "version" where version == nil: version = try reader.readIfPresent(String.self)
            case "serverInfo" where serverInfo == nil: serverInfo = try reader.readIfPresent(RPCServerInfo.self)
            case "capabilities" where capabilities == nil: capabilities = try reader.readIfPresent(JSONBytes.self)
            case "instructions" where instructions == nil: instructions = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let protocolName else { throw .missing("protocol", at: object) }
        self.protocolName = protocolName
        self.version = version
        self.serverInfo = serverInfo
        self.capabilities = capabilities
        self.instructions = instructions
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("capabilities", capabilities)
        writer.member("instructions", instructions)
        writer.member("protocol", protocolName)
        writer.member("serverInfo", serverInfo)
        writer.member("version", version)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerOutput.Ready {
    package init(
        protocolName: String, version: String? = nil, serverInfo: RPCServerInfo? = nil, capabilities: JSONBytes? = nil,
        instructions: String? = nil
    ) {
        self.init(
            protocolName: protocolName, version: version, serverInfo: serverInfo, capabilities: capabilities,
            instructions: instructions)
    }
}

extension RPCServerOutput.Request {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var request: String?
        var method: String?
        var params: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "request" where request == nil: request = try reader.read(String.self)
            case "method" where method == nil: method = try reader.read(String.self)
            case "params" where params == nil: params = try reader.readIfPresent(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let request else { throw .missing("request", at: object) }
        guard let method else { throw .missing("method", at: object) }
        self.request = request
        self.method = method
        self.params = params
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", method)
        writer.member("params", params)
        writer.member("request", request)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerOutput.Request {
    package init(request: String, method: String, params: JSONBytes? = nil) {
        self.init(request: request, method: method, params: params)
    }
}

extension RPCServerOutput.Response {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var method: String?
        var result: JSONBytes?
        var error: RPCFailure?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "method" where method == nil: method = try reader.readIfPresent(String.self)
            case "result" where result == nil: result = try reader.readIfPresent(JSONBytes.self)
            case "error" where error == nil: error = try reader.readIfPresent(RPCFailure.self)
            default: try reader.skipValue()
            }
        }
        self.method = method
        self.result = result
        self.error = error
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("error", error)
        writer.member("method", method)
        writer.member("result", result)
        writer.endObject()
    }
}

extension JSONReadable where Self == RPCServerOutput.Response {
    package init(method: String? = nil, result: JSONBytes? = nil, error: RPCFailure? = nil) {
        self.init(method: method, result: result, error: error)
    }
}
