import Wire

/// Consecutive lines of a sender that will be passed on together: of one type, or of several with the same receivers
/// if no part needs the type of each.
struct PendingRun {
    /// How the lines of a destination may be joined.
    struct Terms {
        /// A journal or a queue of states needs the layout of each line.
        let readsLayouts: Bool
        /// A tap, a journal or the log needs the type of each line.
        let readsTypes: Bool
    }

    private(set) var destination: Destination?
    private var terms = Terms(readsLayouts: false, readsTypes: true)
    /// The place of the lines: in the bytes that the sender wrote, or in `completed`.
    private var range = 0..<0
    private var areCompleted = false
    /// Lines that were completed.
    private var completed: [UInt8] = []
    /// Bytes of completed lines that may wait.
    private static let limit = 1 << 18
    private var run = LineRun()

    /// True if a line of another destination may join the lines that wait.
    /// - Parameter start: where the line is in what the sender wrote; nil for one that was completed.
    func admits(_ other: Destination, at start: Int?) -> Bool {
        guard let destination, follows(start) else { return false }
        return destination === other || (!terms.readsTypes && destination.isParallel(to: other))
    }

    /// True if nothing lies between the lines that wait and this one. A blank line may.
    private func follows(_ start: Int?) -> Bool {
        guard let start else { return areCompleted && completed.count < Self.limit }
        return !areCompleted && start == range.upperBound
    }

    /// - Parameter start: in what the sender wrote; nil for lines that will be completed.
    mutating func begin(_ destination: Destination, at start: Int?, _ terms: Terms) {
        self.destination = destination
        self.terms = terms
        areCompleted = start == nil
        range = (start ?? 0)..<(start ?? 0)
    }

    /// - Parameter end: after the line's LF.
    mutating func add(to end: Int, _ layout: EnvelopeLayout) {
        run.count += 1
        if terms.readsLayouts {
            let line = range.upperBound - range.lowerBound..<end - range.lowerBound
            run.lines.append(LineRun.Line(range: line, layout: layout))
        }
        range = range.lowerBound..<end
    }

    /// Appends a completed line.
    mutating func add(_ line: [UInt8]) {
        completed += line
        guard terms.readsLayouts else {
            run.count += 1
            range = range.lowerBound..<completed.count
            return
        }
        add(
            to: completed.count,
            (try? EnvelopeScanner.scan(line.span.extracting(..<(line.count - 1)))) ?? EnvelopeLayout())
    }

    /// Hands over the lines that wait, if any, and whether they are as the sender wrote them.
    mutating func flush(
        _ unread: UnsafeRawBufferPointer, _ body: (LineRun, Destination, _ isUnchanged: Bool) -> Void
    ) {
        guard let destination else { return }
        if areCompleted {
            completed.withUnsafeBytes { bytes in
                run.bytes = bytes
                body(run, destination, false)
            }
            completed.removeAll(keepingCapacity: completed.count <= 2 * Self.limit)
        } else {
            run.bytes = UnsafeRawBufferPointer(rebasing: unread[range])
            body(run, destination, true)
        }
        self.destination = nil
        run.count = 0
        run.lines.removeAll(keepingCapacity: true)
    }
}

/// Whole lines from one sender that are passed on together: of one type, unless no part needs the type of each.
struct LineRun {
    struct Line {
        /// The place of the line in ``LineRun/bytes``, with its LF.
        let range: Range<Int>
        let layout: EnvelopeLayout
    }

    /// The lines, with their LFs.
    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    var count = 0
    /// The single lines, where a journal reads them; else empty.
    var lines: [Line] = []

    init() {}

    /// - Parameter bytes: whole lines, each with its LF. Lines that are not events are not among ``lines``.
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
