import Platform
import Processes

/// The rows from an input such as a pipe, and a file that keeps all that was read: a replacement process reads there
/// what the pipe cannot deliver again.
final class RowInput {
    private let source: Int32
    private let kept: Int32
    /// The part of the file that has been read.
    private var position: off_t = 0
    private(set) var hasEnded = false
    /// The reason for an early end.
    private(set) var failure: SystemError?
    private var isPipe = true
    /// The place where our rows begin in an input file; other processes share its position.
    private let start: off_t?
    private static let chunk = 1 << 18

    /// - Parameter kept: a file that is open for reading and writing.
    init(source: Int32, kept: Int32) {
        self.source = source
        self.kept = kept
        var status = stat()
        let isFile = fstat(source, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isFile ? max(lseek(source, 0, SEEK_CUR), 0) : nil
        // A pipe that holds more lets its writer and this process wait less often. Without permission it stays as it is.
        if !isFile { _ = fcntl(source, F_SETPIPE_SZ, CInt(Self.chunk)) }
    }

    var descriptor: Int32? { hasEnded ? nil : source }

    /// - Returns: the bytes that have arrived.
    func read() -> [UInt8] { move() ?? takeKept() }

    /// Moves some bytes into the file: of a pipe, the system does it in one step, so that none is lost when this process is killed.
    /// - Returns: the moved bytes, if they are known and next to take.
    private func move() -> [UInt8]? {
        var end = lseek(kept, 0, SEEK_END)
        let isNext = end == position
        if isPipe {
            let count = splice(source, nil, kept, &end, Self.chunk, 0)
            if count == 0 { hasEnded = true }
            if count >= 0 || errno == EAGAIN || errno == EINTR { return nil }
            isPipe = false
        }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { bytes, filled in
            count =
                start.map { pread(source, bytes.baseAddress, bytes.count, $0 + end) }
                ?? Platform.read(source, bytes.baseAddress, bytes.count)
            filled = max(count, 0)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        if count < 0 {
            failure = SystemError("read the rows; those that follow are missing")
        } else if pwrite(kept, bytes, count, end) != count {
            failure = SystemError("keep the rows; those that follow are missing")
        }
        hasEnded = count == 0 || failure != nil
        guard !hasEnded, isNext else { return nil }
        position += off_t(count)
        return bytes
    }

    /// - Returns: rows in the file that this process has not read; an earlier one may have.
    func takeKept() -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { bytes, filled in
            filled = max(pread(kept, bytes.baseAddress, bytes.count, position), 0)
        }
        position += off_t(bytes.count)
        return bytes
    }
}
