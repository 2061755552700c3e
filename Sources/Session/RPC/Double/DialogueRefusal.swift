import JSON
import JSONRPC
import Recording

/// Messages that a double makes itself: errors in its protocol's envelope.
struct DialogueRefusal: JSONWritable {
    enum Code: Int {
        case methodNotFound = -32601
        case invalidParams = -32602
        case cancelled = -32800
        /// Of the Model Context Protocol of 2026.
        case unsupportedVersion = -32022
    }

    let code: Code
    let message: String
    /// The protocol's versions that are known instead, as JSON.
    var supported: [[UInt8]] = []

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code.rawValue)
        writer.member("message", message)
        if !supported.isEmpty { writer.member("data", Supported(versions: supported)) }
        writer.endObject()
    }

    /// The response to a request.
    /// - Parameter number: that of the message, in the Debug Adapter Protocol.
    func response(to request: FrameMessage, number: Int) -> [UInt8] {
        let id = JSONBytes(request.id ?? Array("null".utf8))
        return JSONWriter.write { writer in
            writer.beginObject()
            switch request.envelope {
            case .jsonRPC:
                writer.member("jsonrpc", "2.0")
                writer.member("id", id)
                writer.member("error", self)
            case .debugAdapter:
                writer.member("seq", number)
                writer.member("type", "response")
                writer.member("request_seq", id)
                writer.member("success", false)
                writer.member("command", request.method ?? "")
                writer.member("message", code == .cancelled ? "cancelled" : message)
            }
            writer.endObject()
        }
    }

    struct Supported: JSONWritable {
        let versions: [[UInt8]]

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.key("supported")
            writer.beginArray()
            for version in versions { writer.element(JSONBytes(version)) }
            writer.endArray()
            writer.endObject()
        }
    }
}

extension DialogueRefusal {
    static func unknown(_ method: String) -> DialogueRefusal {
        DialogueRefusal(code: .methodNotFound, message: "\(method) was not recorded")
    }

    static func differs(_ method: String, from name: String, at difference: JSONTree.Difference?) -> DialogueRefusal {
        let place = difference.map { "\($0)" } ?? "nowhere"
        return DialogueRefusal(
            code: .invalidParams,
            message: "\(method) was not recorded with these parameters; the nearest, \(name), differs at \(place)")
    }

    static func version(_ asked: [UInt8], recorded: [[UInt8]]) -> DialogueRefusal {
        DialogueRefusal(
            code: .unsupportedVersion,
            message: "the protocol's version \(String(decoding: asked, as: UTF8.self)) was not recorded",
            supported: recorded)
    }
}
