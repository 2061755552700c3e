import FoundationEssentials

/// A picture's file as it came in an event: a PNG or JPEG of bounded size. Whoever made it is not trusted, so what it says
/// of itself is looked at before anything decodes it, and of a PNG nothing is kept but what makes the picture.
package struct ImageFile: Equatable, Sendable {
    /// Stands for the file: the same for the same bytes within this process, and short.
    package let key: String
    package let bytes: [UInt8]
    package let pixels: PixelSize

    /// Characters of base64.
    private static let longest = 2 << 20
    /// So many pixels take 64 MiB when they are decoded.
    private static let mostPixels = 16 << 20

    /// - Returns: nil when it is too large, or neither PNG nor JPEG.
    package init?(base64: String) {
        guard base64.utf8.count <= Self.longest, let data = Data(base64Encoded: base64),
            let bytes = PNGChunks.isPNG(data) ? PNGChunks.essential(of: Array(data)) : Array(data)
        else { return nil }
        guard let pixels = ImageHeader.pixels(of: bytes), pixels.width > 0, pixels.height > 0,
            pixels.width <= Self.mostPixels / pixels.height
        else { return nil }
        key = Self.key(for: base64)
        self.bytes = bytes
        self.pixels = pixels
    }

    /// Hashed with a seed that only this process knows: nobody can make two pictures that share a key.
    package static func key(for base64: String) -> String {
        var hasher = Hasher()
        hasher.combine(base64)
        return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
}
