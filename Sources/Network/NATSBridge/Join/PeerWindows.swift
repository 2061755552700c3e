import JSON
import Platform
import Wire

/// How far the other joins are behind this one's lines. The server keeps only the newest messages, so a join takes no new lines from
/// its bus before a slow or absent peer could miss any.
struct PeerWindows {

    /// A peer's backlog, in a snapshot.
    struct Backlog: JSONCodable, Equatable {
        var position: UInt64
        var lines: Int
        var bytes: Int
    }

    private struct Window {
        /// Nil until the peer reports.
        var takes: [MessagePattern]?
        var matches: [String: Bool] = [:]
        /// Oldest first; each is one or more lines, up to a position.
        var backlog: [Backlog] = []
        var front = 0
        var lines = 0
        var bytes = 0
        var heardAt: Instant

        var isFull: Bool { lines >= PeerWindows.mostLines || bytes >= PeerWindows.mostBytes }

        mutating func takes(_ type: String) -> Bool {
            guard let takes else { return false }
            if let known = matches[type] { return known }
            let isTaken = takes.contains { $0.matches(type) }
            matches[type] = isTaken
            return isTaken
        }

        mutating func append(_ position: UInt64, bytes count: Int) {
            lines += 1
            bytes += count
            if backlog.count > front, backlog[backlog.count - 1].lines < PeerWindows.together {
                backlog[backlog.count - 1].position = position
                backlog[backlog.count - 1].lines += 1
                backlog[backlog.count - 1].bytes += count
            } else {
                backlog.append(Backlog(position: position, lines: 1, bytes: count))
            }
        }

        mutating func confirm(_ position: UInt64) {
            while front < backlog.count, backlog[front].position <= position {
                lines -= backlog[front].lines
                bytes -= backlog[front].bytes
                front += 1
            }
            if front == backlog.count {
                backlog.removeAll(keepingCapacity: true)
                front = 0
            } else if front > 256 {
                backlog.removeFirst(front)
                front = 0
            }
        }
    }

    private var windows: [String: Window] = [:]
    private let sender: SenderID

    /// Lines of this join that a peer has not taken. The stream has room for this many from each of sixteen joins
    /// (``JoinStreams/mostMessages``).
    static let mostLines = 4096
    static let mostBytes = 4 << 20
    /// After this silence, a peer no longer holds up the others.
    static let forgetsAfter = JoinStreams.forgetsAfter
    private static let mostCounted = 1 << 40
    /// Lines counted as one.
    static let together = 32

    init(sender: SenderID, backlogs: [String: Backlog] = [:], at now: Instant) {
        self.sender = sender
        for (name, backlog) in backlogs.prefix(Peers.mostPeers) {
            let (lines, bytes) = (
                min(max(0, backlog.lines), Self.mostCounted), min(max(0, backlog.bytes), Self.mostCounted)
            )
            let backlog = Backlog(position: backlog.position, lines: lines, bytes: bytes)
            windows[name] = Window(backlog: [backlog], lines: backlog.lines, bytes: backlog.bytes, heardAt: now)
        }
    }

    var hasRoom: Bool { !windows.values.contains { $0.isFull } }

    /// Peers that hold up this join.
    var full: [String] { windows.filter(\.value.isFull).keys.sorted() }

    /// Notes that a line of this join is on its way.
    mutating func append(_ position: UInt64, type: String, bytes: Int) {
        for name in windows.keys where windows[name]?.takes(type) ?? false {
            windows[name]?.append(position, bytes: bytes)
        }
    }

    /// A peer reports its progress.
    mutating func handle(_ record: JoinRecord, of name: String, at now: Instant) {
        guard !record.hasLeft else {
            windows[name] = nil
            return
        }
        guard windows[name] != nil || windows.count < Peers.mostPeers else { return }
        var window = windows[name] ?? Window(heardAt: now)
        let takes = record.takes.map(MessagePattern.init)
        if window.takes != takes {
            // The peer's progress in its previous types is unknown.
            if window.takes != nil { window = Window(heardAt: now) }
            (window.takes, window.matches) = (takes, [:])
        }
        window.heardAt = now
        if let position = record.progress.senders[sender.name]?.positions[sender.incarnation] {
            window.confirm(position)
        }
        windows[name] = window
    }

    mutating func forgetSilent(at now: Instant) {
        for name in windows.filter({ now - $0.value.heardAt >= Self.forgetsAfter }).keys { windows[name] = nil }
    }

    /// The backlog for a successor: lines up to a position that the server has. The bus sends the successor the others again.
    func backlogs(upTo stored: UInt64) -> [String: Backlog] {
        windows.compactMapValues { window in
            var sum: Backlog?
            for chunk in window.backlog[window.front...] where chunk.position <= stored {
                sum = Backlog(
                    position: chunk.position, lines: chunk.lines + (sum?.lines ?? 0),
                    bytes: chunk.bytes + (sum?.bytes ?? 0))
            }
            return sum
        }
    }
}
