import Composition
import Processes
import SafeText
import Wire

/// Where a session's log goes.
package enum LogTarget: Equatable, Sendable {
    /// `log` in the session's folder; kept only when something went wrong.
    case sessionFolder
    case file(String)
    /// stderr.
    case diagnostics
}

/// The session's log: what the services write on stderr, each line with its time and its service's name, and what the
/// supervisor has to say, as `viperline`.
final class SessionLog {
    static let ownName = "viperline"
    /// How the files of a log in the session's folder are called.
    static let fileNames = ["log", LogFile.previous("log")]
    /// So large is each of these at most. A file of the person's choice may grow.
    static let fileLimit = 4 << 20
    /// Of a longer line, the beginning is kept.
    static let longestLine = 1 << 14

    private let file: LogFile?
    private let nameWidth: Int
    private var clock = LogClock()
    /// The last lines, for who asks on the control socket.
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

    /// Where it is, when it is a file.
    var path: String? { file?.path }

    /// The files that hold it, the oldest lines first.
    var paths: [String] { file?.paths ?? [] }

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

    /// Controls are shown, not obeyed: a log is read in a terminal.
    static func printable(_ text: some StringProtocol) -> String { text.printable(keeping: "\t") }

    private static func shortened(_ text: some StringProtocol) -> String {
        guard text.utf8.count > longestLine else { return String(text) }
        return String(decoding: text.utf8.prefix(longestLine), as: UTF8.self) + "… (\(text.utf8.count) bytes)"
    }
}
