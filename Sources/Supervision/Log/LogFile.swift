import Platform
import Processes
import Wire

/// A log on disk. With a limit it alternates between two files, so that its size is bounded and the last lines are always
/// there.
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
