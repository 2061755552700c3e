import Wire

/// A picture's file as it came in an event: a PNG or JPEG of bounded size. It comes from strangers, so its header is checked
/// before anything decodes it, and of a PNG only the chunks that make the picture are kept.
package struct ImageFile: Equatable, Sendable {
    /// Stands for the file within this process: short, and the same for the same bytes.
    package let key: String
    package let bytes: [UInt8]
    package let pixels: PixelSize

    /// Characters of base64.
    private static let longest = 2 << 20
    /// Decoded, these take 64 MiB.
    private static let mostPixels = 16 << 20

    /// - Returns: nil for a file that is too large, or neither PNG nor JPEG.
    package init?(base64: String) {
        guard base64.utf8.count <= Self.longest, let data = Base64.decode(base64),
            let bytes = PNGChunks.isPNG(data) ? PNGChunks.essential(of: data) : data
        else { return nil }
        guard let pixels = ImageHeader.pixels(of: bytes), pixels.width > 0, pixels.height > 0,
            pixels.width <= Self.mostPixels / pixels.height
        else { return nil }
        key = Self.key(for: base64)
        self.bytes = bytes
        self.pixels = pixels
    }

    /// Hashed with a seed that only this process knows, so nobody can make two pictures share a key.
    package static func key(for base64: String) -> String {
        var hasher = Hasher()
        hasher.combine(base64)
        return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
}
