import JSON
import JSONRPC
import Recording

/// Errors that a double makes itself.
extension RPCError {
    static func unknown(_ method: String) -> RPCError {
        RPCError(RPCCode.methodNotFound, "\(method) was not recorded")
    }

    static func differs(_ method: String, from name: String, at difference: JSONTree.Difference?) -> RPCError {
        let place = difference.map { "\($0)" } ?? "nowhere"
        return RPCError(
            RPCCode.invalidParams,
            "\(method) was not recorded with these parameters; the nearest, \(name), differs at \(place)")
    }

    /// - Parameter recorded: the versions that are known instead, as JSON.
    static func version(_ asked: [UInt8], recorded: [[UInt8]]) -> RPCError {
        RPCError(
            RPCCode.unsupportedVersion,
            "the protocol's version \(String(decoding: asked, as: UTF8.self)) was not recorded",
            data: recorded.isEmpty ? nil : JSONBytes(["supported": recorded.map(JSONBytes.init)]))
    }
}
