/// The chunks of a PNG file (PNG, third edition, 5.3).
package enum PNGChunks {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let needed = Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) })
    /// Compressed bytes that are allowed beyond the size of the pixels. More are never needed, and each can unpack to a thousand.
    private static let slack = 1 << 14

    package static func isPNG(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: signature) }

    /// Keeps only the chunks that make the picture. Others, such as texts and colour profiles, may be compressed too, and no
    /// drawing in letters needs them.
    /// - Returns: nil when it is not a whole PNG, or has more data than its size can need.
    package static func essential(of bytes: [UInt8]) -> [UInt8]? {
        var result = signature
        var at = signature.count
        var dataCount = 0
        var most = 0
        while at + 12 <= bytes.count {
            let length = number(bytes[at..<at + 4])
            let name = Array(bytes[at + 4..<at + 8])
            guard length <= bytes.count - at - 12 else { return nil }
            let chunk = bytes[at..<at + length + 12]
            if result.count == signature.count {
                guard let size = sizeOfPixels(header: chunk) else { return nil }
                most = size + slack
            }
            if name == Array("IDAT".utf8) { dataCount += length }
            guard dataCount <= most else { return nil }
            if needed.contains(name) { result += chunk }
            if name == Array("IEND".utf8) { return result }
            at += length + 12
        }
        return nil
    }

    /// - Parameter header: the IHDR chunk, from its length on.
    /// - Returns: the most bytes that the pixels can take, unpacked.
    private static func sizeOfPixels(header: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(header)
        guard bytes.count >= 25, Array(bytes[4..<8]) == Array("IHDR".utf8) else { return nil }
        let (width, height) = (number(bytes[8..<12]), number(bytes[12..<16]))
        guard width <= 1 << 24, height <= 1 << 24 else { return nil }
        // At most four samples of two bytes a pixel, and a filter byte for each row, twice that when interlaced.
        return width * height * 8 + height * 2
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
