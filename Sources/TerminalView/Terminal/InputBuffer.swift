import ScreenModel
import Wire

/// Memory that every read uses again.
struct InputBuffer: ~Copyable {
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    deinit { memory.deallocate() }

    /// - Returns: the bytes that there are, valid until the next read; empty at the end of the input.
    func read(_ descriptor: Int32, atMost limit: Int = 1 << 16) throws(StandardStream.Failure) -> UnsafeRawBufferPointer
    {
        let count = try StandardStream.read(
            descriptor, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<min(limit, memory.count)]))
        return UnsafeRawBufferPointer(rebasing: memory[..<count])
    }
}
