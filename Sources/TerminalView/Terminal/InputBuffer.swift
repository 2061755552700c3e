import Wire

/// Memory to read into, again and again.
struct InputBuffer: ~Copyable {
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    deinit { memory.deallocate() }

    /// - Returns: what there is, good until the next read; nothing at the end of the input.
    func read(_ descriptor: Int32) throws(StandardStream.Failure) -> UnsafeRawBufferPointer {
        let count = try StandardStream.read(descriptor, into: memory)
        return UnsafeRawBufferPointer(rebasing: memory[..<count])
    }
}
