import Encodings
import JSON
package import JSONRPC
package import Recording
import Wire

/// A frame of a dialogue as an event of a cassette, and back ([The recording](../../../../protocols/rpc.md#the-recording)).
///
/// The ids of JSON-RPC do not do as correlation, because both sides may use the same.
package struct RecordedFrame: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case message(kind: RPCMessage.Kind, [UInt8])
        case noise([UInt8])
    }

    package var sender: RPCPeer
    package var id: String
    package var method: String?
    /// The id of the frame with the request that this belongs to.
    package var correlation: String?
    package var content: Content
    /// The header or the carriage return of the frame, if it is not what ``Framing/frame(_:)`` would write.
    package var wrapping: String?

    var isNoise: Bool { if case .noise = content { true } else { false } }

    static let wrappingAttribute = "rpcwrapping"

    /// The frame as a passage.
    /// - Parameter time: seconds since the recording began.
    package func passage(at time: Double) -> Passage {
        Passage(time: time, sender: sender.rawValue, receivers: [sender.other.rawValue], event: event)
    }

    /// The event's line without its LF.
    package var event: [UInt8] {
        var line = Array(#"{"specversion":"1.0""#.utf8)
        func append(_ key: String, _ value: String?) {
            guard let value else { return }
            line += #",""#.utf8
            line += key.utf8
            line += #"":"#.utf8
            JSONText.append(value, to: &line)
        }
        append("id", id)
        append("source", sender.rawValue)
        append("type", type)
        append("subject", method)
        append("correlationid", correlation)
        append(Self.wrappingAttribute, wrapping)
        line += #","data":"#.utf8
        switch content {
        case .message(.batch, let bytes): line += #"{"batch":"#.utf8 + bytes.onOneLine + [UInt8(ascii: "}")]
        case .message(_, let bytes): line += bytes.onOneLine
        case .noise(let bytes): line += Self.noise(bytes)
        }
        line.append(UInt8(ascii: "}"))
        return line
    }

    private var type: String {
        let direction = sender == .client ? "input" : "output"
        return switch content {
        case .message(let kind, _): "rpc.\(direction).\(kind.rawValue)"
        case .noise: "rpc.\(direction).noise"
        }
    }

    private static func noise(_ bytes: [UInt8]) -> [UInt8] {
        var output = Array(#"{"text":"#.utf8)
        guard !JSONText.append(validating: bytes, to: &output) else { return output + [UInt8(ascii: "}")] }
        return Array(#"{"base64":""#.utf8) + Base64.encode(bytes).utf8 + Array(#""}"#.utf8)
    }

    /// The data of bytes that are no message: one of the two.
    struct Noise: JSONReadable {
        var text: String?
        var base64: String?

        fileprivate var bytes: [UInt8] { text.map { Array($0.utf8) } ?? base64.flatMap(Base64.decode) ?? [] }
    }

    /// The data of a batch: an event's data are an object.
    struct Batch: JSONReadable {
        var batch: JSONBytes
    }
}

extension RecordedFrame {
    /// Nil for an event of anything else than a dialogue.
    package init?(event line: [UInt8]) {
        guard let event = try? Event(line: line.span), event.type.hasPrefix("rpc."),
            let sender = RPCPeer(rawValue: event.source),
            let kind = event.type.split(separator: ".").last.map(String.init)
        else { return nil }
        (self.sender, id, method, correlation) = (sender, event.id, event.subject, event.correlationID)
        wrapping = JSONSlices.member(Self.wrappingAttribute, of: line.span)
            .flatMap { JSONText.decode(line.span.extracting($0)) }
        if kind == RPCMessage.Kind.batch.rawValue, let batch = try? Batch(json: event.data) {
            content = .message(kind: .batch, batch.batch.bytes)
        } else if let kind = RPCMessage.Kind(rawValue: kind), kind != .batch {
            content = .message(kind: kind, event.data)
        } else if kind == "noise", let noise = try? Noise(json: event.data) {
            content = .noise(noise.bytes)
        } else {
            return nil
        }
    }
}
