/// Runs chafa for one picture at a time. A drawing that is no longer wanted, or takes too long, is ended.
package struct PictureDrawer {
    private struct Job {
        let request: PictureRequest
        let process: DrawingProcess
        /// Milliseconds of the caller's clock.
        let deadline: Int
    }

    private let colors: ColorDepth
    private let program: String
    private var job: Job?

    /// Milliseconds that one drawing may take.
    private static let longest = 2000

    package init(colors: ColorDepth, program: String = "chafa") {
        self.colors = colors
        self.program = program
    }

    package var isIdle: Bool { job == nil }
    /// The descriptor to poll; nil when no output is awaited.
    package var output: Int32? { job?.process.output }

    /// Milliseconds until the drawing takes too long.
    package func timeout(now: Int) -> Int? { job.map { max($0.deadline - now, 0) } }

    package mutating func start(_ request: PictureRequest, _ image: ImageFile, now: Int) throws(DrawingProcess.Failure)
    {
        let arguments = [
            program, "--format", "symbols", "--animate", "off", "--polite", "on", "--threads", "1", "--colors",
            colors.rawValue,
            "--size", "\(request.size.columns)x\(request.size.rows)", "-",
        ]
        job = Job(
            request: request, process: try DrawingProcess(arguments, input: image.bytes),
            deadline: now + Self.longest)
    }

    package func read() { job?.process.read() }
    package func reap() { job?.process.reap() }

    /// Ends the drawing unless it is still wanted.
    package mutating func giveUp(unlessIn wanted: [PictureRequest]) {
        if let job, !wanted.contains(job.request) { self.job = nil }
    }

    /// - Returns: the request that has ended; its drawing is nil when it failed.
    package mutating func takeFinished(now: Int) -> (request: PictureRequest, drawing: CellBuffer?)? {
        guard let job else { return nil }
        switch job.process.state {
        case .running where now < job.deadline: return nil
        case .running, .failed:
            self.job = nil
            return (job.request, nil)
        case .done(let output):
            self.job = nil
            return (job.request, ChafaOutput.cells(output, limit: job.request.size))
        }
    }
}
