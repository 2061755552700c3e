import Platform
import Processes

/// The rows from an input such as a pipe, and a file that keeps all that was read: a replacement process reads there
/// what the pipe cannot deliver again.
final class RowInput {
    private let source: Int32
    private let kept: Int32
    /// How much of the file has been read.
    private var position: off_t = 0
    private(set) var hasEnded = false
    /// Why it has ended too early.
    private(set) var failure: SystemError?
    private var isPipe = true
    /// Where our rows begin in an input file; other processes share its position.
    private let start: off_t?
    private static let chunk = 1 << 16

    /// - Parameter kept: a file that is open for reading and writing.
    init(source: Int32, kept: Int32) {
        self.source = source
        self.kept = kept
        var status = stat()
        let isFile = fstat(source, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isFile ? max(lseek(source, 0, SEEK_CUR), 0) : nil
    }

    /// Nil at the end.
    var descriptor: Int32? { hasEnded ? nil : source }

    /// Rows that an earlier process has read and this one has not.
    func takeKept() -> [UInt8] { takeNew() }

    /// - Returns: the bytes that have arrived.
    func read() -> [UInt8] {
        move()
        return takeNew()
    }

    /// Moves some bytes into the file: of a pipe, the system does it in one step, so that none is lost when this process is killed.
    private func move() {
        var end = lseek(kept, 0, SEEK_END)
        if isPipe {
            let count = splice(source, nil, kept, &end, Self.chunk, 0)
            if count > 0 { return }
            if count == 0 { return hasEnded = true }
            if errno == EAGAIN || errno == EINTR { return }
            isPipe = false
        }
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count =
            start.map { pread(source, &bytes, bytes.count, $0 + end) } ?? Platform.read(source, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return hasEnded = true }
        guard pwrite(kept, bytes, count, end) == count else {
            failure = SystemError("keep the rows; those that follow are missing")
            return hasEnded = true
        }
    }

    private func takeNew() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = pread(kept, &bytes, bytes.count, position)
        guard count > 0 else { return [] }
        position += off_t(count)
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
