/// Which lines of the log a client wants.
struct LogFilter: Equatable {
    /// Empty for all.
    var services: Set<String>
    /// The earliest time. All times have the same form, so they compare as texts.
    var since: String?

    init(services: [String] = [], since: String? = nil) {
        self.services = Set(services)
        self.since = since
    }

    func passes(_ line: RecentLines.Line) -> Bool {
        (services.isEmpty || services.contains(line.service)) && since.map { line.time >= $0 } ?? true
    }
}
