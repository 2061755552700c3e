package import JSONRPC
package import Platform

/// Changes a dialogue on its way. A relay with a stage forwards whole frames, and only what the stage lets pass: messages of at most
/// ``FrameReader/longestMessage`` bytes.
package protocol FrameStage {
    /// When ``proceed(at:)`` is due; nil for never.
    var deadline: Instant? { get }
    /// Whether the server does not get the end of its input.
    var withholdsEnd: Bool { get }
    /// Whether the server does not get signals that end it.
    var withholdsSignals: Bool { get }

    /// A frame, or bytes between frames, came from a side.
    mutating func receive(
        _ item: FrameReader.Item, from sender: RPCPeer, in framing: Framing, at now: Instant
    ) -> [FrameStep]
    mutating func proceed(at now: Instant) -> [FrameStep]
    /// A side will send nothing more.
    mutating func end(of sender: RPCPeer, at now: Instant) -> [FrameStep]
    /// The client sent us a signal that ends a process.
    mutating func signal(_ number: Int32, at now: Instant)
    /// The dialogue is over.
    /// - Returns: lines for the user.
    mutating func conclude(at now: Instant) -> [String]
}

extension FrameStage {
    package var deadline: Instant? { nil }
    package var withholdsEnd: Bool { false }
    package var withholdsSignals: Bool { false }
    package mutating func proceed(at now: Instant) -> [FrameStep] { [] }
    package mutating func end(of sender: RPCPeer, at now: Instant) -> [FrameStep] { [] }
    package mutating func signal(_ number: Int32, at now: Instant) {}
    package mutating func conclude(at now: Instant) -> [String] { [] }
}

/// What a stage makes of a frame.
package enum FrameStep: Equatable, Sendable {
    case send([UInt8], to: RPCPeer)
    /// The same byte many times, which are never in memory at once.
    case fill(UInt8, count: Int, to: RPCPeer)
    /// The relay ends with this code, and the server with it, once everything before is written.
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
            case .headers where wrapping.last == 0x0A: wrapping + [0x0A] + message
            case .headers: wrapping + Array("\r\n\r\n".utf8) + message
            }
        case .noise(let bytes, .cut): bytes
        case .noise(let bytes, _): bytes + [0x0A]
        case .tooLong: []
        }
    }
}

/// What a stage has decided and what is still to be done, for each side: a side that does not read stops what follows for it.
struct StepQueue {
    /// Bytes of one piece of a ``FrameStep/fill(_:count:to:)``.
    private static let piece = 1 << 16

    private var waiting: [RPCPeer: [FrameStep]] = [:]

    func isWaiting(for receiver: RPCPeer) -> Bool { waiting[receiver] != nil }

    mutating func append(_ step: FrameStep, for receiver: RPCPeer) { waiting[receiver, default: []].append(step) }

    /// Takes the next bytes for a side.
    mutating func next(for receiver: RPCPeer) -> [UInt8]? {
        guard var steps = waiting[receiver], let first = steps.first else { return nil }
        var bytes: [UInt8] = []
        switch first {
        case .send(let all, _):
            bytes = all
            steps.removeFirst()
        case .fill(let byte, let count, _):
            bytes = Array(repeating: byte, count: min(count, Self.piece))
            if count > bytes.count {
                steps[0] = .fill(byte, count: count - bytes.count, to: receiver)
            } else {
                steps.removeFirst()
            }
        case .exit, .report: steps.removeFirst()
        }
        waiting[receiver] = steps.isEmpty ? nil : steps
        return bytes
    }
}
