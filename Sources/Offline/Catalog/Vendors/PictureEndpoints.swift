import Compression

/// The pictures named in the sample data, `<what>/<id>/<file>.png`, drawn from their paths.
struct PictureEndpoints: Endpoints {
    static let vendor = "pictures"

    func reply(to request: CatalogRequest) -> EndpointReply? {
        let path = request.path
        guard path.hasSuffix(".png"), let name = path.dropLast(4).split(separator: "/").last,
            let file = PictureFile(String(name))
        else { return nil }
        let tag = "\"\(String(stableHash(path), radix: 16))\""
        var response = CatalogResponse(
            status: 200, headers: ["content-type": "image/png", "cache-control": "public, max-age=86400", "etag": tag],
            body: [])
        if isKnown(tag, request.knownTag) {
            response.status = 304
        } else {
            response.body = PNG.encode(SamplePicture(of: subject(path), file).rows, width: file.width) ?? []
        }
        return EndpointReply(response, subjects: [path])
    }

    /// RFC 9110 §13.1.2: a list of tags, weak or not, or any.
    private func isKnown(_ tag: String, _ field: String?) -> Bool {
        (field ?? "").split(separator: ",").contains { entry in
            let known = entry.filter { !$0.isWhitespace }
            return known == "*" || known == tag || known == "W/\(tag)"
        }
    }

    /// All sizes of an artwork show the same; each screenshot differs.
    private func subject(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        let isNumbered = name.hasPrefix("screenshot-") || name.hasPrefix("ipad-")
        return isNumbered ? path : String(path.dropLast(name.count))
    }
}

/// A picture named in the sample data. Its file name decides its size in pixels.
struct PictureFile {
    let name: String
    let width: Int
    let height: Int

    /// YouTube's names of the sizes, and of their files.
    static let thumbnails: [(name: String, file: PictureFile)] = [
        ("default", PictureFile(name: "default", width: 120, height: 90)),
        ("medium", PictureFile(name: "mqdefault", width: 320, height: 180)),
        ("high", PictureFile(name: "hqdefault", width: 480, height: 360)),
    ]

    private init(name: String, width: Int, height: Int) {
        (self.name, self.width, self.height) = (name, width, height)
    }

    /// - Parameter name: without `.png`.
    /// - Returns: nil for a name that the sample data do not contain.
    init?(_ name: String) {
        let parts = name.split(separator: "-", maxSplits: 1)
        let number = parts.count > 1 ? Int(parts[1]) : nil
        switch (parts.first, number) {
        case ("artwork", let size?) where [30, 60, 100, 512].contains(size):
            self.init(name: name, width: size, height: size)
        case ("avatar", nil): self.init(name: name, width: 100, height: 100)
        case ("screenshot", let number?) where 1...10 ~= number, ("ipad", let number?) where 1...10 ~= number:
            self.init(name: name, width: 320, height: 200)
        default:
            guard let file = Self.thumbnails.first(where: { $0.file.name == name })?.file else { return nil }
            self = file
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
        var draw = SplitMix64(seed: stableHash(subject))
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
