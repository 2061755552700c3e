import Wire

/// Whole lines of one type from one sender, which pass together.
struct LineRun {
    struct Line {
        /// Where it stands, with its LF.
        let range: Range<Int>
        let layout: EnvelopeLayout
    }

    /// With their LFs.
    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    var count = 0
    /// Each of them, where somebody wants to know what stands in it.
    var lines: [Line] = []

    init() {}

    /// One line that nobody wants to know more about.
    init(_ line: UnsafeRawBufferPointer) {
        bytes = line
        count = 1
    }

    /// - Parameter bytes: whole lines, each with its LF; those that are no events are not among ``lines``.
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
