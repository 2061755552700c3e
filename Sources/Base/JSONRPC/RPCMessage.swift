package import JSON

/// A message of JSON-RPC 2.0 that was received.
package enum RPCMessage: Equatable, Sendable {
    case request(id: RPCID, method: String, params: JSONBytes?)
    case notification(method: String, params: JSONBytes?)
    /// The reply to a request of ours; nil if the other side could not read its id.
    case response(id: RPCID?)

    /// A text that is not such a message, with the reply that it gets.
    package struct Unreadable: Error, Equatable, Sendable {
        /// Nil if it could not be read.
        package var id: RPCID?
        package var error: RPCError

        package init(id: RPCID? = nil, error: RPCError) {
            self.id = id
            self.error = error
        }
    }

    package init(json: [UInt8]) throws(Unreadable) {
        let members: Members
        do throws(JSONError) { members = try Members(json: json) } catch {
            switch error.problem {
            case .notUTF8, .malformed, .tooDeep: throw Unreadable(error: RPCError(.parseError, "\(error)"))
            case .missing, .null, .mismatch, .invalid: throw Unreadable(error: RPCError(.invalidRequest, "\(error)"))
            }
        }
        guard members.version == "2.0" else {
            throw Unreadable(id: members.id, error: RPCError(.invalidRequest, "jsonrpc is not \"2.0\""))
        }
        guard members.isIDValid else {
            throw Unreadable(error: RPCError(.invalidRequest, "the id is neither a string nor a number"))
        }
        if let method = members.method {
            if let id = members.id {
                self = .request(id: id, method: method, params: members.params)
            } else {
                self = .notification(method: method, params: members.params)
            }
        } else if members.hasOutcome {
            self = .response(id: members.id)
        } else {
            throw Unreadable(id: members.id, error: RPCError(.invalidRequest, "the method is missing"))
        }
    }

    struct Members: JSONReadable {
        var version: String?
        var id: RPCID?
        var isIDValid = true
        var method: String?
        var params: JSONBytes?
        var hasOutcome = false

        init(from reader: inout JSONReader) throws(JSONError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "jsonrpc": version = try reader.readIfPresent()
                case "id":
                    let value = JSONBytes(reader.bytes(try reader.skipValue()))
                    id = RPCID(value)
                    isIDValid = id != nil || value.bytes == Array("null".utf8)
                case "method": method = try reader.readIfPresent()
                case "params": params = JSONBytes(reader.bytes(try reader.skipValue()))
                case "result", "error":
                    hasOutcome = true
                    try reader.skipValue()
                default: try reader.skipValue()
                }
            }
        }
    }
}

/// The id of a request: a string or a number, in the sender's spelling.
package struct RPCID: JSONWritable, Hashable, Sendable {
    private let value: JSONBytes

    /// - Returns: nil for anything else.
    package init?(_ value: JSONBytes) {
        guard let first = value.bytes.first,
            first == UInt8(ascii: "\"") || first == UInt8(ascii: "-") || 0x30...0x39 ~= first
        else { return nil }
        self.value = value
    }

    package init(_ number: Int) { value = JSONBytes(number) }

    package func write(to writer: inout JSONWriter) { value.write(to: &writer) }
}

/// Why a request failed.
package struct RPCError: Error, JSONWritable, Equatable, Sendable {
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        /// Of the Language Server Protocol.
        case serverNotInitialized = -32002
        case requestCancelled = -32800
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code.rawValue)
        writer.member("message", message)
        writer.endObject()
    }
}

/// The messages that are sent, as JSON.
package enum RPCOutput {
    package static func result(_ result: some JSONWritable, id: RPCID) -> [UInt8] {
        JSONWriter.write { writer in
            writer.beginObject()
            writer.member("jsonrpc", "2.0")
            writer.member("id", id)
            writer.member("result", result)
            writer.endObject()
        }
    }

    /// - Parameter id: nil if the request's id could not be read.
    package static func failure(_ error: RPCError, id: RPCID?) -> [UInt8] {
        JSONWriter.write { writer in
            writer.beginObject()
            writer.member("jsonrpc", "2.0")
            writer.key("id")
            writer.write(id)
            writer.member("error", error)
            writer.endObject()
        }
    }

    package static func notification(_ method: String, _ params: some JSONWritable) -> [UInt8] {
        JSONWriter.write { writer in
            writer.beginObject()
            writer.member("jsonrpc", "2.0")
            writer.member("method", method)
            writer.member("params", params)
            writer.endObject()
        }
    }
}
