import Wire

/// Lines that follow each other in what a sender wrote and wait to be passed on together: of one type, or of several with the
/// same receivers where nobody asks for the type of each.
struct PendingRun {
    /// How the lines of a route may be joined.
    struct Terms {
        /// Whether a journal has to know what stands in each line.
        let readsLayouts: Bool
        /// Whether somebody has to know the type of each line.
        let readsTypes: Bool
    }

    private(set) var route: Route?
    private var terms = Terms(readsLayouts: false, readsTypes: true)
    /// Where the lines stand: in what the sender wrote, or in `completed`.
    private var range = 0..<0
    private var areCompleted = false
    /// Lines that were completed.
    private var completed: [UInt8] = []
    /// Bytes of completed lines that may wait.
    private static let limit = 1 << 18
    private var run = LineRun()

    /// Whether a line of the route may join the lines that wait.
    func admits(_ other: Route, completed: Bool) -> Bool {
        guard let route, completed == areCompleted, !other.isState, self.completed.count < Self.limit else {
            return false
        }
        return route === other || (!terms.readsTypes && route.isParallel(to: other))
    }

    /// - Parameter start: in what the sender wrote; nil for lines that will be completed.
    mutating func begin(_ route: Route, at start: Int?, _ terms: Terms) {
        self.route = route
        self.terms = terms
        areCompleted = start == nil
        range = (start ?? 0)..<(start ?? 0)
    }

    /// - Parameter end: behind the line's LF.
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

    /// Hands over the lines that wait, if any.
    mutating func flush(_ unread: UnsafeRawBufferPointer, _ body: (LineRun, Route) -> Void) {
        guard let route else { return }
        if areCompleted {
            completed.withUnsafeBytes { bytes in
                run.bytes = bytes
                body(run, route)
            }
            completed.removeAll(keepingCapacity: true)
        } else {
            run.bytes = UnsafeRawBufferPointer(rebasing: unread[range])
            body(run, route)
        }
        self.route = nil
        run.count = 0
        run.lines.removeAll(keepingCapacity: true)
    }
}
