import Platform
@testable import ProgramApp
import TestSupport
import Testing

@Suite struct RowInputTests {
    private static func read(_ input: RowInput) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        while !input.hasEnded { chunks.append(input.read()) }
        return chunks.filter { !$0.isEmpty }
    }

    /// A pipe and a file are kept whole, and read once; a replacement process reads the same.
    @Test(arguments: [true, false]) func allRowsAreReadAndKept(_ isPipe: Bool) throws {
        let text = (0..<100_000).map { "row \($0)\n" }.joined()
        let folder = try TemporaryFolder()
        let (kept, file) = (try folder.open("kept"), try folder.open("file"))
        defer { for descriptor in [kept, file] { close(descriptor) } }
        expect(write(file, text, text.utf8.count), equals: text.utf8.count)
        lseek(file, 4, SEEK_SET)
        var ends: [CInt] = [0, 0]
        expect(pipe(&ends), equals: 0)
        defer { for end in ends { close(end) } }
        if isPipe {
            let part = String(text.dropFirst(4).prefix(60_000))
            expect(write(ends[1], part, part.utf8.count), equals: part.utf8.count)
            close(ends[1])
            ends[1] = -1
        }
        let wanted = Array(isPipe ? text.dropFirst(4).prefix(60_000).utf8 : text.dropFirst(4).utf8)
        let input = RowInput(source: isPipe ? ends[0] : file, kept: kept)
        expect(Self.read(input).flatMap(\.self), equals: wanted)
        expect(input.takeKept().isEmpty && input.failure == nil)
        let next = RowInput(source: isPipe ? ends[0] : file, kept: kept)
        var all: [UInt8] = []
        while case let chunk = next.takeKept(), !chunk.isEmpty { all += chunk }
        expect(all, equals: wanted)
    }
}

extension TemporaryFolder {
    fileprivate func open(_ name: String) throws -> CInt {
        let descriptor = Platform.open("\(path)/\(name)", O_RDWR | O_CREAT, 0o600)
        return try require(descriptor >= 0 ? descriptor : nil)
    }
}
