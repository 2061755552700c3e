/// Bytes on their way to a descriptor that takes only so much at once: a pipe, a socket. Nothing here waits.
///
/// A queue has a limit. Bytes that may be lost are offered to it (``offer(_:)``). For others, the owner stops whatever makes
/// them while the queue is full (``isFull``), and appends what is already made.
package struct OutputQueue: Sendable {
    package enum Failure: Error, Equatable, Sendable {
        /// The other end is closed (EPIPE).
        case closed
        case system(errno: Int32)
    }

    /// The number of bytes that are still to be written.
    package private(set) var count = 0
    private let limit: Int
    /// Small pieces are joined; large ones stay as they are, which avoids a copy.
    private var pieces: [[UInt8]] = []
    /// The number of pieces that are written, and of bytes of the next piece.
    private var wholes = 0
    private var done = 0
    /// The most bytes of one write to a descriptor that blocks; nil for one that does not.
    private let room: Int?
    private static let pieceSize = 1 << 16

    /// - Parameters:
    ///   - limit: bytes at which the queue is full.
    ///   - shared: the descriptor of ``write(to:)``, if it has to stay blocking because other processes share it.
    package init(limit: Int, for shared: Int32? = nil) {
        self.limit = limit
        // POSIX lets so many bytes into a pipe without blocking when it is writable; a write to a file never blocks.
        room = shared.map { FileStatus(of: $0)?.isRegular == true ? .max : Int(PIPE_BUF) }
    }

    package var isEmpty: Bool { count == 0 }
    package var isFull: Bool { count >= limit }
    /// The number of lines that end in the bytes that are still to be written.
    package var lines: Int {
        guard wholes < pieces.count else { return 0 }
        return pieces[wholes][done...].count { $0 == 0x0A }
            + pieces[(wholes + 1)...].reduce(0) { $0 + $1.count { $0 == 0x0A } }
    }

    package mutating func append(_ more: [UInt8]) {
        guard !more.isEmpty else { return }
        count += more.count
        if wholes < pieces.count, pieces[pieces.count - 1].count + more.count <= Self.pieceSize {
            pieces[pieces.count - 1] += more
        } else {
            pieces.append(more)
        }
    }

    /// Appends the bytes, unless there would be more than the limit.
    /// - Returns: whether there was room.
    package mutating func offer(_ more: [UInt8]) -> Bool {
        guard more.count <= limit - count else { return false }
        append(more)
        return true
    }

    package mutating func removeAll() {
        pieces = []
        (count, wholes, done) = (0, 0, 0)
    }

    /// Writes as much as there is room for. After an error, the queue still has what is not written.
    package mutating func write(to descriptor: Int32) throws(Failure) {
        while wholes < pieces.count {
            let (written, failure) = pieces[wholes].withUnsafeBytes {
                put(.init(rebasing: $0[done...]), to: descriptor)
            }
            count -= written
            done += written
            if let failure { throw failure }
            guard done == pieces[wholes].count else { return }
            passOn()
        }
    }

    /// Writes what waits and then these bytes, and appends only what there is no room for.
    package mutating func write(_ more: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        try write(to: descriptor)
        let (written, failure) = isEmpty ? put(more, to: descriptor) : (0, nil)
        append(Array(more[written...]))
        if let failure { throw failure }
    }

    /// - Returns: the number of bytes that the descriptor has taken; and why not more, if not for lack of room.
    private func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (written: Int, failure: Failure?) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Also true when the reader is gone: the write then fails.
            if let room, room < .max, !PollSet.isReady(descriptor, for: .writing) { break }
            let next = UnsafeRawBufferPointer(rebasing: rest.prefix(room ?? .max))
            let written = Platform.write(descriptor, next.baseAddress, next.count)
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                return (
                    bytes.count - rest.count, errno == EAGAIN ? nil : errno == EPIPE ? .closed : .system(errno: errno)
                )
            }
        }
        return (bytes.count - rest.count, nil)
    }

    private mutating func passOn() {
        // The memory is released: the piece may have been large.
        pieces[wholes] = []
        wholes += 1
        done = 0
        guard wholes == pieces.count || wholes > 64 else { return }
        pieces.removeFirst(wholes)
        wholes = 0
    }
}
