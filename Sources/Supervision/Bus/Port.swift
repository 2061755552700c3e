import Composition
import Wire

/// A service as the bus sees it: what it may say, what it hears, and what waits on either side.
final class Port {
    let index: Int
    let name: String
    let sends: [MessagePattern]
    let receives: [MessagePattern]
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
    var linesIn = 0
    private var completed = 0

    init(index: Int, service: Service, lineLimit: Int) {
        self.index = index
        name = service.name
        sends = service.sends
        receives = service.receives
        inbox = LineBuffer(limit: lineLimit)
        inboxLimit = lineLimit
    }

    func maySend(_ type: String) -> Bool { sends.contains { $0.matches(type) } }
    func hears(_ type: String) -> Bool { receives.contains { $0.matches(type) } }

    /// Whether any type that `self` may send is one that `other` hears.
    func reaches(_ other: Port) -> Bool {
        other !== self && sends.contains { sent in other.receives.contains { $0.overlaps(sent) } }
    }

    /// An id for an event whose sender gave it none; the `+` keeps it apart from those that senders make.
    func nextID() -> String {
        completed += 1
        return "\(name)+\(completed)"
    }
}

/// Where lines of one type from one sender go.
struct Route {
    let type: String
    let receivers: [Port]
    /// Of these only the newest of each subject matters.
    let isState: Bool
    /// For the supervisor itself (`process.output.*`).
    let isForSupervisor: Bool
}
