import Encodings
import ScreenModel

/// The pixels of a picture in the syntax of a format, as chafa writes them. It is not trusted: anything that is not exactly that
/// format in that size makes it no drawing, so that no other sequence reaches the terminal.
struct PixelOutput: Equatable {
    let size: PixelSize
    let data: [UInt8]

    /// - Parameter limit: the requested size.
    static func read(_ bytes: [UInt8], _ format: PictureFormat, limit: PixelSize) -> PixelOutput? {
        var output = bytes[...]
        while output.last == 0x0A || output.last == 0x0D { output.removeLast() }
        let found: PixelOutput? =
            switch format {
            case .symbols: nil
            case .kitty: kitty(output)
            case .iterm: iterm(output)
            case .sixel: sixel(output)
            }
        guard let found, found.size.width > 0, found.size.height > 0, found.size.width <= limit.width,
            found.size.height <= limit.height
        else { return nil }
        return found
    }

    /// `ESC _ G keys ; base64 ESC \`, several times: pieces of the pixels, four bytes each. Each piece has its own padding, which
    /// not all terminals understand, so they become one.
    private static func kitty(_ output: ArraySlice<UInt8>) -> PixelOutput? {
        var rest = output
        var raw: [UInt8] = []
        var size: PixelSize?
        while !rest.isEmpty {
            guard let body = takeBody(of: &rest, from: "\u{1B}_G", to: "\u{1B}\\") else { return nil }
            let piece = body.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
            if size == nil {
                let keys = numbers(in: piece[0], separator: ",")
                size = keys["f"] == 32 ? Self.size(keys["s"], keys["v"]) : nil
            }
            guard piece.count > 1 else { continue }
            guard let bytes = Base64.decode(String(decoding: piece[1], as: UTF8.self)) else { return nil }
            raw += bytes
        }
        guard let size, raw.count == size.width * size.height * 4 else { return nil }
        return PixelOutput(size: size, data: Array(Base64.encode(raw).utf8))
    }

    /// `ESC ] 1337 ; File = … width = 8 ; height = 4 … : base64 BEL`, in units of ``PictureTarget/unit`` pixels.
    private static func iterm(_ output: ArraySlice<UInt8>) -> PixelOutput? {
        var rest = output
        guard let keys = takeBody(of: &rest, from: "\u{1B}]1337;File=", to: ":"),
            let data = takeBody(of: &rest, from: "", to: "\u{7}"), rest.isEmpty, !data.isEmpty,
            Base64.decode(String(decoding: data, as: UTF8.self)) != nil
        else { return nil }
        let values = numbers(in: keys, separator: ";").mapValues { $0 * PictureTarget.unit }
        return size(values["width"], values["height"]).map { PixelOutput(size: $0, data: Array(data)) }
    }

    /// `ESC P 0;1;0 q " 1;1;width;height` and what draws them, `ESC \`. Nothing is drawn outside of that size.
    private static func sixel(_ output: ArraySlice<UInt8>) -> PixelOutput? {
        var rest = output
        guard let keys = takeBody(of: &rest, from: "\u{1B}P", to: "q"),
            keys.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }),
            let data = takeBody(of: &rest, from: "", to: "\u{1B}\\"), rest.isEmpty, data.first == UInt8(ascii: "\"")
        else { return nil }
        var walk = SixelWalk(data.dropFirst())
        guard let size = walk.readSize(), walk.staysWithin(size) else { return nil }
        return PixelOutput(size: size, data: Array(data))
    }

    // MARK: Bytes

    /// Takes what is between two marks, the first of which begins the rest.
    private static func takeBody(
        of rest: inout ArraySlice<UInt8>, from start: String, to end: String
    ) -> ArraySlice<UInt8>? {
        let end = Array(end.utf8)
        guard rest.starts(with: start.utf8), let first = end.first,
            let place = rest.dropFirst(start.utf8.count).firstIndex(of: first), rest[place...].starts(with: end)
        else { return nil }
        defer { rest = rest[place...].dropFirst(end.count) }
        return rest[..<place].dropFirst(start.utf8.count)
    }

    private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Numbers of at most five digits by their names, such as `s=64`.
    private static func numbers(in bytes: ArraySlice<UInt8>, separator: Character) -> [Substring: Int] {
        var numbers: [Substring: Int] = [:]
        for pair in String(decoding: bytes, as: UTF8.self).split(separator: separator) {
            let halves = pair.split(separator: "=")
            if halves.count == 2, halves[1].count <= 5 { numbers[halves[0]] = Int(halves[1]) }
        }
        return numbers
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

    /// True when everything that is drawn lies in a picture of that size, and there is nothing else.
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
