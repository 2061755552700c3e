import Platform
import Processes

/// The filter texts of earlier sessions, a line each, the newest last (`--history`).
package struct QueryHistory: Sendable {
    package static let standardSize = 1000
    package static let mostTexts = 10_000
    /// The last bytes of a file that are read.
    private static let mostBytes = 1 << 20

    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let path: String
    private let size: Int
    package private(set) var texts: [String]

    /// Reads the file, if there is one. It waits for no pipe.
    package init(_ path: String, size: Int) throws(Refusal) {
        self.path = path
        self.size = size
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else {
            guard errno == ENOENT else { throw Self.failed("read", path) }
            texts = []
            guard access(Self.folder(of: path), W_OK) == 0 else {
                throw Self.failed("make a file in the folder of", path)
            }
            return
        }
        let file = Descriptor(owning: number)
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal(description: "--history: \(path) is not a file; name one, or a new one")
        }
        let start = max(0, Int(status.st_size) - Self.mostBytes)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) - start)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeMutableBytes {
                pread(file.number, $0.baseAddress, $0.count, off_t(start + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        // The first line of a part may be cut.
        let lines = bytes[..<done].split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst(start > 0 ? 1 : 0)
        texts = lines.filter { !$0.isEmpty }.suffix(size).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds a text and writes the file as a whole. An empty text, and the newest one again, change nothing.
    package mutating func append(_ text: String) throws(Refusal) {
        let line = text.filter { !$0.isNewline }
        // Another session may have changed the file meanwhile.
        texts = (try? QueryHistory(path, size: size).texts) ?? texts
        guard !line.isEmpty, texts.last != line else { return }
        texts = (texts + [line]).suffix(size)
        // A link stays one, and leads to the new file.
        let target = resolvedPath(path) ?? path
        let new = "\(target).new-\(getpid())"
        do throws(SystemError) {
            try WholeFile.create(new, Array((texts.joined(separator: "\n") + "\n").utf8), mode: 0o600)
            guard rename(new, target) == 0 else { throw SystemError("replace \(target) with \(new)") }
        } catch {
            unlink(new)
            throw Refusal(description: "--history: \(error)")
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failed(_ action: String, _ path: String) -> Refusal {
        Refusal(description: "--history: cannot \(action) \(path): \(String(cString: strerror(errno)))")
    }
}
