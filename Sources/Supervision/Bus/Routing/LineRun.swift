import Wire

/// Whole lines from one sender that are passed on together: of one type, unless nobody asks for the type of each.
struct LineRun {
    struct Line {
        /// Where it stands in ``LineRun/bytes``, with its LF.
        let range: Range<Int>
        let layout: EnvelopeLayout
    }

    /// With their LFs.
    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    var count = 0
    /// Each line, where a journal reads them; else empty.
    var lines: [Line] = []

    init() {}

    /// One line that no journal reads.
    init(_ line: UnsafeRawBufferPointer) {
        bytes = line
        count = 1
    }

    /// - Parameter bytes: whole lines, each with its LF. Lines that are no events are not among ``lines``.
    init(scanning bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        var start = 0
        for end in bytes.indices where bytes[end] == 0x0A {
            count += 1
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            let layout = line.withMemoryRebound(to: UInt8.self) { try? EnvelopeScanner.scan($0.span) }
            if let layout { lines.append(Line(range: start..<end + 1, layout: layout)) }
            start = end + 1
        }
    }

    func bytes(of line: Line) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[line.range]) }
}
