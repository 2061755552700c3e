package import JSON

/// Codes of errors: JSON-RPC's own, those of its protocols, and those of `viperline rpc`.
package enum RPCCode {
    package static let parseError = -32700
    package static let invalidRequest = -32600
    package static let methodNotFound = -32601
    package static let invalidParams = -32602
    /// The Language Server Protocol's for a request before `initialize`; of `viperline lsp`.
    package static let serverNotInitialized = -32002
    /// The Language Server Protocol's for a request that its client has cancelled.
    package static let cancelled = -32800
    /// The Model Context Protocol's of 2026, with `supported` in its data.
    package static let unsupportedVersion = -32022
    /// The server has ended.
    package static let ended = -32000
    /// The answer does not fit into a line of the bus.
    package static let tooLarge = -32001
    /// Too many open requests, or a server that does not read them; of `viperline rpc serve`, whose errors go to the bus and never to a
    /// client of the Language Server Protocol, where the number means ``serverNotInitialized``.
    package static let overloaded = -32002
    /// The request may have been carried out before, by another process.
    package static let repeated = -32003
    /// The answer is one that other clients refuse.
    package static let malformed = -32004
    /// A list has not come in time.
    package static let timedOut = -32005
}

/// Why a request failed.
package struct RPCError: Error, JSONWritable, Equatable, Sendable {
    package let code: Int
    package let message: String
    package let data: JSONBytes?

    package init(_ code: Int, _ message: String, data: JSONBytes? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code)
        writer.member("message", message)
        writer.member("data", data)
        writer.endObject()
    }
}

/// Messages to send, as JSON.
package enum RPCOutput {
    package static func request(_ id: Int, _ method: String, _ params: [UInt8]?) -> [UInt8] {
        message(#""id":\#(id),"#, method, params)
    }

    package static func notification(_ method: String, _ params: [UInt8]?) -> [UInt8] { message("", method, params) }

    private static func message(_ id: String, _ method: String, _ params: [UInt8]?) -> [UInt8] {
        let params = params.map { #","params":"#.utf8 + $0 } ?? []
        return #"{"jsonrpc":"2.0",\#(id)"method":"#.utf8 + method.json + params + [UInt8(ascii: "}")]
    }

    /// - Parameter id: as the request has it.
    package static func result(_ result: [UInt8], id: [UInt8]) -> [UInt8] { response(id, #""result":"#, result) }

    /// - Parameter id: nil if the request's could not be read.
    package static func failure(_ error: some JSONWritable, id: [UInt8]?) -> [UInt8] {
        response(id ?? Array("null".utf8), #""error":"#, error.json)
    }

    private static func response(_ id: [UInt8], _ key: String, _ value: [UInt8]) -> [UInt8] {
        #"{"jsonrpc":"2.0","id":"#.utf8 + id + ",\(key)".utf8 + value + [UInt8(ascii: "}")]
    }

    /// A response in the Debug Adapter Protocol.
    /// - Parameters:
    ///   - sequence: the number of the message.
    ///   - rest: its other members.
    package static func debugResponse(
        to id: [UInt8], _ command: String, sequence: [UInt8], isSuccess: Bool, _ rest: String
    ) -> [UInt8] {
        var bytes = #"{"seq":"#.utf8 + sequence + #","type":"response","request_seq":"#.utf8
        bytes += id + #","success":\#(isSuccess),"command":"#.utf8
        return bytes + command.json + ",\(rest)}".utf8
    }
}

extension RPCMessage {
    /// The response to this request that refuses it.
    /// - Parameter number: that of the response, in the Debug Adapter Protocol.
    package func refusal(_ error: RPCError, number: Int = 0) -> [UInt8] {
        guard envelope == .debugAdapter else { return RPCOutput.failure(error, id: id) }
        let text = error.code == RPCCode.cancelled ? "cancelled" : error.message
        return RPCOutput.debugResponse(
            to: id ?? Array("null".utf8), method ?? "", sequence: Array("\(number)".utf8), isSuccess: false,
            #""message":\#(String(decoding: text.json, as: UTF8.self))"#)
    }
}
