import Compression

/// Writes PNG files (ISO/IEC 15948): 8 bits a channel, RGB, no filter.
enum PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameter rows: of three bytes for each pixel.
    /// - Returns: nil when memory runs out.
    static func encode(_ rows: [[UInt8]], width: Int) -> [UInt8]? {
        // 8 bits of depth, colour type 2 (RGB), and 0 for the only compression, the only filters and no interlace.
        let header = bigEndian(width) + bigEndian(rows.count) + [8, 2, 0, 0, 0]
        // Each row begins with its filter.
        guard let data = rows.flatMap({ [0] + $0 }).compressed(.zlib, effort: .smallest) else { return nil }
        return signature + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(body[...].crc32))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, Array.init)
    }
}
