import Platform
import Processes

/// Looks at the content of a pipe without reading it.
final class PipeCopy {
    private let copy: Pipe
    private static let nonBlocking: UInt32 = 2  // SPLICE_F_NONBLOCK

    init?() {
        guard let pipe = try? Pipe.open() else { return nil }
        copy = pipe
    }

    /// - Returns: the bytes found; 0 at the end of the pipe, -1 on failure.
    func look(into pipe: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = tee(pipe, copy.writer.number, buffer.count, Self.nonBlocking)
        return count > 0 ? read(copy.reader.number, buffer.baseAddress, count) : count
    }
}
