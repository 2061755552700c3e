import Platform
import Wire

/// Where complete lines of one type from one sender go. They are known by their head, checked from there on, and passed on
/// as they are.
struct Lane {
    let head: EnvelopeHead
    let route: Route

    init(type: String, source: String, route: Route) {
        head = EnvelopeHead(type: type, source: source)
        self.route = route
    }

    /// The lines at the front of `unread` that are of this lane, good and within the limit; of states only the first, since
    /// each has a subject of its own.
    func run(in unread: UnsafeRawBufferPointer, limit: Int, keepingLayouts: Bool) -> LineRun {
        let keepsLayouts = keepingLayouts || route.isState
        var run = LineRun()
        var at = 0
        while at < unread.count, let base = unread.baseAddress,
            let found = memchr(base + at, 0x0A, unread.count - at)
        {
            let next = UnsafeRawPointer(found) - base + 1
            let line = UnsafeRawBufferPointer(rebasing: unread[at..<next - 1])
            // A CR may stand where JSON has white space, and some readers end a line there: it is taken out first.
            guard line.count <= limit, memchr(base + at, 0x0D, line.count) == nil, let layout = head.layout(of: line)
            else { break }
            run.count += 1
            if keepsLayouts { run.lines.append(LineRun.Line(range: at..<next, layout: layout)) }
            at = next
            if route.isState { break }
        }
        run.bytes = UnsafeRawBufferPointer(rebasing: unread[..<at])
        return run
    }
}
