package import JSONRPC

/// A part of what a relay does with a frame that a fault may strike.
package enum FrameStep: Equatable, Sendable {
    case send([UInt8], to: RPCPeer)
    /// One byte many times, which are never in memory at once.
    case fill(UInt8, count: Int, to: RPCPeer)
    /// The relay ends with this code, and the server with it, once everything before is written.
    case exit(Int32)
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

/// Steps that are still to be done, for each side: a side that does not read stops what follows for it.
struct StepQueue {
    /// Bytes of one piece of a ``FrameStep/fill(_:count:to:)``.
    private static let piece = 1 << 16

    private var waiting = ForEachPeer<[FrameStep]>([])

    func isWaiting(for receiver: RPCPeer) -> Bool { !waiting[receiver].isEmpty }

    mutating func append(_ step: FrameStep, for receiver: RPCPeer) { waiting[receiver].append(step) }

    /// Takes the next bytes for a side.
    mutating func next(for receiver: RPCPeer) -> [UInt8]? {
        guard !waiting[receiver].isEmpty else { return nil }
        switch waiting[receiver].removeFirst() {
        case .send(let all, _): return all
        case .fill(let byte, let count, _):
            let size = min(count, Self.piece)
            if count > size { waiting[receiver].insert(.fill(byte, count: count - size, to: receiver), at: 0) }
            return Array(repeating: byte, count: size)
        case .exit: return []
        }
    }
}
