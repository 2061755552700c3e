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
