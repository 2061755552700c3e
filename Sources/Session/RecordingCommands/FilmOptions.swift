import CommandBasis
import Commands
import Platform
import Playback
import Processes
import Recording
import SafeText
import Wire

/// The films that `viperline replay` makes.
struct FilmOptions: CommandOptions {
    var cast: String?
    var svg: String?
    var columns: Int?
    var rows: Int?
    var idle: Double?
    var look: Double?
    var to: Double?

    static var table: OptionTable<Self> {
        [
            .option("cast", value: "file", \.cast, "Write the session as an asciicast (version 2); - for stdout."),
            .option(
                "svg", value: "file", \.svg,
                "Write the session as a moving picture (SVG without scripts, at most 300 kB); - for stdout."),
            .option("to", value: "seconds", \.to, "End a film at this second of the session.").within(.positions),
            .option(
                "cols", value: "number", \.columns,
                "The columns of a film, 20 to 240 (default: as recorded, or 80)."
            ).within(Self.sides.columns),
            .option(
                "rows", value: "number", \.rows,
                "The rows of a film, 5 to 80, with one for the user's actions (default: as recorded, or 24)."
            ).within(Self.sides.rows),
            .option(
                "idle", value: "seconds", \.idle, "Cut longer pauses of a film, 0 to 3600 (default: 2)."
            ).within(
                0...3600.0),
            .option(
                "look", value: "seconds", \.look,
                "The least seconds between two actions of a film, 0 to 60 (default: 1.2 for commands, 0 for keys)."
            ).within(0...60.0),
        ]
    }

    private static let defaultIdle = 2.0
    /// Seconds.
    private static let lookAtCommand = 1.2
    private static let sides = (columns: 20...240, rows: 5...80)

    var isWanted: Bool { cast != nil || svg != nil }

    func validate() throws {
        guard isWanted || [columns, rows].allSatisfy({ $0 == nil }) && [idle, look, to].allSatisfy({ $0 == nil }) else {
            throw UsageError("--cols, --rows, --idle, --look and --to go together with --cast or --svg")
        }
        guard cast != "-" || svg != "-" else { throw UsageError("only one of --cast and --svg can be stdout") }
    }

    // MARK: -

    /// - Parameters:
    ///   - timeline: of the whole cassette.
    ///   - file: the cassette.
    ///   - view: the program and its arguments.
    func make(
        of timeline: Timeline, in file: String, by view: [String], _ environment: [String: String], from start: Double,
        speed: Double
    ) throws {
        for path in [cast, svg].compactMap(\.self) where path != "-" {
            guard let old = FileStatus(at: path), old.isRegular else { continue }
            let isSource = FileStatus(at: file).map { old.isSame(as: $0) } ?? false
            guard isSource || CassetteReader.isRecording(path) else { continue }
            throw CommandFailure(
                "film \(file): \(path) is a recording, which the film would replace; choose another name".printable,
                .usage)
        }
        let film = try film(of: timeline, in: file, by: view, environment, from: start, speed: speed)
        guard !film.frames.isEmpty else {
            throw CommandFailure("replay \(file): there is no screen in that time".printable, .badInput)
        }
        if film.isFull {
            StandardStream.diagnose(
                "viperline",
                "the film has \(Film.mostFrames) frames and ends before the session; --from and --to choose a part")
        }
        let title = "A session of \(try CassetteReader(file).header?.composition ?? "Viperline")".printable
        if let cast { try write(CastFile.bytes(of: film, title: title), to: cast) }
        if let svg { try write(try drawing(of: film, title: title), to: svg) }
    }

    private func film(
        of timeline: Timeline, in file: String, by view: [String], _ environment: [String: String], from start: Double,
        speed: Double
    ) throws -> Film {
        let cassette = try CassetteReader(file)
        let screen = cassette.header?.screen
        func side(_ asked: Int?, _ recorded: Int?, _ usual: Int, _ range: ClosedRange<Int>) -> Int {
            min(max(asked ?? recorded ?? usual, range.lowerBound), range.upperBound)
        }
        do {
            let maker = try FilmMaker(
                view, of: cassette.header, environment: environment,
                columns: side(columns, screen?.columns, 80, Self.sides.columns),
                rows: side(rows, screen.map { $0.rows + 1 }, 24, Self.sides.rows),
                pace: FilmClock.Pace(
                    speed: speed, longestPause: idle ?? Self.defaultIdle,
                    shortestLook: look ?? (screen == nil ? Self.lookAtCommand : 0)),
                start: start)
            var progress = FilmProgress(of: min(timeline.duration, to ?? .infinity))
            while let line = try cassette.next() {
                guard case .passage(let passage) = line else { continue }
                guard passage.time <= to ?? .infinity, !maker.film.isFull else { break }
                try maker.take(passage)
                progress.report(passage.time)
            }
            try maker.finish()
            progress.end()
            return maker.film
        } catch let error as FilmMaker.Failure { throw CommandFailure("film \(file): \(error)".printable) }
    }

    private func drawing(of film: Film, title: String) throws -> [UInt8] {
        guard let (drawing, interval) = AnimatedDrawing(film, title: title).bytes() else {
            throw CommandFailure(
                "the picture would have more than \(AnimatedDrawing.usualLimit) bytes; --from and --to choose a part",
                .badInput)
        }
        if interval > 0 {
            StandardStream.diagnose(
                "viperline",
                "frames less than \(interval) s apart are left out, so that the picture has at most \(AnimatedDrawing.usualLimit) bytes"
            )
        }
        return drawing
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        guard path != "-" else { return try Output.write(bytes) }
        do {
            try WholeFile.save(path, mode: 0o666) { file in try StandardStream.write(bytes, to: file) }
        } catch let error as StandardStream.Failure { throw CommandFailure("write \(path): \(error)") }
    }
}

/// A line on a terminal while a film is made, if that takes a while.
struct FilmProgress {
    private let duration: Double
    private var last = Instant.now
    private var isShown = false

    private static let pause = Duration.seconds(1)

    /// - Parameter duration: seconds of the session.
    init(of duration: Double) { self.duration = duration }

    mutating func report(_ time: Double) {
        let now = Instant.now
        guard now - last > Self.pause, isatty(StandardStream.diagnostics) == 1 else { return }
        (last, isShown) = (now, true)
        show("\r\u{1B}[Kfilmed \(Int(time)) of \(Int(duration)) s")
    }

    func end() { if isShown { show("\r\u{1B}[K") } }

    private func show(_ text: String) { try? StandardStream.write(Array(text.utf8), to: StandardStream.diagnostics) }
}
