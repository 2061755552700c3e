import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("Pictures") struct PictureTests {
    @Test(
        arguments: [
            ("1/artwork-60", 60, 60), ("albums/1/artwork-100", 100, 100), ("1/artwork-512", 512, 512),
            ("1/screenshot-10", 320, 200), ("1/ipad-1", 320, 200), ("videos/x/default", 120, 90),
            ("videos/x/mqdefault", 320, 180), ("videos/x/hqdefault", 480, 360), ("owners/oakpost/avatar", 100, 100),
        ])
    func size(path: String, width: Int, height: Int) throws {
        let result = try CatalogRun.shell(
            "ask http://catalog.invalid/pictures/\(path).png -o \"$TMPDIR/p.png\" && python3 -c '\(Self.reader)' \"$TMPDIR/p.png\"",
            environment: ["TMPDIR": scratch.path])
        expect(result.output, equals: "\(width) \(height) whole\n", "\(result.diagnostics)")
    }

    @Test func headers() throws {
        let url = "http://catalog.invalid/pictures/1/artwork-100.png"
        let script = """
            ask \(url) -D - -o "$TMPDIR/1" --compressed | grep -i '^content-\\(type\\|encoding\\)' | tr -d '\\r'
            tag=$(ask \(url) -D - -o "$TMPDIR/2" | sed -n 's/^etag: //ip' | tr -d '\\r')
            cmp "$TMPDIR/1" "$TMPDIR/2" && ask \(url) -H "If-None-Match: $tag" -o "$TMPDIR/3" -w '%{http_code} %{size_download}\\n'
            ask \(url) -H 'If-None-Match: "other"' -o "$TMPDIR/3" -w '%{http_code}\\n'
            ask http://catalog.invalid/pictures/2/artwork-100.png -o "$TMPDIR/4"
            cmp -s "$TMPDIR/1" "$TMPDIR/4" || echo different
            """
        let result = try CatalogRun.shell(script, environment: ["TMPDIR": scratch.path])
        expect(result.lines, equals: ["content-type: image/png", "304 0", "200", "different"])
    }

    @Test(
        arguments: [
            "pictures/1/artwork-99.png", "pictures/1/screenshot-11.png", "pictures/1/screenshot.png",
            "pictures/1/artwork-100.jpg", "pictures/", "pictures/.png", "previews/1.m4a",
        ])
    func anUnknownPathIsNotFound(path: String) throws {
        let ask = "ask http://catalog.invalid/\(path) -o /dev/null -w '%{http_code}'"
        try expect(CatalogRun.shell(ask).output, equals: "404")
    }

    /// Every picture URL in any answer leads to a valid picture.
    @Test func whatTheAnswersNameIsFound() throws {
        let texts = try [("itunes", "apps"), ("itunes", "songs"), ("github", "repositories"), ("youtube", "videos")].map
        {
            let table = try require(Vendor($0.0)?.table($0.1))
            let values = ["part.snippet": Fragment("")]
            return String(decoding: table.rows.indices.flatMap { table.shown($0, values) }, as: UTF8.self)
        }
        let paths = Set(texts.joined().matches(of: /catalog\.invalid\/pictures\/([^"]*)/).map { String($0.1) })
        #expect(paths.count > 1000)
        for path in paths {
            let name = path.split(separator: "/").last?.dropLast(4) ?? ""
            expect(path.hasSuffix(".png") && PictureFile(String(name)) != nil, "\(path)")
        }
    }

    private let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
    }

    /// Reads a PNG, verifies its checksums and prints its size.
    private static let reader = """
        import struct, sys, zlib
        data, at, chunks = open(sys.argv[1], "rb").read(), 8, []
        assert data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
        while at < len(data):
            size, = struct.unpack(">I", data[at : at + 4])
            body = data[at + 4 : at + 8 + size]
            assert zlib.crc32(body) == struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0]
            chunks.append(body)
            at += 12 + size
        width, height = struct.unpack(">II", chunks[0][4:12])
        assert [c[:4] for c in chunks] == [b"IHDR", b"IDAT", b"IEND"]
        print(width, height, "whole" if len(zlib.decompress(chunks[1][4:])) == (3 * width + 1) * height else "broken")
        """
}
