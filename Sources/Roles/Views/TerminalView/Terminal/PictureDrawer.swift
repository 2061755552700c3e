package import Platform
import Processes
package import ScreenModel
import Wire

/// Runs chafa for one picture at a time. A drawing that is no longer wanted, or takes too long, is ended.
package struct PictureDrawer {
    private struct Job {
        let request: PictureRequest
        let format: PictureFormat
        /// Nil for one in characters.
        let pixels: PixelSize?
        let process: DrawingProcess
        let deadline: Instant
    }

    private let colors: ColorDepth
    package var target = PictureTarget()
    /// The number of the next drawing in pixels. Other programs in the same window begin with 1.
    private var number = 0x5650_0001
    /// The pictures that could not be drawn in pixels.
    private var refused: Set<String> = []
    private let program: String
    private var job: Job?

    /// Time that one drawing may take.
    private static let longest = Duration.seconds(2)

    package init(colors: ColorDepth, program: String = "chafa") {
        self.colors = colors
        self.program = program
    }

    package var isIdle: Bool { job == nil }
    /// The descriptor to poll; nil when no output is awaited.
    package var output: Int32? { job?.process.output }

    /// Time until the drawing takes too long.
    package func timeout(now: Instant) -> Duration? { job.map { max($0.deadline - now, .zero) } }

    package mutating func start(_ request: PictureRequest, _ image: ImageFile, now: Instant) throws(DrawingProcess
        .Failure)
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
    package mutating func takeFinished(now: Instant) -> (request: PictureRequest, drawing: Drawing?)? {
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

    /// Pictures of which it remembers that they cannot be drawn in pixels.
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

/// A child process that turns a picture's file into text. It has a session of its own, so that it cannot reach the terminal;
/// its memory and time are bounded, and of the environment it gets only PATH. It is killed when this object goes.
package final class DrawingProcess {
    package enum Failure: Error {
        /// The program does not exist.
        case noProgram
        case notStarted
    }

    enum State {
        case running
        case done(output: [UInt8])
        case failed
    }

    private let process: PipedProcess
    private var bytes: [UInt8] = []

    /// Bytes. The coloured cells of the largest terminal take fewer.
    private static let longestOutput = 4 << 20

    /// - Parameter arguments: the program first; it is looked for in PATH.
    init(_ arguments: [String], input: [UInt8]) throws(Failure) {
        let path = RoleEnvironment.variable("PATH") ?? "/usr/bin:/bin"
        guard let program = arguments.first, Self.isExecutable(program, in: path) else { throw .noProgram }
        guard let file = Self.temporaryFile(with: input) else { throw .notStarted }
        var launch = Launch(["/bin/sh", "-c", Self.limits, "sh"] + arguments)
        launch.environment = ["PATH": path, "LC_ALL": "C.UTF-8"]
        launch.descriptors = [(file.number, 0)]
        launch.files = [.init("/dev/null", O_WRONLY, as: 2)]
        launch.group = .ownSession
        do throws(SystemError) { process = try PipedProcess(launch, .output, mostUnread: 0) } catch {
            throw .notStarted
        }
    }

    /// KiB of address space. The largest picture takes 300 MB, most of that code and reserve. Without a limit, a file could
    /// unpack to a thousand times its size, whatever its header claims.
    private static let mostMemory = 512 << 10
    /// Seconds of CPU time. ``PictureDrawer`` gives up earlier; this ends what a kill would miss.
    private static let mostTime = 10
    /// `posix_spawn` cannot set limits, so a shell does and then executes the program.
    private static let limits = "ulimit -v \(mostMemory); ulimit -t \(mostTime); ulimit -c 0; exec \"$@\""

    private static func isExecutable(_ program: String, in path: String) -> Bool {
        if program.contains("/") { return access(program, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// The descriptor to poll; nil once the output has ended.
    var output: Int32? { process.outputNumber }

    var state: State {
        if let outcome = process.outcome, outcome != .exited(0) { return .failed }
        if bytes.count > Self.longestOutput { return .failed }
        return process.outcome != nil && output == nil ? .done(output: bytes) : .running
    }

    /// Reads the available bytes, without waiting.
    func read() {
        while bytes.count <= Self.longestOutput, case let piece = process.readOutput(), !piece.isEmpty {
            bytes += piece
        }
    }

    /// Looks whether the child has ended; what it has started ends with it.
    func reap() { if process.reap() != nil { read() } }

    /// A file that no other process can open: its name is removed before anything is written.
    private static func temporaryFile(with bytes: [UInt8]) -> Descriptor? {
        var name = Array("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-XXXXXX".utf8CString)
        let number = mkstemp(&name)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        unlink(name)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        guard (try? StandardStream.write(bytes, to: number)) != nil, lseek(number, 0, SEEK_SET) == 0 else { return nil }
        return file
    }
}
