import JSON
package import JSONRPC

/// A reason for other programs to refuse a message that can be read nevertheless.
package enum EnvelopeFault: String, Error, CaseIterable, Sendable {
    case noVersion = "the message has no \"jsonrpc\": \"2.0\""
    case otherVersion = "\"jsonrpc\" is not \"2.0\""
    case nullID = "the id of a request is null"
    case fractionalID = "the id is a number, but not an integer"
    case paramsAreScalar = "the params are neither an object nor an array"
    case paramsAreNoObject = "the params are not an object"
    case resultIsNoObject = "the result is not an object"
    case resultAndError = "the response has both a result and an error"
    case errorIsNoObject = "the error is not an object"
    case noCode = "the error has no code that is an integer"
    case noText = "the error has no message that is a text"
    /// A fault of the Debug Adapter Protocol, as the next two.
    case noNumber = "seq is not a number"
    case noSuccess = "the response has no \"success\" that is true or false"
    case noCommand = "the response names no command"
}

extension RPCMessage {
    /// The first fault of its envelope; nil for a batch, whose messages have their own.
    package func fault(in table: DialogueProtocol) -> EnvelopeFault? {
        guard kind != .batch else { return nil }
        return envelope == .debugAdapter ? debugFault : rpcFault(table.demandsObjects)
    }

    private var debugFault: EnvelopeFault? {
        func first(of key: String) -> UInt8? { value(at: [key], in: bytes.indices)?.first }
        if !Self.isNumber(first(of: "seq")) { return .noNumber }
        guard kind == .response else { return nil }
        let success = first(of: "success")
        if success != UInt8(ascii: "t"), success != UInt8(ascii: "f") { return .noSuccess }
        return method == nil ? .noCommand : nil
    }

    private func rpcFault(_ demandsObjects: Bool) -> EnvelopeFault? {
        guard version != nil else { return .noVersion }
        guard isOfVersion2 else { return .otherVersion }
        if hasNullID, method != nil { return .nullID }
        if let id, Self.isNumber(id.first), !id.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }) {
            return .fractionalID
        }
        if let params {
            let first = bytes[params.lowerBound]
            if demandsObjects, first != UInt8(ascii: "{") { return .paramsAreNoObject }
            // Many clients of language servers write null for none.
            let isNone = first == UInt8(ascii: "n")
            if !isNone, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") { return .paramsAreScalar }
        }
        guard kind == .response else { return nil }
        if let error { return result == nil ? errorFault(error) : .resultAndError }
        return demandsObjects && result.map { bytes[$0.lowerBound] } != UInt8(ascii: "{") ? .resultIsNoObject : nil
    }

    private func errorFault(_ range: Range<Int>) -> EnvelopeFault? {
        guard bytes[range.lowerBound] == UInt8(ascii: "{") else { return .errorIsNoObject }
        guard let code = value(at: ["code"], in: range), (try? Int(json: code)) != nil else { return .noCode }
        return value(at: ["message"], in: range)?.first == UInt8(ascii: "\"") ? nil : .noText
    }

    private static func isNumber(_ first: UInt8?) -> Bool {
        first.map { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 } ?? false
    }
}
