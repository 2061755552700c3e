import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// All lines of one type from one sender begin with the same bytes, when they are complete and in order. So one
/// comparison tells the bus what a line is and that its sender may send it.
struct Lane {
    /// `{"specversion":"1.0","type":"T","source":"S","id":"`
    let head: [UInt8]
    let route: Route

    init(type: String, source: String, route: Route) {
        var head = Array(#"{"specversion":"1.0","type":"#.utf8)
        JSONText.append(type, to: &head)
        head += #","source":"#.utf8
        JSONText.append(source, to: &head)
        head += #","id":""#.utf8
        self.head = head
        self.route = route
    }

    /// Whether its lines go on as they are. States are few, and their subject is needed: those are read.
    var passesUnread: Bool { !route.isState && !route.isForSupervisor }

    /// Whether a line is of this lane: it begins as all of them do, has an id, and ends as an object.
    /// - Parameter line: with its LF.
    func holds(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let base = line.baseAddress, line.count > head.count + 1 else { return false }
        return memcmp(base, head, head.count) == 0 && line[head.count] != UInt8(ascii: "\"")
            && line[line.count - 2] == UInt8(ascii: "}")
    }

    /// How far the lines at the front of `unread` are of this lane, and within the limit.
    /// - Returns: the bytes, and the lines.
    func run(in unread: UnsafeRawBufferPointer, limit: Int) -> (bytes: Int, lines: Int) {
        guard let base = unread.baseAddress else { return (0, 0) }
        var (at, lines) = (0, 0)
        while at < unread.count, let found = memchr(base + at, 0x0A, unread.count - at) {
            let next = UnsafeRawPointer(found) - base + 1
            let line = UnsafeRawBufferPointer(start: base + at, count: next - at)
            guard line.count <= limit + 1, holds(line) else { break }
            at = next
            lines += 1
        }
        return (at, lines)
    }
}
