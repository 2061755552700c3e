import Composition
import Platform
import Processes
import SafeText
import Wire

/// Where a session's log goes.
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
    /// In bytes; longer lines are cut.
    static let longestLine = 1 << 14

    private let file: LogFile?
    private let nameWidth: Int
    private var clock = LogClock()
    /// The last lines, for clients of the control socket.
    private(set) var recent = RecentLines()
    /// Called with each line.
    var watch: ((RecentLines.Line) -> Void)?

    init(_ target: LogTarget, in folder: SessionFolder, names: [String]) throws(SystemError) {
        nameWidth = (names + [Self.ownName]).map(\.count).max() ?? 0
        switch target {
        case .sessionFolder: file = try LogFile(folder.file("log"), limit: Self.fileLimit)
        case .file(let name): file = try LogFile(name, limit: nil)
        case .diagnostics: file = nil
        }
    }

    /// Nil for a log on stderr.
    var path: String? { file?.path }

    func write(_ name: String, _ text: some StringProtocol) {
        let line = RecentLines.Line(time: clock.now(), service: name, text: Self.printable(Self.shortened(text)))
        let padding = String(repeating: " ", count: max(0, nameWidth - name.count))
        let shown = "\(name)\(padding) | \(line.text)\n"
        if let file {
            file.append(Array("\(line.time) \(shown)".utf8))
        } else {
            try? StandardStream.write(Array(shown.utf8), to: StandardStream.diagnostics)
        }
        recent.append(line)
        watch?(line)
    }

    /// Writes what was held back to stderr.
    func show() {
        file?.copy(to: StandardStream.diagnostics)
    }

    /// Controls are shown, not obeyed: a log is read in a terminal.
    static func printable(_ text: some StringProtocol) -> String { text.printable(keeping: "\t") }

    private static func shortened(_ text: some StringProtocol) -> String {
        guard text.utf8.count > longestLine else { return String(text) }
        return String(decoding: text.utf8.prefix(longestLine), as: UTF8.self) + "… (\(text.utf8.count) bytes)"
    }
}

/// A log on disk. With a limit it alternates between two files, so that its size is bounded and the last lines are
/// always there.
final class LogFile {
    let path: String
    /// Bytes of each of the two files; nil for one file without a limit.
    private let limit: Int?
    /// Closed with the log.
    private var file: Descriptor
    private var written = 0

    init(_ path: String, limit: Int?) throws(SystemError) {
        self.path = path
        self.limit = limit
        file = try Self.open(path, O_APPEND)
    }

    /// A line that can't be written is lost: a full disk must not end the session.
    func append(_ line: [UInt8]) {
        if let limit, written > 0, written + line.count > limit { rotate() }
        written += line.count
        try? StandardStream.write(line, to: file.number)
    }

    /// Writes all that is in it to a descriptor.
    func copy(to descriptor: Int32) {
        for path in paths {
            let number = Platform.open(path, O_RDONLY | O_CLOEXEC)
            guard number >= 0 else { continue }
            let file = Descriptor(owning: number)
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(file.number, &chunk, chunk.count), count > 0 {
                try? StandardStream.write(Array(chunk[..<count]), to: descriptor)
            }
        }
    }

    /// The files that it goes into, the oldest lines first.
    var paths: [String] { [Self.previous(path), path] }

    static func previous(_ path: String) -> String { "\(path).1" }

    private func rotate() {
        guard rename(path, Self.previous(path)) == 0, let next = try? Self.open(path, O_TRUNC) else {
            // An empty file is better than a full disk.
            ftruncate(file.number, 0)
            written = 0
            return
        }
        file = next
        written = 0
    }

    private static func open(_ path: String, _ flag: Int32) throws(SystemError) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | flag
        let number = Platform.open(path, flags, 0o600)
        guard number >= 0 else { throw SystemError("open the log \(path)") }
        return Descriptor(owning: number)
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
