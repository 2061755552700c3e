import Platform
import Processes
import SafeText
import Wire

package enum LogTarget: Equatable, Sendable {
    /// `log` in the session's folder; kept only if something went wrong.
    case sessionFolder
    case file(String)
    /// stderr.
    case diagnostics
}

/// The session's log: the services' stderr, each line with its time and the service's name, and the supervisor's
/// messages under the name `viperline`.
final class SessionLog {
    static let ownName = "viperline"
    /// The files of a log in the session's folder.
    static let fileNames = ["log", LogFile.previous("log")]
    /// The size limit of each of these in bytes. A file chosen by the user has none.
    static let fileLimit = 4 << 20
    /// The longest line, in bytes; longer ones are cut.
    static let longestLine = 1 << 14

    private let file: LogFile
    private let nameWidth: Int
    private var clock = LogClock()
    /// The last lines, for clients of the control socket.
    private(set) var recent = RecentLines()
    /// A closure that is called with each line.
    var watch: ((RecentLines.Line) -> Void)?

    init(_ target: LogTarget, in folder: SessionFolder, names: [String]) throws(SystemError) {
        nameWidth = (names + [Self.ownName]).map(\.count).max() ?? 0
        switch target {
        case .sessionFolder: file = try LogFile(folder.file("log"), limit: Self.fileLimit)
        case .file(let name): file = try LogFile(name, limit: nil)
        case .diagnostics: file = LogFile(stream: StandardStream.diagnostics)
        }
    }

    /// Nil for a log on stderr.
    var path: String? { file.path }

    func write(_ name: String, _ text: some StringProtocol) {
        let line = RecentLines.Line(time: clock.now(), service: name, text: Self.printable(Self.shortened(text)))
        file.append(shown(line)) { [unowned self] in shown(gap($0, at: line.time)) }
        recent.append(line)
        watch?(line)
    }

    private func shown(_ line: RecentLines.Line) -> [UInt8] {
        let padding = String(repeating: " ", count: max(0, nameWidth - line.service.count))
        let time = path == nil ? "" : "\(line.time) "
        return Array("\(time)\(line.service)\(padding) | \(line.text)\n".utf8)
    }

    private func gap(_ missing: Int, at time: String) -> RecentLines.Line {
        .init(
            time: time, service: Self.ownName, text: "\(missing) lines are missing here: the log took no more of them")
    }

    var writing: Int32? { file.writing }

    func write() { file.write() }

    /// The session is over: gives a slow reader time, as long as it reads something.
    /// - Returns: why the log is incomplete; nil if it is complete, or nobody reads it.
    func finish(patience: Duration) -> String? {
        file.finish(patience: patience) { [unowned self] in shown(gap($0, at: clock.now())) }
    }

    /// Writes what was held back to stderr.
    func show(patience: Duration) {
        file.copy(to: StandardStream.diagnostics, patience: patience)
    }

    /// Controls are shown, not obeyed: a log is read in a terminal.
    static func printable(_ text: some StringProtocol) -> String { text.printable(keeping: "\t") }

    private static func shortened(_ text: some StringProtocol) -> String {
        guard text.utf8.count > longestLine else { return String(text) }
        return String(decoding: text.utf8.prefix(longestLine), as: UTF8.self) + "… (\(text.utf8.count) bytes)"
    }
}

/// The last lines of a log, within a limit of bytes.
struct RecentLines {
    struct Line: Equatable {
        let time: String
        let service: String
        let text: String

        /// Bytes of memory, roughly; an empty line takes some too.
        var cost: Int { 64 + service.utf8.count + text.utf8.count }
    }

    static let bytesKept = 1 << 18

    private(set) var lines: ArraySlice<Line> = []
    private var bytes = 0

    mutating func append(_ line: Line) {
        lines.append(line)
        bytes += line.cost
        while bytes > Self.bytesKept, lines.count > 1, let oldest = lines.popFirst() { bytes -= oldest.cost }
    }
}

/// The lines of the log that a client wants.
struct LogFilter: Equatable {
    /// Services whose lines are wanted; empty for all.
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
