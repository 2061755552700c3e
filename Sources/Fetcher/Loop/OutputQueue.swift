package import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Bytes on their way out, written without waiting for whoever reads them: while a program waits to write, its transfers
/// stand still, and run out of time with their answers already there.
package struct OutputQueue {
    package let descriptor: Int32
    private var bytes: [UInt8] = []
    /// So many of them are written.
    private var done = 0
    /// What POSIX lets into a pipe at once when there is any room. So the descriptor need not be made non-blocking, which
    /// would change it for every other process that has it.
    private static let chunk = Int(PIPE_BUF)

    /// Whether a write never waits, as to a file.
    private let isAlwaysWritable: Bool

    package init(_ descriptor: Int32 = StandardStream.output) {
        self.descriptor = descriptor
        var status = stat()
        isAlwaysWritable = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    package var count: Int { bytes.count - done }

    package mutating func append(_ more: [UInt8]) { bytes += more }

    /// Writes what there is room for.
    package mutating func drain() throws(StandardStream.Failure) {
        while count > 0, isWritable {
            let end = isAlwaysWritable ? bytes.count : min(done + Self.chunk, bytes.count)
            try StandardStream.write(Array(bytes[done..<end]), to: descriptor)
            done = end
        }
        if done == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            done = 0
        } else if done > bytes.count / 2 {
            bytes.removeFirst(done)
            done = 0
        }
    }

    /// Also when nobody reads any more: the write then says so.
    private var isWritable: Bool {
        if isAlwaysWritable { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0
    }
}
