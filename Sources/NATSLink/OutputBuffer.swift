import Platform
import Wire

/// Lines that wait until a pipe takes them.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    /// Bytes before this offset are written.
    private var start = 0

    /// Bytes that wait.
    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(line: [UInt8]) {
        bytes += line
        bytes.append(0x0A)
    }

    /// Writes as much as there is room for.
    /// - Parameter descriptor: a non-blocking one.
    mutating func write(to descriptor: Int32) throws(StandardStream.Failure) {
        while !isEmpty {
            let count = bytes.withUnsafeBytes {
                Platform.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: return trim()
                case EPIPE: throw .closed
                default: throw .system(errno: errno)
                }
            }
            start += count
        }
        (start, bytes) = (0, bytes.capacity > Self.keptCapacity ? [] : bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private static let keptCapacity = 1 << 20

    private mutating func trim() {
        guard start > bytes.count / 2 else { return }
        bytes.removeFirst(start)
        start = 0
    }
}
