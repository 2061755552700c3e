import Platform
import Compression

/// The pictures named in the answers, `<what>/<id>/<file>.png`, drawn from their paths.
enum Pictures {
    static let vendor = "pictures"

    /// - Returns: nil for a name that no answer contains.
    static func reply(to path: String, knownTag: String?) -> CatalogReply? {
        guard path.hasSuffix(".png"), let name = path.dropLast(4).split(separator: "/").last,
            let file = PictureFile(String(name))
        else { return nil }
        let tag = "\"\(String(path.utf8.hash(), radix: 16))\""
        var response = CatalogResponse(
            status: 200, headers: ["content-type": "image/png", "cache-control": "public, max-age=86400", "etag": tag],
            body: [])
        if isKnown(tag, knownTag) {
            response.status = 304
        } else {
            response.body = PNG.encode(SamplePicture(of: subject(path), file).rows, width: file.width) ?? []
        }
        return CatalogReply(response: response, subjects: [path])
    }

    /// RFC 9110 §13.1.2: a list of tags, weak or not, or any.
    private static func isKnown(_ tag: String, _ field: String?) -> Bool {
        (field ?? "").elements.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }

    /// All sizes of an artwork show the same; each screenshot differs.
    private static func subject(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let isNumbered = name.hasPrefix("screenshot-") || name.hasPrefix("ipad-")
        return isNumbered ? path : String(path.dropLast(name.count))
    }
}

/// The size in pixels that a picture's file name stands for.
struct PictureFile {
    let width: Int
    let height: Int

    /// - Parameter name: without `.png`.
    /// - Returns: nil for a name that no answer contains.
    init?(_ name: String) {
        let parts = name.split(separator: "-", maxSplits: 1)
        let number = parts.count > 1 ? Int(parts[1]) : nil
        switch (parts.first, number) {
        case ("artwork", let size?) where [30, 60, 100, 512].contains(size): (width, height) = (size, size)
        case ("avatar", nil): (width, height) = (100, 100)
        case ("screenshot", let number?) where 1...10 ~= number, ("ipad", let number?) where 1...10 ~= number:
            (width, height) = (320, 200)
        case ("default", nil): (width, height) = (120, 90)
        case ("mqdefault", nil): (width, height) = (320, 180)
        case ("hqdefault", nil): (width, height) = (480, 360)
        default: return nil
        }
    }
}

/// A recognisable picture: a mirrored pattern of five by five on a gradient of two colours, derived from its subject's
/// hash.
struct SamplePicture {
    typealias Colour = (red: Int, green: Int, blue: Int)

    private static let cells = 5

    private let file: PictureFile
    private let pattern: UInt64
    private let top: Colour
    private let bottom: Colour
    private let ink: Colour

    init(of subject: String, _ file: PictureFile) {
        self.file = file
        var draw = SplitMix64(seed: subject.utf8.hash())
        pattern = draw.next()
        let hue = Int.random(in: 0..<360, using: &draw)
        top = Self.colour(hue: hue, light: 210)
        bottom = Self.colour(hue: hue + 40, light: 130)
        ink = Self.colour(hue: hue + 180, light: 60)
    }

    /// The pixels, three bytes each, from the top.
    var rows: [[UInt8]] {
        (0..<file.height).map { y in
            let background = Self.bytes(Self.mix(top, bottom, y, file.height - 1))
            let ink = Self.bytes(ink)
            var row: [UInt8] = []
            row.reserveCapacity(3 * file.width)
            for x in 0..<file.width { row += isInked(x, y) ? ink : background }
            return row
        }
    }

    private static func bytes(_ colour: Colour) -> [UInt8] {
        [colour.red, colour.green, colour.blue].map(UInt8.init(clamping:))
    }

    private func isInked(_ x: Int, _ y: Int) -> Bool {
        // A centred square, with a border of half a cell.
        let cell = max(min(file.width, file.height) / (Self.cells + 1), 1)
        let (left, above) = ((file.width - cell * Self.cells) / 2, (file.height - cell * Self.cells) / 2)
        guard x >= left, y >= above else { return false }
        let (column, row) = ((x - left) / cell, (y - above) / cell)
        guard column < Self.cells, row < Self.cells else { return false }
        return pattern >> (row * Self.cells + min(column, Self.cells - 1 - column)) & 1 == 1
    }

    private static func mix(_ from: Colour, _ to: Colour, _ step: Int, _ steps: Int) -> Colour {
        func mixed(_ a: Int, _ b: Int) -> Int { a + (b - a) * step / max(steps, 1) }
        return (mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue))
    }

    /// A colour of the wheel, from degrees; `light` is its strongest part, 0 to 255.
    private static func colour(hue: Int, light: Int) -> Colour {
        /// A primary colour is full within 60 degrees, and zero from 120 degrees on.
        func part(_ primary: Int) -> Int {
            let away = abs((hue - primary + 540) % 360 - 180)
            let share = min(max(120 - away, 0), 60)
            return light * (12 + 48 * share / 60) / 60
        }
        return (part(0), part(120), part(240))
    }
}

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

/// A generator that gives the same numbers for the same seed, on every machine (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
