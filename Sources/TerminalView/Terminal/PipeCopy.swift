import Platform
import Processes

/// Looks at what is in a pipe without taking it out.
final class PipeCopy {
    private let copy: Pipe
    private static let nonBlocking: UInt32 = 2  // SPLICE_F_NONBLOCK

    init?() {
        guard let pipe = try? Pipe.open() else { return nil }
        copy = pipe
    }

    /// - Returns: how much there is, 0 at the end of the pipe, -1 where it cannot be known.
    func look(into pipe: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = tee(pipe, copy.writer.number, buffer.count, Self.nonBlocking)
        return count > 0 ? read(copy.reader.number, buffer.baseAddress, count) : count
    }
}
