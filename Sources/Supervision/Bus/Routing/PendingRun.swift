import Wire

/// Lines of one route that follow each other in what a sender wrote, and wait to be passed on together.
struct PendingRun {
    private(set) var route: Route?
    /// Where the lines stand in what the sender wrote.
    private var range = 0..<0
    private var run = LineRun()
    private var readsLayouts = false

    mutating func begin(_ route: Route, at start: Int, readsLayouts: Bool) {
        self.route = route
        range = start..<start
        self.readsLayouts = readsLayouts || route.isState
    }

    /// - Parameter end: behind the line's LF.
    mutating func extend(to end: Int, _ layout: EnvelopeLayout) {
        run.count += 1
        if readsLayouts {
            let line = range.upperBound - range.lowerBound..<end - range.lowerBound
            run.lines.append(LineRun.Line(range: line, layout: layout))
        }
        range = range.lowerBound..<end
    }

    /// Hands over the lines that wait, if any.
    mutating func flush(_ unread: UnsafeRawBufferPointer, _ body: (LineRun, Route) -> Void) {
        guard let route else { return }
        run.bytes = UnsafeRawBufferPointer(rebasing: unread[range])
        body(run, route)
        self.route = nil
        run.count = 0
        run.lines.removeAll(keepingCapacity: true)
    }
}
