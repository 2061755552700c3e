import ScreenModel

/// Walks through the data of a sixel picture (DEC STD 070) without drawing it.
struct SixelWalk {
    private var rest: ArraySlice<UInt8>

    /// - Parameter data: behind the `"` of the raster attributes.
    init(_ data: ArraySlice<UInt8>) {
        rest = data
    }

    /// The raster attributes: two numbers for the shape of a pixel, which is square, then width and height.
    mutating func readSize() -> PixelSize? {
        let numbers = readNumbers()
        guard numbers.count == 4, numbers[0] == numbers[1] else { return nil }
        return PixelSize(width: numbers[2], height: numbers[3])
    }

    /// Whether all that is drawn lies in a picture of that size, and nothing else is said.
    mutating func staysWithin(_ size: PixelSize) -> Bool {
        var (x, band) = (0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"): guard [1, 5].contains(readNumbers().count) else { return false }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, band) = (0, band + 1)
            case UInt8(ascii: "!"):
                guard let count = readNumbers().first, let next = rest.popFirst(), 0x3F...0x7E ~= next else {
                    return false
                }
                x += count
            case 0x3F...0x7E: x += 1
            case 0x0A, 0x0D: continue
            default: return false
            }
            // A last band may have nothing in it.
            guard x <= size.width, band * 6 < size.height || x == 0 && band * 6 < size.height + 6 else { return false }
        }
        return true
    }

    /// Numbers of at most five digits, separated by semicolons.
    private mutating func readNumbers() -> [Int] {
        let text = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }
        rest = rest.dropFirst(text.count)
        let numbers = text.split(separator: UInt8(ascii: ";"), maxSplits: 8, omittingEmptySubsequences: false)
            .map { $0.count <= 5 ? Int(String(decoding: $0, as: UTF8.self)) : nil }
        return numbers.contains(nil) ? [] : numbers.compactMap(\.self)
    }
}
