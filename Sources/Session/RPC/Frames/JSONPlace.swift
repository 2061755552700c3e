import JSON
import JSONRPC

/// A value inside the parameters of a message, by its path.
enum JSONPlace {
    /// - Parameter path: member names with dots between them.
    /// - Returns: the value as it is spelled.
    static func value(at path: String, in message: RPCMessage) -> [UInt8]? {
        value(at: path.split(separator: ".").map(String.init), in: message)
    }

    static func value(at steps: [String], in message: RPCMessage) -> [UInt8]? {
        guard var range = message.params else { return nil }
        for step in steps {
            guard let found = JSONSlices.member(step, of: message.bytes.span.extracting(range)) else {
                return nil
            }
            range = range.lowerBound + found.lowerBound..<range.lowerBound + found.upperBound
        }
        return Array(message.bytes[range])
    }
}
