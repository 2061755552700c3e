import JSON
import Platform
import Wire

/// Lines with secrets of forms. They rest on no server: the stream has an empty message in their place, and the receivers ask this join
/// for them, as long as it lives.
struct DirectLines {

    private struct Kept {
        let type: String
        let bytes: [UInt8]
        let since: Instant
    }

    /// Lines by position.
    private var lines: [UInt64: Kept] = [:]
    private var bytes = 0

    static let mostLines = 64
    static let mostBytes = 4 << 20
    static let keepsFor = Duration.seconds(600)
    /// The header of the answer to a request for a line that is not kept.
    static let goneHeader = "Viperline-Gone"

    /// True if a line is a submitted form with secrets.
    static func isSecret(_ line: BusLine) -> Bool {
        // The view may have any name on the bus.
        guard line.type.hasSuffix(".output.didSubmit"), let layout = try? EnvelopeScanner.scan(line.bytes.span),
            let data = layout[.data]
        else { return false }
        let found = try? JSONReader.read(Array(line.bytes[data]).span) { reader throws(JSONError) in
            var found = false
            _ = try reader.beginObject()
            while let key = try reader.nextKey() {
                if case "secrets" = key { found = true }
                _ = try reader.skipValue()
            }
            return found
        }
        return found ?? true
    }

    mutating func append(_ line: BusLine, at position: UInt64, _ now: Instant) {
        forgetOld(at: now)
        lines[position] = Kept(type: line.type, bytes: line.bytes, since: now)
        bytes += line.bytes.count
        while lines.count > Self.mostLines || bytes > Self.mostBytes, let oldest = lines.keys.min() { drop(oldest) }
    }

    mutating func forgetOld(at now: Instant) {
        for (position, kept) in lines where now - kept.since >= Self.keepsFor { drop(position) }
    }

    private mutating func drop(_ position: UInt64) {
        bytes -= lines.removeValue(forKey: position)?.bytes.count ?? 0
    }

    /// Answers another join that asks for a line, in whose type it may receive.
    /// - Returns: nil if the message is not a request.
    func answer(_ message: NATSMessage, type: Substring, from sender: SenderID) -> NATSMessage? {
        // The server permits an answer anywhere: it must not reach a stream.
        guard let reply = message.reply, reply.hasPrefix("_INBOX.") else { return nil }
        let words = String(decoding: message.payload.prefix(256), as: UTF8.self).split(separator: " ")
        guard words.count == 2, let position = LineStamp.number(words[1]) else { return nil }
        guard words[0] == sender.incarnation, let kept = lines[position], kept.type == type else {
            return NATSMessage(reply, headers: [NATSHeader(Self.goneHeader, "1")])
        }
        return CloudEventsBinding.message(kept.bytes, on: reply)
    }
}

/// A line that a sender is asked for, because the server must not store it. Later ones of that sender wait.
struct DirectRequest {
    let stamp: LineStamp
    let type: String
    let origin: LineOrigin
    private let since: Instant
    private var askedAt: Instant?

    static let patience = Duration.seconds(30)
    static let asksEvery = Duration.seconds(1)

    init(_ stamp: LineStamp, type: String, origin: LineOrigin, at now: Instant) {
        (self.stamp, self.type, self.origin, since) = (stamp, type, origin, now)
    }

    /// - Parameter subject: the one that the sender reads.
    mutating func due(at now: Instant, subject: String, reply: String) -> NATSMessage? {
        guard !isOver(at: now), askedAt.map({ now - $0 >= Self.asksEvery }) ?? true else { return nil }
        askedAt = now
        return NATSMessage(subject, reply: reply, payload: Array("\(stamp.incarnation) \(stamp.position)".utf8))
    }

    /// True once the time for an answer is over, and the line counts as lost.
    func isOver(at now: Instant) -> Bool { now - since >= Self.patience }

    /// Asks again after a reconnect.
    mutating func askAgain() { askedAt = nil }

    var deadline: Instant { askedAt.map { min($0 + Self.asksEvery, since + Self.patience) } ?? since }
}
