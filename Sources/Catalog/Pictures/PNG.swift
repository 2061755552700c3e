import CZlib

/// Writes PNG files (ISO/IEC 15948): 8 bits a channel, RGB, no filter.
enum PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameter rows: of three bytes for each pixel.
    /// - Returns: nil when zlib has no memory for it.
    static func encode(_ rows: [[UInt8]], width: Int) -> [UInt8]? {
        // 8 bits of depth, colour type 2 (RGB), and 0 for the only compression, the only filters and no interlace.
        let header = bigEndian(width) + bigEndian(rows.count) + [8, 2, 0, 0, 0]
        // Each row begins with its filter.
        guard let data = compress(rows.flatMap { [0] + $0 }) else { return nil }
        return signature + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(crc32(0, body, UInt32(body.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, Array.init)
    }

    private static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(UInt(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&output, &count, bytes, UInt(bytes.count), Z_BEST_COMPRESSION) == Z_OK else { return nil }
        return Array(output.prefix(Int(count)))
    }
}
