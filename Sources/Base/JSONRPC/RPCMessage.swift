package import JSON

/// A message between a client and a server, as the members of its JSON; the bytes stay as they came.
///
/// Two envelopes are known: JSON-RPC 2.0 (`id`, `method`, `params`, `result`, `error`) and that of the Debug Adapter Protocol (`seq`, `type`,
/// `command`, `request_seq`, `event`).
package struct RPCMessage: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case request, notification, response
        /// An array of messages (JSON-RPC 2.0, section 6).
        case batch
    }

    package enum Envelope: Sendable { case jsonRPC, debugAdapter }

    /// A text that is no message.
    package enum Problem: Error, Equatable, CustomStringConvertible, Sendable {
        case json(JSONError)
        case shape(String)

        package var description: String {
            switch self {
            case .json(let error): "the message is not valid JSON: \(error)"
            case .shape(let text): text
            }
        }

        /// The error that its sender gets.
        package var refusal: RPCError {
            switch self {
            case .shape: RPCError(RPCCode.invalidRequest, description)
            case .json(let error):
                switch error.problem {
                case .notUTF8, .malformed, .tooDeep: RPCError(RPCCode.parseError, description)
                case .missing, .null, .mismatch, .invalid: RPCError(RPCCode.invalidRequest, description)
                }
            }
        }
    }

    package let bytes: [UInt8]
    package let kind: Kind
    package let envelope: Envelope
    /// A request's own id, or that of the request that a response answers: a string or a number as it is spelled. Nil for a notification,
    /// a batch, and a response to what could not be read.
    package private(set) var id: [UInt8]?
    /// The method of a request or a notification; in the Debug Adapter Protocol also of a response.
    package private(set) var method: String?
    /// The ranges of `bytes` that hold the values; nil where the message has none.
    package private(set) var params: Range<Int>?
    package private(set) var result: Range<Int>?
    package private(set) var error: Range<Int>?
    package private(set) var idRange: Range<Int>?
    /// The range of the value of `jsonrpc`.
    package private(set) var version: Range<Int>?
    package private(set) var hasNullID = false

    /// The messages of a batch.
    package var elements: [[UInt8]] {
        kind == .batch ? (JSONSlices.elements(ofArray: bytes.span) ?? []).map { Array(bytes[$0]) } : []
    }

    package var isOfVersion2: Bool { version.map { bytes[$0].elementsEqual("\"2.0\"".utf8) } ?? false }

    package var isFailure: Bool { kind == .response && error != nil }

    package func text(_ range: Range<Int>?) -> [UInt8]? { range.map { Array(bytes[$0]) } }

    /// A value inside the parameters, as it is spelled.
    /// - Parameter path: member names with dots between them.
    package func value(at path: String) -> [UInt8]? {
        value(at: path.split(separator: ".").map(String.init), in: params)
    }

    /// A value inside a part of the message, as it is spelled.
    package func value(at names: [String], in part: Range<Int>?) -> [UInt8]? {
        guard var range = part else { return nil }
        for name in names {
            guard let found = JSONSlices.member(name, of: bytes.span.extracting(range)) else { return nil }
            range = range.lowerBound + found.lowerBound..<range.lowerBound + found.upperBound
        }
        return Array(bytes[range])
    }

    package func replacingID(with id: [UInt8]) -> [UInt8] {
        guard let idRange else { return bytes }
        return bytes[..<idRange.lowerBound] + id + bytes[idRange.upperBound...]
    }

    package init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        if bytes.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "[") {
            guard JSONSlices.elements(ofArray: bytes.span) != nil else { throw .shape("the batch is not valid JSON") }
            (kind, envelope) = (.batch, .jsonRPC)
            return
        }
        let members: Members
        do throws(JSONError) { members = try Members(bytes) } catch { throw .json(error) }
        if members["seq"] != nil, let type = members.string("type") {
            envelope = .debugAdapter
            (kind, id, idRange) = try Self.debugKind(type, members)
            method = members.string(kind == .notification ? "event" : "command")
            readDebugBody(members)
        } else {
            envelope = .jsonRPC
            method = members.string("method")
            (params, result, error) = (members["params"], members["result"], members["error"])
            version = members["jsonrpc"]
            hasNullID = members["id"].map { members.bytes[$0].first == UInt8(ascii: "n") } ?? false
            if !hasNullID, let range = members["id"] {
                guard Self.isID(members.bytes[range]) else { throw .shape("the id is neither a string nor a number") }
                (id, idRange) = (Array(members.bytes[range]), range)
            }
            if members["method"] != nil, method == nil { throw .shape("the method is not a string") }
            guard method != nil || result != nil || error != nil else {
                throw .shape("the message has neither a method nor a result nor an error")
            }
            kind = method == nil ? .response : id == nil ? .notification : .request
        }
        if kind != .response, method == nil { throw .shape("the message names no method") }
    }

    private mutating func readDebugBody(_ members: Members) {
        switch kind {
        case .request: params = members["arguments"]
        case .notification: params = members["body"]
        case .response where members["success"].map({ members.bytes[$0].first == UInt8(ascii: "f") }) ?? false:
            error = members["message"] ?? members["body"] ?? members["success"]
        case .response: result = members["body"] ?? members["success"]
        case .batch: break
        }
    }

    private static func debugKind(
        _ type: String, _ members: Members
    ) throws(Problem) -> (Kind, [UInt8]?, Range<Int>?) {
        func number(_ key: String) throws(Problem) -> Range<Int> {
            guard let range = members[key], isID(members.bytes[range]) else { throw .shape("\(key) is missing") }
            return range
        }
        switch type {
        case "request":
            let range = try number("seq")
            return (.request, Array(members.bytes[range]), range)
        case "response":
            let range = try number("request_seq")
            return (.response, Array(members.bytes[range]), range)
        case "event": return (.notification, nil, nil)
        default: throw .shape("\"\(type)\" is neither request, response nor event")
        }
    }

    private static func isID(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.first else { return false }
        return first == UInt8(ascii: "\"") || first == UInt8(ascii: "-") || 0x30...0x39 ~= first
    }

    /// The members of the outermost object.
    private struct Members {
        let bytes: [UInt8]
        private let ranges: [(key: String, value: Range<Int>)]
        /// Members beyond these are not looked at: no envelope has so many.
        private static let most = 64

        init(_ bytes: [UInt8]) throws(JSONError) {
            var found: [(key: String, value: Range<Int>)] = []
            found.reserveCapacity(8)
            try JSONSlices.visit(bytes.span) { key, member in
                if found.count < Self.most { found.append((key: key.text ?? "", value: member.value)) }
            }
            (self.bytes, ranges) = (bytes, found)
        }

        subscript(key: String) -> Range<Int>? { ranges.first { $0.key == key }?.value }

        func string(_ key: String) -> String? {
            self[key].flatMap { JSONText.decode(bytes.span.extracting($0)) }
        }
    }
}
