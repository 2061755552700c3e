import Wire

/// What there is to read.
enum AvailableBytes {
    /// - Returns: nothing at the end of the stream, or when it can't be read any more.
    static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try? bytes.withUnsafeMutableBytes { space throws(StandardStream.Failure) in
            try StandardStream.read(descriptor, into: space)
        }
        return Array(bytes.prefix(count ?? 0))
    }

    /// All until the end of the stream.
    static func readToEnd(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = read(descriptor)
            guard !bytes.isEmpty else { return all }
            all += bytes
        }
    }
}
