package import JSONRPC
import Platform

/// A frame of one side of a dialogue: its messages, and what they belong to.
package struct Observation: Sendable {
    /// A message, or an element of a batch.
    package struct Part: Sendable {
        package let message: RPCMessage
        package let relation: PendingCalls.Relation
    }

    /// Elements of a batch that are looked at.
    package static let mostOfBatch = 1000

    package let item: FrameReader.Item
    package let sender: RPCPeer
    /// The number of the frame among those of its sender.
    let number: Int
    /// Nil for what is not a message.
    package var kind: RPCMessage.Kind?
    /// One, or those of a batch.
    package var parts: [Part] = []
    /// Why the frame is not a message.
    package var problem: RPCMessage.Problem?

    /// A name that is unique in the dialogue: `client-1`.
    package var id: String { Self.name(sender, number) }

    /// The id of the observation with the request that this belongs to; nil for a batch.
    package var correlation: String? {
        kind == .batch ? nil : parts.first?.relation.request.map { Self.name($0.sender, $0.frame) }
    }

    private static func name(_ sender: RPCPeer, _ number: Int) -> String { "\(sender.rawValue)-\(number)" }
}

extension PendingCalls {
    /// Takes the next frame of a dialogue, whose two directions come in the order in which they were seen.
    mutating func observe(
        _ item: FrameReader.Item, from sender: RPCPeer, in framing: Framing, at now: Instant
    ) -> Observation {
        frames[sender] += 1
        var observation = Observation(item: item, sender: sender, number: frames[sender])
        guard case .message(let bytes, _) = item else { return observation }
        do throws(RPCMessage.Problem) {
            let message = try RPCMessage(bytes)
            observation.kind = message.kind
            if message.kind == .batch {
                var elements: [RPCMessage] = []
                for element in message.elements.prefix(Observation.mostOfBatch) {
                    elements.append(try RPCMessage(element))
                }
                for element in elements { add(element, to: &observation, framing, now) }
            } else {
                add(message, to: &observation, framing, now)
            }
        } catch {
            observation.problem = error
        }
        return observation
    }

    private mutating func add(
        _ message: RPCMessage, to observation: inout Observation, _ framing: Framing, _ now: Instant
    ) {
        let sender = observation.sender
        recognise(message, from: sender, in: framing)
        let relation = receive(message, from: sender, frame: observation.number, at: now)
        observation.parts.append(.init(message: message, relation: relation))
    }
}
