import Composition
import Wire

/// A service as the bus sees it: what it may say, what it hears, and what waits on either side.
final class Port {
    let index: Int
    let name: String
    let sends: [MessagePattern]
    let receives: [MessagePattern]
    /// Who could send to it: asked in every round, so it is found out once.
    var senders: [Port] = []
    /// What it has written and the bus has not routed yet.
    var inbox: LineBuffer
    let inboxLimit: Int
    /// What it is to read.
    var outbox = Outbox()
    /// The heads that its lines have had so far, the last one used in front.
    var lanes: [Lane] = []
    /// The receivers that it has to wait for before it is read from again.
    var waitsFor: Set<Int> = []
    /// Its pipe is full: no use in writing before `poll` says so.
    var isBehind = false
    /// Nobody reads its input any more.
    var isDeaf = false
    /// It will not write any more.
    var isMute = false
    /// What a process that takes the place of this one's will need.
    var journal: Journal
    /// How many events of a replayed process are still to be dropped: its predecessor's have been passed on.
    var linesToDrop = 0
    /// The first that its process is sent is a state of an earlier one.
    private(set) var isRestored = false
    /// The last lines in and out, for the diagnosis of its end.
    var lastRead = LastLine()
    var lastWritten = LastLine()
    private(set) var read = Traffic()
    private(set) var written = Traffic()
    private var completed = 0

    init(index: Int, service: Service, lineLimit: Int) {
        self.index = index
        name = service.name
        sends = service.sends
        receives = service.receives
        inbox = LineBuffer(limit: lineLimit)
        inboxLimit = lineLimit
        journal = Journal(service.recovery)
    }

    func maySend(_ type: String) -> Bool { sends.contains { $0.matches(type) } }
    func hears(_ type: String) -> Bool { receives.contains { $0.matches(type) } }

    /// Whether any type that `self` may send is one that `other` hears.
    func reaches(_ other: Port) -> Bool {
        other !== self && sends.contains { sent in other.receives.contains { $0.overlaps(sent) } }
    }

    /// It has said what passes.
    func said(_ run: LineRun) {
        lastWritten.note(run.bytes)
        written.add(lines: run.count, bytes: run.bytes.count)
    }

    /// Puts lines of one type where the service will read them.
    /// - Parameter key: what makes it a state that replaces an older one.
    func queue(_ run: LineRun, of type: String, as key: Outbox.StateKey?) {
        lastRead.note(run.bytes)
        read.add(lines: run.count, bytes: run.bytes.count)
        if let key {
            journal.queued(run, as: key)
        } else {
            journal.queued(run, type: type)
        }
        if let key, !journal.keepsEveryState {
            outbox.append(run.bytes, as: key)
        } else {
            outbox.append(run.bytes)
        }
    }

    /// Makes it ready for a process that takes the place of the one that died.
    func renew() {
        inbox = LineBuffer(limit: inboxLimit)
        let backlog = journal.backlog(unread: outbox.unread())
        outbox.replace(with: backlog.lines)
        linesToDrop = backlog.saidAlready
        isRestored = backlog.isRestored
        isBehind = false
        isMute = false
        waitsFor = []
    }

    /// An id for an event whose sender gave it none; the `+` keeps it apart from those that senders make.
    func nextID() -> String {
        completed += 1
        return "\(name)+\(completed)"
    }
}

/// How much has gone one way.
struct Traffic: Equatable {
    private(set) var lines = 0
    private(set) var bytes = 0

    mutating func add(lines: Int, bytes: Int) {
        self.lines += lines
        self.bytes += bytes
    }
}

/// Where lines of one type from one sender go.
struct Route {
    let type: String
    let receivers: [Port]
    /// Of these only the newest of each subject matters.
    let isState: Bool
}
