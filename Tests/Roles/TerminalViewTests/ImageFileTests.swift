import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing

@Suite struct ImageFileTests {
    private static func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
        number(UInt32(data.count)) + Array(name.utf8) + data + [0, 0, 0, 0]
    }

    private static func number(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    /// - Parameters:
    ///   - data: the compressed size of the pixels, in bytes.
    ///   - extra: other chunks.
    private static func png(_ width: UInt32, _ height: UInt32, data: Int = 10, extra: [UInt8] = []) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0]) + extra
            + chunk("IDAT", Array(repeating: 1, count: data)) + chunk("IEND")
    }

    /// With a segment and fill bytes before the frame header.
    private static func jpeg(_ width: UInt8, _ height: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, height, 0, width, 3]
    }

    private static func pixels(_ bytes: [UInt8]) -> PixelSize? {
        ImageFile(base64: Data(bytes).base64EncodedString())?.pixels
    }

    @Test func itsSizeIsRead() {
        expect(ImageFile(base64: Fixture.image)?.pixels, equals: PixelSize(width: 8, height: 8))
        expect(Self.pixels(Self.png(640, 480)), equals: PixelSize(width: 640, height: 480))
        expect(Self.pixels(Self.jpeg(200, 100)), equals: PixelSize(width: 200, height: 100))
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xC0], Array("GIF89a".utf8), Array("<svg/>".utf8),
            png(0, 5), png(100_000, 100_000), png(.max, .max), Array(png(8, 8).dropLast()),
            Array(png(8, 8).prefix(8)) + [0xFF, 0xFF, 0xFF, 0xFF] + png(8, 8).dropFirst(12), jpeg(0, 9),
            Array(jpeg(9, 9).prefix(14)), [0xFF, 0xD8] + Array(repeating: 0xFF, count: 50),
            [0xFF, 0xD8] + Array(repeating: [0xFF, 0xE0, 0, 0], count: 9).flatMap { $0 },
        ] as [[UInt8]]) func whatIsNoPictureOfBoundedSizeIsRefused(_ bytes: [UInt8])
    {
        expect(Self.pixels(bytes), equals: nil)
    }

    @Test func longOnesAndOtherTextAreRefused() {
        expect(ImageFile(base64: "not base64!"), equals: nil)
        let fill = (2 << 20) / 4 * 3
        let rest = Self.png(4000, 4000, data: 0).count
        #expect(Self.pixels(Self.png(4000, 4000, data: fill - rest)) != nil)
        expect(Self.pixels(Self.png(4000, 4000, data: fill - rest + 3)), equals: nil)
    }

    /// Regression: 40×40 pixels that decompress to 1 GB took as much memory.
    @Test(arguments: [(12_800, true), (29_000, true), (30_000, false), (1_000_000, false)])
    func moreDataThanThePixelsNeedIsRefused(_ data: Int, _ isTaken: Bool) {
        expect((Self.pixels(Self.png(40, 40, data: data)) != nil), equals: isTaken)
    }

    /// Texts and colour profiles are compressed too.
    @Test func onlyWhatMakesThePictureIsKept() throws {
        let extra = ["iCCP", "zTXt", "iTXt", "acTL", "fdAT", "eXIf"].flatMap { Self.chunk($0, [1, 2, 3]) }
        let needed = Self.chunk("PLTE", [1, 2, 3]) + Self.chunk("tRNS", [9])
        let file = try require(
            ImageFile(base64: Data(Self.png(8, 8, extra: extra + needed) + [7, 7, 7]).base64EncodedString()))
        expect(file.bytes, equals: Self.png(8, 8, extra: needed))
    }

    @Test(arguments: [20, 30, 33, 40, 50, 60, 66]) func aPNGThatEndsEarlyIsRefused(_ count: Int) {
        expect(Self.png(8, 8).count == 67 && Self.pixels(Self.png(8, 8)) != nil)
        expect(Self.pixels(Array(Self.png(8, 8).prefix(count))), equals: nil)
    }

    @Test(arguments: [
        (PixelSize(width: 100, height: 100), Size(columns: 20, rows: 10)),
        (PixelSize(width: 160, height: 90), Size(columns: 32, rows: 9)),
        (PixelSize(width: 90, height: 160), Size(columns: 11, rows: 10)),
        (PixelSize(width: 10_000, height: 1), Size(columns: 32, rows: 1)),
        (PixelSize(width: 1, height: 10_000), Size(columns: 1, rows: 10)),
    ]) func itKeepsItsProportions(_ pixels: PixelSize, _ cells: Size) {
        expect(pixels.cells(within: Size(columns: 32, rows: 10)), equals: cells)
    }
}
