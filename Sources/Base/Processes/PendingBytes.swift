import Platform

/// Bytes that wait until a pipe takes them. The code that appends bounds ``count``.
package struct PendingBytes: Sendable {
    package enum Writing: Equatable, Sendable {
        case drained
        /// The rest waits.
        case blocked
        /// The reader has closed the pipe; the rest is dropped.
        case gone
        /// Writing failed with this errno; the rest is dropped.
        case failed(Int32)
    }

    private var bytes: [UInt8] = []
    /// Leading bytes already written.
    private var written = 0
    /// Lines dropped because the reader had closed the pipe.
    package private(set) var droppedLines = 0
    /// An empty buffer keeps this much room.
    private static let keptCapacity = 1 << 20

    package init() {}

    /// How many bytes are still to be written.
    package var count: Int { bytes.count - written }
    package var isEmpty: Bool { count == 0 }
    /// How many whole lines those are.
    package var lines: Int { bytes[written...].count { $0 == 0x0A } }

    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Adds the line feed.
    package mutating func append(line: [UInt8]) {
        bytes += line
        bytes.append(0x0A)
    }

    /// Writes as much as the descriptor takes.
    /// - Parameter descriptor: a non-blocking one.
    package mutating func write(to descriptor: Int32) -> Writing {
        while !isEmpty {
            let taken = bytes[written...].withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
            if taken < 0 {
                let code = errno
                if code == EINTR { continue }
                guard code == EAGAIN else {
                    drop()
                    return code == EPIPE ? .gone : .failed(code)
                }
                dropWritten()
                return .blocked
            }
            written += taken
        }
        clear()
        return .drained
    }

    /// Drops what is still to be written.
    package mutating func drop() {
        droppedLines += lines
        clear()
    }

    private mutating func clear() {
        written = 0
        if bytes.capacity > Self.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    }

    /// Only once they are the larger part, so that the copying stays cheap per byte.
    private mutating func dropWritten() {
        guard written > bytes.count / 2 else { return }
        bytes.removeFirst(written)
        written = 0
    }
}
