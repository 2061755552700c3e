import Compression
import TestSupport
import Testing

@Suite struct CompressionTests {
    static let formats: [CompressedFormat] = [.gzip, .zlib, .raw]
    static let text = Array(String(repeating: "a line that repeats, ", count: 5000).utf8)

    @Test("What was compressed decompresses to the same", arguments: formats, [0, 1, text.count])
    func roundTrip(format: CompressedFormat, length: Int) throws {
        let bytes = Array(Self.text.prefix(length))
        for effort in [Deflater.Effort.fastest, .standard, .smallest] {
            let packed = try require(bytes.compressed(format, effort: effort))
            expect([UInt8](decompressing: packed[...], format, to: bytes.count), equals: bytes)
        }
    }

    @Test("Another length, a truncated stream, garbage behind it and another format are refused", arguments: formats)
    func refusals(format: CompressedFormat) throws {
        let packed = try require(Self.text.compressed(format, effort: .fastest))
        let count = Self.text.count
        for (data, length) in [
            (packed, count - 1), (packed, count + 1), (packed, -1), (packed, .max), (packed, 0),
            (Array(packed.dropLast()), count), (packed + [0], count), (packed + packed, count), ([], 0), ([], count),
            (Array(Self.text.prefix(200)), 200),
        ] {
            expect(
                [UInt8](decompressing: data[...], format, to: length), equals: nil, "\(data.count) bytes to \(length)")
        }
    }

    @Test("Each flipped byte behind the header of a gzip member is noticed")
    func flippedBytes() throws {
        let bytes = Array("some text that is too short to repeat".utf8)
        let packed = try require(bytes.compressed(.gzip, effort: .standard))
        for place in packed.indices.dropFirst(10) {
            var damaged = packed
            damaged[place] ^= 0x55
            expect([UInt8](decompressing: damaged[...], .gzip, to: bytes.count), equals: nil, "at \(place)")
        }
    }

    @Test("A bomb fills the space that it is given and no more, and waits for the next step")
    func bomb() throws {
        let size = 8 << 20
        let bomb = try require([UInt8](repeating: 0, count: size).compressed(.gzip, effort: .smallest))
        let inflater = try require(Inflater(.gzip))
        var space = [UInt8](repeating: 1, count: 1000)
        var (read, total, steps) = (0, 0, 0)
        var status = Inflater.Status.more
        while status == .more {
            let step = bomb[read...].withUnsafeBytes { input in
                space.withUnsafeMutableBytes { inflater.decompress(input, into: $0) }
            }
            #expect(step.produced <= space.count)
            read += step.consumed
            total += step.produced
            status = step.status
            steps += 1
            try require(steps <= size)
        }
        expect(status == .memberEnd && total == size && read == bomb.count && steps >= size / space.count)
    }

    @Test("A stream fed byte by byte comes out whole; its members follow each other")
    func pieces() throws {
        let members = [Array("first".utf8), [], Array("third".utf8)]
        let packed = try members.flatMap { try require($0.compressed(.gzip, effort: .standard)) }
        let inflater = try require(Inflater(.gzip))
        var (output, ends) = ([UInt8](), 0)
        for byte in packed {
            var space = [UInt8](repeating: 0, count: 16)
            let step = withUnsafeBytes(of: byte) { input in
                space.withUnsafeMutableBytes { inflater.decompress(input, into: $0) }
            }
            output += space.prefix(step.produced)
            guard step.status == .memberEnd else { continue }
            ends += 1
            inflater.reset()
        }
        expect(output == members.flatMap { $0 } && ends == members.count)
    }

    @Test("What was flushed can be read before the end, and behind damage")
    func flushes() throws {
        let deflater = try require(Deflater(.gzip, effort: .fastest))
        var packed: [UInt8] = []
        Array("first".utf8).withUnsafeBytes { deflater.compress($0, .full, onto: &packed) }
        let boundary = packed.count
        Array("second".utf8).withUnsafeBytes { deflater.compress($0, .full, onto: &packed) }
        try expect(Self.inflated(packed), equals: "firstsecond")

        let inflater = try require(Inflater(.gzip))
        var space = [UInt8](repeating: 0, count: 64)
        // An invalid block type at the very beginning.
        packed[10] = 0xFF
        let step = packed[..<boundary].withUnsafeBytes { input in
            space.withUnsafeMutableBytes { inflater.decompress(input, into: $0) }
        }
        guard case .damaged = step.status else {
            Issue.record("the damage was not found: \(step)")
            return
        }
        let (consumed, isFound) = packed[step.consumed...].withUnsafeBytes { inflater.resynchronise($0) }
        expect(isFound && step.consumed + consumed == boundary)
        let rest = packed[boundary...].withUnsafeBytes { input in
            space.withUnsafeMutableBytes { inflater.decompress(input, into: $0) }
        }
        expect(String(decoding: space.prefix(rest.produced), as: UTF8.self), equals: "second")
    }

    private static func inflated(_ packed: [UInt8]) throws -> String {
        let inflater = try require(Inflater(.gzip))
        var space = [UInt8](repeating: 0, count: 64)
        let step = packed.withUnsafeBytes { input in
            space.withUnsafeMutableBytes { inflater.decompress(input, into: $0) }
        }
        return String(decoding: space.prefix(step.produced), as: UTF8.self)
    }

    @Test("The checksum is that of RFC 1952", arguments: [("", 0), ("123456789", 0xCBF4_3926 as UInt32)])
    func checksum(text: String, sum: UInt32) { expect(Array(text.utf8)[...].crc32, equals: sum) }
}
