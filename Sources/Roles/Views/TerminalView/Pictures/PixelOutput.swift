import Encodings
import ScreenModel

/// Reads chafa's output in pixels. It is not trusted: anything that is not exactly that format in that size makes it
/// no drawing, so that no other sequence reaches the terminal.
enum PixelOutput {
    struct Pixels: Equatable {
        let size: PixelSize
        let data: [UInt8]
    }

    /// - Parameter limit: the requested size.
    static func read(_ bytes: [UInt8], _ format: PictureFormat, limit: PixelSize) -> Pixels? {
        guard let found = pixels(bytes, format) else { return nil }
        let (width, height) = (found.size.width, found.size.height)
        guard width > 0, height > 0, width <= limit.width, height <= limit.height else { return nil }
        return found
    }

    private static func pixels(_ bytes: [UInt8], _ format: PictureFormat) -> Pixels? {
        switch format {
        case .symbols: nil
        case .kitty: kitty(bytes)
        case .iterm: iterm(bytes)
        case .sixel: sixel(bytes)
        }
    }

    // MARK: kitty

    /// `ESC _ G keys ; base64 ESC \`, several times: pieces of the pixels, four bytes each. Each piece has its own padding, which
    /// not all terminals understand, so they become one.
    private static func kitty(_ bytes: [UInt8]) -> Pixels? {
        var rest = bytes[...]
        var raw: [UInt8] = []
        var size: PixelSize?
        while rest.starts(with: Self.kittyStart) {
            rest = rest.dropFirst(Self.kittyStart.count)
            guard let end = rest.firstIndex(of: Self.escape), rest[end...].starts(with: Self.end) else { return nil }
            let piece = rest[..<end].split(
                separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
            rest = rest[end...].dropFirst(Self.end.count)
            if size == nil { size = sizeKeys(piece[0]) }
            guard piece.count > 1 else { continue }
            guard let bytes = Base64.decode(String(decoding: piece[1], as: UTF8.self)) else { return nil }
            raw += bytes
        }
        guard let size, isEnd(rest), size.width <= Self.longestSide, size.height <= Self.longestSide,
            raw.count == size.width * size.height * 4
        else { return nil }
        return Pixels(size: size, data: Array(Base64.encode(raw).utf8))
    }

    /// - Parameter keys: such as `f=32,s=64,v=32`.
    private static func sizeKeys(_ keys: ArraySlice<UInt8>) -> PixelSize? {
        let values = numbers(in: keys, separator: ",")
        guard values["f"] == 32, let width = values["s"], let height = values["v"], width > 0, height > 0 else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    // MARK: iTerm2

    /// `ESC ] 1337 ; File = … width = 8 ; height = 4 … : base64 BEL`, in units of ``PictureTarget/unit`` pixels.
    private static func iterm(_ bytes: [UInt8]) -> Pixels? {
        guard bytes.starts(with: itermStart), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let bell = bytes.firstIndex(of: 0x07), colon < bell, isEnd(bytes[(bell + 1)...])
        else { return nil }
        let values = numbers(in: bytes[itermStart.count..<colon], separator: ";")
        let data = bytes[(colon + 1)..<bell]
        guard let width = values["width"], let height = values["height"], isBase64(data) else { return nil }
        guard 1...longestSide ~= width, 1...longestSide ~= height else { return nil }
        return Pixels(
            size: PixelSize(width: width * PictureTarget.unit, height: height * PictureTarget.unit), data: Array(data))
    }

    // MARK: Sixels

    /// `ESC P 0;1;0 q " 1;1;width;height` and what draws them, `ESC \`. Nothing is drawn outside of that size.
    private static func sixel(_ bytes: [UInt8]) -> Pixels? {
        guard bytes.starts(with: [escape, UInt8(ascii: "P")]), let start = bytes.firstIndex(of: UInt8(ascii: "q")),
            bytes[2..<start].allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ";") }),
            let end = bytes[start...].firstIndex(of: escape), bytes[end...].starts(with: Self.end),
            isEnd(bytes[(end + 2)...])
        else { return nil }
        let data = bytes[(start + 1)..<end]
        guard data.first == UInt8(ascii: "\"") else { return nil }
        var walk = SixelWalk(data.dropFirst())
        guard let size = walk.readSize(), size.width <= longestSide, size.height <= longestSide,
            walk.staysWithin(size)
        else { return nil }
        return Pixels(size: size, data: Array(data))
    }

    // MARK: Bytes

    private static let escape: UInt8 = 0x1B
    private static let kittyStart: [UInt8] = [0x1B, UInt8(ascii: "_"), UInt8(ascii: "G")]
    private static let itermStart = Array("\u{1B}]1337;File=".utf8)
    private static let end: [UInt8] = [0x1B, UInt8(ascii: "\\")]
    /// Pixels.
    private static let longestSide = 1 << 14

    /// Numbers by their names, such as `s=64`.
    private static func numbers(in bytes: ArraySlice<UInt8>, separator: Character) -> [Substring: Int] {
        var numbers: [Substring: Int] = [:]
        for pair in String(decoding: bytes, as: UTF8.self).split(separator: separator) {
            let halves = pair.split(separator: "=")
            if halves.count == 2 { numbers[halves[0]] = Int(halves[1]) }
        }
        return numbers
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// Nothing, or a line end.
    private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool { rest.allSatisfy { $0 == 0x0A || $0 == 0x0D } }

    private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
        let body = bytes.prefix { $0 != UInt8(ascii: "=") }
        let padding = bytes.dropFirst(body.count)
        return !body.isEmpty && padding.count <= 2 && padding.allSatisfy { $0 == UInt8(ascii: "=") }
            && body.allSatisfy {
                isDigit($0) || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "+")
                    || $0 == UInt8(ascii: "/")
            }
    }
}

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

    /// Whether everything drawn lies in a picture of that size, and there is nothing else.
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
