package import ScreenModel

/// Runs chafa for one picture at a time. A drawing that is no longer wanted, or takes too long, is ended.
package struct PictureDrawer {
    private struct Job {
        let request: PictureRequest
        let format: PictureFormat
        /// Nil for one in characters.
        let pixels: PixelSize?
        let process: DrawingProcess
        /// Milliseconds of the caller's clock.
        let deadline: Int
    }

    private let colors: ColorDepth
    package var target = PictureTarget()
    /// Of the next drawing in pixels. Other programs in the same window begin with 1.
    private var number = 0x5650_0001
    /// The pictures that could not be drawn in pixels.
    private var refused: Set<String> = []
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
        let pixels = refused.contains(request.key) ? nil : target.pixels(for: request.size)
        let format = pixels == nil ? PictureFormat.symbols : target.format
        let unit = PictureTarget.unit
        let size = pixels.map { Size(columns: $0.width / unit, rows: $0.height / unit) } ?? request.size
        let arguments =
            [program, "--format", format.nameForChafa, "--animate", "off", "--polite", "on", "--threads", "1"]
            + (pixels == nil ? ["--colors", colors.rawValue] : ["--colors", "full", "--font-ratio", "1"])
            + ["--size", "\(size.columns)x\(size.rows)", "-"]
        job = Job(
            request: request, format: format, pixels: pixels,
            process: try DrawingProcess(arguments, input: image.bytes), deadline: now + Self.longest)
    }

    package func read() { job?.process.read() }
    package func reap() { job?.process.reap() }

    /// Ends the drawing unless it is still wanted.
    package mutating func giveUp(unlessIn wanted: [PictureRequest]) {
        if let job, !wanted.contains(job.request) { self.job = nil }
    }

    /// - Returns: the request that has ended; its drawing is nil when it failed. One that failed in pixels is to be started
    ///   again, and is drawn in characters then.
    package mutating func takeFinished(now: Int) -> (request: PictureRequest, drawing: Drawing?)? {
        guard let job else { return nil }
        switch job.process.state {
        case .running where now < job.deadline: return nil
        case .running, .failed: return end(job, nil)
        case .done(let output): return end(job, drawing(output, for: job))
        }
    }

    private mutating func end(_ job: Job, _ drawing: Drawing?) -> (request: PictureRequest, drawing: Drawing?)? {
        self.job = nil
        guard drawing == nil, job.pixels != nil, refused.count < Self.mostRefused else { return (job.request, drawing) }
        refused.insert(job.request.key)
        return nil
    }

    private static let mostRefused = 1000

    private mutating func drawing(_ output: [UInt8], for job: Job) -> Drawing? {
        let area = job.request.size
        guard let whole = job.pixels else { return ChafaOutput.cells(output, limit: area).map { .cells($0) } }
        guard let found = PixelOutput.read(output, job.format, limit: whole) else { return nil }
        defer { number += 1 }
        return .pixels(
            PixelDrawing(
                format: job.format, number: number, size: PictureTarget.cells(of: found.size, from: whole, in: area),
                pixels: found.size, data: found.data))
    }
}

extension PictureFormat {
    fileprivate var nameForChafa: String { self == .sixel ? "sixels" : rawValue }
}
