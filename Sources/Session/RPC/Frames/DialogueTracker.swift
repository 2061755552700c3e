package import JSONRPC
import Recording

/// What one side of a dialogue has sent: its messages, and what they belong to.
package struct Observation: Sendable {
    /// A message, or an element of a batch.
    package struct Part: Sendable {
        package let message: RPCMessage
        package let relation: PendingCalls.Relation
    }

    package let item: FrameReader.Item
    package let sender: RPCPeer
    /// Unique in the dialogue: `client-1`.
    package let id: String
    /// Nil for what is not a message.
    package var kind: RPCMessage.Kind?
    /// One, or those of a batch.
    package var parts: [Part] = []
    /// Why the frame is not a message.
    package var problem: RPCMessage.Problem?
    /// The id of the observation with the request that this belongs to.
    package var correlation: String?
}

/// Follows a dialogue, whose two directions it gets in the order in which they were seen. Finds the protocol in the client's messages,
/// unless it is given.
package struct DialogueTracker: Sendable {
    /// Elements of a batch that are looked at.
    package static let mostOfBatch = 1000

    package private(set) var table: DialogueProtocol
    /// Whether the protocol is known, and not only assumed.
    package private(set) var isDecided: Bool
    private var open: PendingCalls
    private var counts: [RPCPeer: Int] = [:]
    /// The observations of requests, by the requests' numbers.
    private var observations = RecentMap<Int, String>(capacity: PendingCalls.most)

    /// - Parameter table: nil to find it.
    package init(_ table: DialogueProtocol?) {
        isDecided = table != nil
        self.table = table ?? .jsonRPC
        open = PendingCalls(self.table)
    }

    /// Requests without a response, the oldest first.
    package var unanswered: [PendingCalls.Request] { open.all }

    package mutating func receive(
        _ item: FrameReader.Item, from sender: RPCPeer, in framing: Framing
    ) -> Observation {
        counts[sender, default: 0] += 1
        let id = "\(sender.rawValue)-\(counts[sender, default: 0])"
        var observation = Observation(item: item, sender: sender, id: id)
        guard case .message(let bytes, _) = item else { return observation }
        do throws(RPCMessage.Problem) {
            let message = try RPCMessage(bytes)
            observation.kind = message.kind
            if message.kind == .batch {
                observation.parts = try elements(of: message).map { part($0, from: sender, in: framing, id) }
            } else {
                let part = part(message, from: sender, in: framing, id)
                observation.parts = [part]
                observation.correlation = correlation(of: part.relation)
            }
        } catch {
            observation.problem = error
        }
        return observation
    }

    private func elements(of batch: RPCMessage) throws(RPCMessage.Problem) -> [RPCMessage] {
        var messages: [RPCMessage] = []
        for element in batch.elements.prefix(Self.mostOfBatch) { messages.append(try RPCMessage(element)) }
        return messages
    }

    private mutating func part(
        _ message: RPCMessage, from sender: RPCPeer, in framing: Framing, _ id: String
    ) -> Observation.Part {
        if !isDecided, sender == .client, let spoken = DialogueProtocol.spoken(by: message, in: framing) {
            (table, open.table, isDecided) = (spoken, spoken, true)
        }
        let relation = open.receive(message, from: sender)
        switch relation {
        case .request(let request), .repeatedID(let request, _): observations[request.number] = id
        default: break
        }
        return Observation.Part(message: message, relation: relation)
    }

    private func correlation(of relation: PendingCalls.Relation) -> String? {
        switch relation {
        case .request(let request), .repeatedID(let request, _), .response(let request), .cancellation(let request?),
            .progress(let request?):
            observations[request.number]
        case .strayResponse, .cancellation(nil), .progress(nil), .notification, .batch: nil
        }
    }
}
