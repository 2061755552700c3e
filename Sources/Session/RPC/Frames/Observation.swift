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
    /// A name that is unique in the dialogue: `client-1`.
    package let id: String
    /// Nil for what is not a message.
    package var kind: RPCMessage.Kind?
    /// One, or those of a batch.
    package var parts: [Part] = []
    /// Why the frame is not a message.
    package var problem: RPCMessage.Problem?

    /// The id of the observation with the request that this belongs to; nil for a batch.
    package var correlation: String? { kind == .batch ? nil : parts.first?.relation.request?.frame }
}

extension PendingCalls {
    /// Takes the next frame of a dialogue, whose two directions come in the order in which they were seen.
    mutating func observe(
        _ item: FrameReader.Item, from sender: RPCPeer, in framing: Framing, at now: Instant
    ) -> Observation {
        frames[sender, default: 0] += 1
        var observation = Observation(
            item: item, sender: sender, id: "\(sender.rawValue)-\(frames[sender, default: 0])")
        guard case .message(let bytes, _) = item else { return observation }
        do throws(RPCMessage.Problem) {
            let message = try RPCMessage(bytes)
            observation.kind = message.kind
            var messages = message.kind == .batch ? [] : [message]
            for element in message.elements.prefix(Observation.mostOfBatch) { messages.append(try RPCMessage(element)) }
            for message in messages {
                recognise(message, from: sender, in: framing)
                let relation = receive(message, from: sender, frame: observation.id, at: now)
                observation.parts.append(.init(message: message, relation: relation))
            }
        } catch {
            observation.problem = error
        }
        return observation
    }
}
