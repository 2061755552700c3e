/// A pipe of the world: it takes and gives any number of bytes, not only those that a system would.
final class SimulatedPipe {
    let identity: Int
    let capacity: Int
    private var bytes: [UInt8] = []
    private var start = 0
    var readers = 0
    var writers = 0
    /// A write has failed, because there is no reader.
    var hasRefused = false

    init(identity: Int, capacity: Int) { (self.identity, self.capacity) = (identity, capacity) }

    var count: Int { bytes.count - start }
    var room: Int { capacity - count }
    var isAtEnd: Bool { count == 0 && writers == 0 }
    /// A read returns bytes or the end.
    var isReadable: Bool { count > 0 || writers == 0 }
    /// A write takes bytes or fails.
    var isWritable: Bool { room > 0 || readers == 0 }

    func put(_ more: some Sequence<UInt8>) { bytes += more }

    func take(_ most: Int) -> ArraySlice<UInt8> {
        let taken = bytes[start..<start + min(most, count)]
        start += taken.count
        if start == bytes.count { (bytes, start) = ([], 0) }
        return taken
    }
}
