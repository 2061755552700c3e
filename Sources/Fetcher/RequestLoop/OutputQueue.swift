import Platform
package import Wire

/// Bytes on their way out, written without waiting for whoever reads them: while a program waits to write, its transfers
/// stand still, and run out of time with their answers already there.
package struct OutputQueue {
    package let descriptor: Int32
    package private(set) var count = 0
    /// Large answers stand by themselves, as they came; small ones are put together.
    private var pieces: [[UInt8]] = []
    /// So many pieces are written whole, and so many bytes of the next one.
    private var wholes = 0
    private var done = 0
    private static let pieceSize = 1 << 16
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

    package mutating func append(_ more: [UInt8]) {
        guard !more.isEmpty else { return }
        count += more.count
        if let last = pieces.last, last.count + more.count <= Self.pieceSize {
            pieces[pieces.count - 1] += more
        } else {
            pieces.append(more)
        }
    }

    /// Writes what there is room for.
    package mutating func drain() throws(StandardStream.Failure) {
        while wholes < pieces.count, isWritable {
            let room = isAlwaysWritable ? Self.pieceSize : Self.chunk
            let end = min(done + room, pieces[wholes].count)
            try StandardStream.write(Array(pieces[wholes][done..<end]), to: descriptor)
            count -= end - done
            done = end
            if done == pieces[wholes].count { passOn() }
        }
    }

    private mutating func passOn() {
        // Its memory is not kept: it may have been a large one.
        pieces[wholes] = []
        wholes += 1
        done = 0
        guard wholes == pieces.count || wholes > 64 else { return }
        pieces.removeFirst(wholes)
        wholes = 0
    }

    /// Also when nobody reads any more: the write then says so.
    private var isWritable: Bool {
        if isAlwaysWritable { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0
    }
}
