/// How much a service has been sent and has written, and the last of either for the diagnosis of its end.
struct Counters {
    /// What was queued for it.
    private(set) var read = Traffic()
    private(set) var written = Traffic()
    private(set) var lastRead = LastLine()
    private(set) var lastWritten = LastLine()

    mutating func queued(_ run: LineRun) {
        read.add(run)
        lastRead.note(run.bytes)
    }

    mutating func wrote(_ run: LineRun) {
        written.add(run)
        lastWritten.note(run.bytes)
    }
}

/// How much has gone one way.
struct Traffic: Equatable {
    private(set) var lines = 0
    private(set) var bytes = 0

    mutating func add(_ run: LineRun) {
        lines += run.count
        bytes += run.bytes.count
    }
}
