import Platform
import Processes
import Wire

/// A log on disk. One with a limit goes into two files in turns, so that what it takes stays below that limit, and the last
/// lines are always there.
final class LogFile {
    let path: String
    /// Of one of the two files; nil for a log that may grow.
    private let limit: Int?
    /// Kept so that it is closed with the log.
    private var file: Descriptor
    private var written = 0

    init(_ path: String, limit: Int?) throws(SystemError) {
        self.path = path
        self.limit = limit
        file = try Self.open(path, O_APPEND)
    }

    /// A full disk must not end the session: what can't be written is lost.
    func append(_ line: [UInt8]) {
        if let limit, written > 0, written + line.count > limit { rotate() }
        written += line.count
        try? StandardStream.write(line, to: file.number)
    }

    /// What is in it, the oldest first, in the files that it goes into.
    var paths: [String] { [Self.previous(path), path] }

    static func previous(_ path: String) -> String { "\(path).1" }

    private func rotate() {
        guard rename(path, Self.previous(path)) == 0, let next = try? Self.open(path, O_TRUNC) else {
            // Better an empty file than a full disk.
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
