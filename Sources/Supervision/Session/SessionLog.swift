#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Processes
import Wire

/// Where a session's log goes.
package enum LogTarget: Equatable, Sendable {
    /// `log` in the session's folder; kept only when something went wrong.
    case sessionFolder
    case file(String)
    /// stderr.
    case diagnostics
}

/// The session's log: what the services write on stderr, each line with its service's name, and what the supervisor has
/// to say, as `viperline`.
final class SessionLog {
    static let ownName = "viperline"
    /// Where it is, when it is a file.
    let path: String?
    /// Kept so that it is closed with the log.
    private let file: Descriptor?
    private let destination: Int32
    private let nameWidth: Int
    /// The last lines, for who asks on the control socket.
    private(set) var recent = RecentLines()
    /// Called with each line.
    var watch: ((RecentLines.Line) -> Void)?

    init(_ target: LogTarget, in folder: SessionFolder, names: [String]) throws(SystemError) {
        nameWidth = (names + [Self.ownName]).map(\.count).max() ?? 0
        switch target {
        case .sessionFolder: path = folder.file("log")
        case .file(let name): path = name
        case .diagnostics: path = nil
        }
        guard let path else {
            file = nil
            destination = StandardStream.diagnostics
            return
        }
        let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("open the log \(path)") }
        file = Descriptor(owning: number)
        destination = number
    }

    /// A full disk must not end the session: what can't be written is lost.
    func write(_ name: String, _ text: some StringProtocol) {
        let padding = String(repeating: " ", count: max(0, nameWidth - name.count))
        let shown = Self.printable(text)
        try? StandardStream.write(Array("\(name)\(padding) | \(shown)\n".utf8), to: destination)
        let line = RecentLines.Line(service: name, text: shown)
        recent.append(line)
        watch?(line)
    }

    /// Controls are shown, not obeyed: a log is read in a terminal.
    static func printable(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return String(text) }
        return text.unicodeScalars.map { isControl($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\t"
    }
}
