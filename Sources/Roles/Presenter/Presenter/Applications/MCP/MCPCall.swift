import Formatting
import JSON
import JSONRPC
import RPCMessages
import ViewMessages

/// A call of the session: its request and its result.
struct MCPCall: JSONCodable, Equatable {
    var number: Int
    /// The entry's id; a resource that a result links to has none.
    var entry: String?
    var title: String
    var method: String
    /// The parameters without secrets, which are neither kept nor shown.
    var params: JSONBytes?
    /// The entries of the form without secrets.
    var values: [String: FieldValue]?
    var hasSecrets: Bool = false
    /// The user action whose answer counts; nil once it has come.
    var awaited: String?
    /// The latest report of the server.
    var progress: String?
    var result: JSONBytes?
    var failure: RPCFailure?
    /// True if the user has seen its end.
    var isSeen: Bool = false
    /// True if the result was forgotten, to make room.
    var isForgotten: Bool = false

    var isRunning: Bool { awaited != nil }

    /// - Returns: "running", "failed", …, and what it means.
    func state(for reader: Reader) -> (text: String, tone: Tone?) {
        if isRunning { return (reader["running"], .accent) }
        if failure?.code == RPCCode.cancelled { return (reader["cancelled"], .muted) }
        if failure != nil { return (reader["failed"], .danger) }
        guard let result else { return (reader["done"], .muted) }
        return MCPResult(result.bytes, for: reader).isFailure ? (reader["failed"], .danger) : (reader["done"], .success)
    }

    /// The arguments in a line.
    var arguments: String {
        guard let params, let range = JSONSlices.member("arguments", of: params.bytes.span) else {
            return params.flatMap { try? MCPCallTarget(json: $0.bytes) }?.uri ?? ""
        }
        return String(decoding: params.bytes[range].prefix(300), as: UTF8.self)
    }
}

/// The members of the parameters of `resources/read`.
struct MCPCallTarget: JSONCodable {
    var uri: String
}

/// The calls of the session, the newest last.
struct MCPHistory: JSONCodable, Equatable {
    var calls: [MCPCall] = []
    var count: Int = 0

    static let mostCalls = 200
    /// The part of a line, in eighths, that all results may have. With the catalogue, they have to fit into one.
    static let shareOfResults = 2

    subscript(number: Int?) -> MCPCall? {
        get { calls.first { $0.number == number } }
        set {
            guard let place = calls.firstIndex(where: { $0.number == number }), let newValue else { return }
            calls[place] = newValue
        }
    }

    func awaiting(_ correlation: String?) -> MCPCall? {
        correlation.flatMap { correlation in calls.last { $0.awaited == correlation } }
    }

    mutating func begin(_ call: MCPCall) -> MCPCall {
        count += 1
        var call = call
        call.number = count
        calls.append(call)
        if calls.count > Self.mostCalls { calls.removeFirst() }
        return call
    }

    /// Forgets the oldest results and arguments beyond ``shareOfResults``, but nothing of the newest call.
    /// - Parameter lineLimit: bytes of a line of the session.
    mutating func makeRoom(lineLimit: Int) {
        var room = lineLimit / 8 * Self.shareOfResults
        for place in calls.indices.reversed() {
            let asked = 2 * (calls[place].params?.bytes.count ?? 0)
            let result = calls[place].result?.bytes.count ?? 0
            room -= asked + result
            guard room < 0, place < calls.count - 1, !calls[place].isRunning else { continue }
            if calls[place].result != nil { calls[place].isForgotten = true }
            calls[place].result = nil
            room += result
            guard room < 0 else { continue }
            (calls[place].params, calls[place].values) = (nil, nil)
            room += asked
        }
    }
}

extension RPCFailure {
    /// Bytes of the data that a screen shows.
    static let longestData = 16 << 10

    /// The part that a screen shows.
    var short: RPCFailure {
        let isShown = data.map { $0.bytes.count <= Self.longestData && $0.bytes != Array("null".utf8) } ?? false
        return RPCFailure(code: code, message: String(message.prefix(2000)), data: isShown ? data : nil)
    }
}

/// The alert for a call without a result: the reason, and what to do.
enum MCPFailureText {
    static func alert(_ failure: RPCFailure, of title: String, for reader: Reader) -> AlertText? {
        let message: String
        switch failure.code {
        case RPCCode.cancelled: return nil
        case RPCCode.ended:
            message =
                reader("%. It is being started again; what was entered is kept.", failure.message.capitalizingFirst)
        case RPCCode.tooLarge:
            message = reader(
                "%. Ask for less, or raise line_limit in the compose file.", failure.message.capitalizingFirst)
        case RPCCode.invalidParams: message = reader("The server refuses the arguments: %", failure.message)
        default: message = reader("The server answers with the error %: %", "\(failure.code)", failure.message)
        }
        return AlertText(
            title: reader("“%” has no result", title), message: String(message.prefix(2000)), isFailure: true,
            offersRetry: true)
    }
}
