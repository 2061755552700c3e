import Platform

/// Bytes that wait to be written to a descriptor that takes only so much at once.
struct PendingBytes {
    enum Writing: Equatable {
        case drained
        /// The rest waits.
        case blocked
        /// Nobody reads any more; the rest is dropped.
        case gone
    }

    private var bytes: [UInt8] = []
    /// Leading bytes already written.
    private var written = 0

    /// How many bytes are still to be written.
    var count: Int { bytes.count - written }
    /// How many whole lines those are.
    var lines: Int { bytes[written...].count { $0 == 0x0A } }

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Writes once, as much as the descriptor takes.
    mutating func write(to descriptor: Int32) -> Writing {
        guard count > 0 else { return .drained }
        let taken = bytes[written...].withUnsafeBytes { rest in
            Platform.write(descriptor, rest.baseAddress, rest.count)
        }
        if taken < 0, errno != EAGAIN, errno != EINTR {
            bytes = []
            written = 0
            return .gone
        }
        written += max(0, taken)
        dropWritten()
        return count == 0 ? .drained : .blocked
    }

    /// Only once they are the larger part, so that the copying stays cheap per byte.
    private mutating func dropWritten() {
        guard written > bytes.count / 2 else { return }
        bytes.removeFirst(written)
        written = 0
    }
}
