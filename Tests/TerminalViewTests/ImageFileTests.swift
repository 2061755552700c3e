import Foundation
import TerminalView
import Testing

@Suite struct ImageFileTests {
    private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + size
    }

    /// With a segment and fill bytes before the frame header.
    private static func jpeg(_ width: UInt8, _ height: UInt8) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, height, 0, width, 3]
    }

    private static func pixels(_ bytes: [UInt8]) -> PixelSize? {
        ImageFile(base64: Data(bytes).base64EncodedString())?.pixels
    }

    @Test func itsSizeIsRead() {
        #expect(ImageFile(base64: Fixture.image)?.pixels == PixelSize(width: 8, height: 8))
        #expect(Self.pixels(Self.png(640, 480)) == PixelSize(width: 640, height: 480))
        #expect(Self.pixels(Self.jpeg(200, 100)) == PixelSize(width: 200, height: 100))
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xC0], Array("GIF89a".utf8), Array("<svg/>".utf8),
            png(0, 5), png(100_000, 100_000), png(.max, .max), Array(png(8, 8).dropLast()), jpeg(0, 9),
            Array(jpeg(9, 9).prefix(14)), [0xFF, 0xD8] + Array(repeating: 0xFF, count: 50),
            [0xFF, 0xD8] + Array(repeating: [0xFF, 0xE0, 0, 0], count: 9).flatMap { $0 },
        ] as [[UInt8]]) func whatIsNoPictureOfBoundedSizeIsRefused(_ bytes: [UInt8])
    {
        #expect(Self.pixels(bytes) == nil)
    }

    @Test func longOnesAndOtherTextAreRefused() {
        #expect(ImageFile(base64: "not base64!") == nil)
        let fill = (2 << 20) / 4 * 3
        #expect(Self.pixels(Self.png(8, 8) + Array(repeating: 0, count: fill - 24)) != nil)
        #expect(Self.pixels(Self.png(8, 8) + Array(repeating: 0, count: fill)) == nil)
    }

    @Test(arguments: [
        (PixelSize(width: 100, height: 100), Size(columns: 20, rows: 10)),
        (PixelSize(width: 160, height: 90), Size(columns: 32, rows: 9)),
        (PixelSize(width: 90, height: 160), Size(columns: 11, rows: 10)),
        (PixelSize(width: 10_000, height: 1), Size(columns: 32, rows: 1)),
        (PixelSize(width: 1, height: 10_000), Size(columns: 1, rows: 10)),
    ]) func itKeepsItsProportions(_ pixels: PixelSize, _ cells: Size) {
        #expect(pixels.cells(within: Size(columns: 32, rows: 10)) == cells)
    }
}
