import Compression
import Platform
import Processes
import Recording

/// Recordings, plain and compressed.
enum CassetteProperties {
    private struct Contents: Equatable {
        var lines: [CassetteReader.Line] = []
        var damages: [String] = []
        var header: CassetteHeader?
        var exit: Int32?
    }

    private static let magic: [UInt8] = [0x1F, 0x8B]

    static func check(_ input: [UInt8]) throws(Finding) {
        let contents = try read(input)
        for damage in contents.damages { try claimPrintable(damage, "a damage") }
        if !input.starts(with: magic), let compressed = input.compressed(.gzip, effort: .fastest) {
            try claim(try read(compressed) == contents, "a recording is another one when it is compressed")
        }
        var written: [UInt8] = []
        for line in contents.lines {
            switch line {
            case .passage(let passage): passage.appendLine(to: &written)
            case .missed(let count): written += Passage.missed(count)
            }
        }
        let again = try read(written)
        try claim(again.damages.isEmpty && again.lines.count == contents.lines.count, "what was read cannot be written")
        for (one, other) in zip(contents.lines, again.lines) {
            try claim(isSame(one, other), "a line is another one after writing and reading: \(one), \(other)")
        }
    }

    /// Times are written with microseconds.
    private static func isSame(_ one: CassetteReader.Line, _ other: CassetteReader.Line) -> Bool {
        guard case (.passage(let one), .passage(var other)) = (one, other) else { return one == other }
        guard abs(one.time - other.time) < 0.000_001 else { return false }
        other.time = one.time
        return one == other
    }

    private static func read(_ bytes: [UInt8]) throws(Finding) -> Contents {
        do throws(SystemError) {
            let file = try file(with: bytes)
            let reader = try CassetteReader("/proc/self/fd/\(file.number)")
            var contents = Contents()
            while let line = try reader.next() { contents.lines.append(line) }
            contents.damages = reader.damages.map { "\($0.line): \($0.reason)" }
            (contents.header, contents.exit) = (reader.header, reader.exit)
            return contents
        } catch {
            throw Finding("a recording cannot be read: \(error)")
        }
    }

    /// A file without a name.
    private static func file(with bytes: [UInt8]) throws(SystemError) -> Descriptor {
        var path = Array("/tmp/viperline-fuzz-XXXXXX".utf8CString)
        let number = mkstemp(&path)
        guard number >= 0 else { throw SystemError("make a file in /tmp") }
        unlink(path)
        guard write(number, bytes, bytes.count) == bytes.count else { throw SystemError("write a file in /tmp") }
        return Descriptor(owning: number)
    }
}
