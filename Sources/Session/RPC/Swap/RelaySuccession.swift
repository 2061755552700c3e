import JSONRPC
import Platform
import Processes

/// The relay's part in giving a dialogue another server.
extension DialogueRelay {
    /// True if the client may send more, and wants a server.
    var isOpen: Bool { client.input != nil && !client.isGone && (life == .open || life == .replacing) }

    func succeed(at now: Instant) {
        guard let succession else { return }
        let isOpen = isOpen
        if life == .open, let outcome = server.outcome, server.outputNumber == nil {
            life = succession.replaces(outcome, isOpen: isOpen, at: now) ? .replacing : .lost
        }
        let (framing, table) = (inspector.framing, inspector.table)
        if let successor = succession.proceed(server, in: framing, table, isOpen: isOpen, at: now) {
            adopt(successor, at: now)
        } else if life == .replacing, !isOpen || !succession.isRehearsing {
            life = .lost
        }
        for text in succession.takeReports() { offer(text) }
    }

    private func adopt(_ successor: Successor, at now: Instant) {
        guard let succession else { return }
        finishReading(at: now)
        let (framing, table) = (inspector.framing, inspector.table)
        let changes = successor.changes(since: succession.history, in: table)
        let old = server
        server = successor.process
        if life == .replacing || life == .lost { life = .open }
        hasEnded.remove(.server)
        inspector.beginServer(successor.reader)
        let consequences = succession.replace(old, by: successor, in: table, at: now)
        for refusal in consequences.refused { tell(refusal, in: framing, at: now) }
        for item in successor.held {
            process(inspector.observe(succession.renamed(item), from: .server, at: now), at: now)
        }
        for method in changes {
            tell(RPCOutput.notification(method, nil), in: framing, at: now)
        }
        for message in consequences.resent { send(framing.frame(message), to: .server) }
    }

    /// Reads the rest of the old server's output, which is for the client.
    private func finishReading(at now: Instant) {
        var rounds = 0
        while server.outputNumber != nil, !client.isBehind, rounds < 16 {
            rounds += 1
            guard readServer(at: now) > 0 else { return }
        }
    }

    /// Sends the client a message in the server's place.
    private func tell(_ message: [UInt8], in framing: Framing, at now: Instant) {
        inspector.observe(.message(message, wrapping: framing.wrapping(of: message.count)), from: .server, at: now)
        send(framing.frame(message), to: .client)
    }
}
