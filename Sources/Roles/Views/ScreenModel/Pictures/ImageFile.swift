import Encodings

/// A picture's file as it came in an event: a PNG or JPEG of bounded size. It is untrusted, so its header is checked
/// before anything decodes it, and of a PNG only the chunks that make the picture are kept.
package struct ImageFile: Equatable, Sendable {
    /// The name of the file within this process: short, and the same for the same bytes.
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

    /// A digest by a seed that only this process has, so no attacker can make two pictures share a key.
    package static func key(for base64: String) -> String {
        var hasher = Hasher()
        hasher.combine(base64)
        return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
}

/// Reads the size of a picture from the beginning of its file.
package enum ImageHeader {
    /// - Returns: nil when the file is neither PNG nor JPEG.
    package static func pixels(of bytes: [UInt8]) -> PixelSize? { png(bytes) ?? jpeg(bytes) }

    /// The first chunk is IHDR, which begins with width and height (PNG, third edition, 5.2 and 11.2.1).
    private static func png(_ bytes: [UInt8]) -> PixelSize? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.count >= 24, bytes.starts(with: start) else { return nil }
        return PixelSize(width: number(bytes[16..<20]), height: number(bytes[20..<24]))
    }

    /// Walks through the segments to the frame header, which has height and width (ITU-T T.81, B.1.1 and B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> PixelSize? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 9 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {  // a fill byte
                at += 1
            } else if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                return PixelSize(width: number(bytes[at + 7..<at + 9]), height: number(bytes[at + 5..<at + 7]))
            } else {
                at += 2 + max(number(bytes[at + 2..<at + 4]), 2)
            }
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// A picture's size, from its file.
package struct PixelSize: Equatable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
