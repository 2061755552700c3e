import Composition
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

/// The session's log: the services' stderr, each line with its time and the service's name, and the supervisor's messages
/// under the name `viperline`.
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
