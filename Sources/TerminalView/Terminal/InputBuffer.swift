import Wire

/// Memory to read into, again and again.
struct InputBuffer: ~Copyable {
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    deinit { memory.deallocate() }

    /// - Returns: what there is, good until the next read; nothing at the end of the input.
    func read(_ descriptor: Int32, atMost limit: Int = 1 << 16) throws(StandardStream.Failure) -> UnsafeRawBufferPointer
    {
        let count = try StandardStream.read(
            descriptor, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<min(limit, memory.count)]))
        return UnsafeRawBufferPointer(rebasing: memory[..<count])
    }
}
