package import JSONRPC
package import Platform

/// Changes a dialogue on its way. A relay with a stage forwards whole frames, and only what the stage lets pass: messages of at most
/// ``FrameReader/longestMessage`` bytes.
package protocol FrameStage {
    /// When ``proceed(at:)`` is due; nil for never.
    var deadline: Instant? { get }
    /// Whether the server gets neither the end of its input nor signals that end it.
    var withholdsEnd: Bool { get }

    /// A frame, or bytes between frames, came from a side.
    mutating func receive(
        _ item: FrameReader.Item, from sender: RPCPeer, in framing: Framing, at now: Instant
    ) -> [FrameStep]
    mutating func proceed(at now: Instant) -> [FrameStep]
    /// A side will send nothing more.
    mutating func end(of sender: RPCPeer, at now: Instant) -> [FrameStep]
}

extension FrameStage {
    package var deadline: Instant? { nil }
    package var withholdsEnd: Bool { false }
    package mutating func proceed(at now: Instant) -> [FrameStep] { [] }
    package mutating func end(of sender: RPCPeer, at now: Instant) -> [FrameStep] { [] }
}

/// What a stage makes of a frame.
package enum FrameStep: Equatable, Sendable {
    case send([UInt8], to: RPCPeer)
    /// The relay ends with this code, and the server with it.
    case exit(Int32)
    /// For the user, on stderr.
    case report(String)
}

extension FrameReader.Item {
    /// The bytes of the frame as it came; of noise, what is left of it. Empty for a message that was too long to be kept.
    package func bytes(in framing: Framing) -> [UInt8] {
        switch self {
        case .message(let message, let wrapping):
            switch framing {
            case .lines: message + wrapping + [0x0A]
            case .headers: wrapping + Array("\r\n\r\n".utf8) + message
            }
        case .noise(let bytes, .cut): bytes
        case .noise(let bytes, _): bytes + [0x0A]
        case .tooLong: []
        }
    }
}
