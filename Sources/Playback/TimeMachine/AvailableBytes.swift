import Wire

/// Reads available bytes.
enum AvailableBytes {
    /// - Returns: empty at the end of the stream and after an error.
    static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try? bytes.withUnsafeMutableBytes { space throws(StandardStream.Failure) in
            try StandardStream.read(descriptor, into: space)
        }
        return Array(bytes.prefix(count ?? 0))
    }

    /// Everything up to the end of the stream.
    static func readToEnd(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = read(descriptor)
            guard !bytes.isEmpty else { return all }
            all += bytes
        }
    }
}
