import ArgumentParser
import Composition
import Platform
import Processes
import Recording
import SessionResult
import Supervision
import Wire

/// A session of one program, or of given rows, in this process's terminal: a composition in memory of the installed view and router
/// and the role `viperline-script`. What was chosen comes back.
///
///     let outcome = try AppSession(title: "Applications", source: .rows(json)).run()
///     if let id = outcome.chosen?.first { … }
///
/// It can be run again and again in one process: nothing of an earlier session is left.
struct AppSession {
    enum Source {
        case program([String])
        /// Rows, a line each, or as JSON.
        case standardInput
        /// JSON such as `{"title":"…","rows":[{"id":"…","title":"…","subtitle":"…"}]}`. The chosen ids come back.
        case rows([UInt8])
    }

    struct Outcome {
        /// The exit code: 0; 1 if there was nothing to choose from; 130 if nothing was chosen; others are the session's own.
        var code: Int32
        /// Byte for byte; nil where nothing was chosen.
        var chosen: [[UInt8]]?
    }

    var title: String
    var source: Source
    /// Rows that the program prints as JSON are chosen, and not told to the program.
    var chooses = false
    /// Milliseconds.
    var interval: Int?
    var readsNUL = false
    var isLinear = false
    var log = LogTarget.sessionFolder
    var record: String?

    init(title: String, source: Source) {
        self.title = title
        self.source = source
    }

    /// Tells on stderr what went wrong.
    func run() throws -> Outcome {
        let folder: SessionFolder
        do throws(SystemError) { folder = try SessionFolder.create() } catch { throw Self.unavailable("\(error)") }
        do {
            return try run(in: folder)
        } catch {
            folder.remove()
            if let error = error as? ComposeError { throw Self.unavailable("\(error.mistakes[0])") }
            if let error = error as? SystemError { throw Self.unavailable("\(error)") }
            throw error
        }
    }

    private static func unavailable(_ reason: String) -> ExitCode {
        StandardStream.diagnose("viperline", reason)
        return ExitCode(ExitStatus.unavailable.rawValue)
    }

    private func run(in folder: SessionFolder) throws -> Outcome {
        let recording = try record.map { path throws(SystemError) in try CassetteOutput(path) }
        let result = try Self.file("result", in: folder)
        let kept = try Self.file("rows", in: folder)
        let streams = try TerminalStreams(isLinear: isLinear, takesInput: takesInput)
        defer { streams.restore() }
        var composition = try composition(in: folder)
        guard let index = composition.services.firstIndex(where: { $0.name == AppComposition.role }) else {
            throw SystemError("find the role \(AppComposition.role)", code: ENOENT)
        }
        let given = try Self.file("given", in: folder, content: givenRows ?? [])
        var inherited = [(result.number, AppComposition.resultNumber), (kept.number, AppComposition.keptNumber)]
        if givenRows != nil || takesInput {
            inherited.append((takesInput ? streams.input.number : given.number, AppComposition.inputNumber))
        }
        composition.services[index].inherited = inherited.map { Service.Inherited(ours: $0, theirs: $1) }
        let verdict = try Supervisor(composition, in: folder, log: log, recording: recording).run()
        streams.restore()
        SessionVerdict.tell(verdict)
        return Self.outcome(verdict.code, ResultFile(result.number).read())
    }

    private var givenRows: [UInt8]? { if case .rows(let json) = source { json } else { nil } }

    private var takesInput: Bool { if case .standardInput = source { true } else { false } }

    private static func outcome(_ code: Int32, _ result: SessionResult?) -> Outcome {
        switch result {
        case .chosen(let rows): Outcome(code: code, chosen: rows)
        case .nothing: Outcome(code: code == 0 ? 1 : code)
        case .rows: Outcome(code: code == 0 ? 130 : code)
        case nil: Outcome(code: code)
        }
    }

    private func composition(in folder: SessionFolder) throws(ComposeError) -> Composition {
        var words = ["viperline-script", "--title", title, "--result", "\(AppComposition.resultNumber)"]
        if chooses { words.append("--choose") }
        if readsNUL { words.append("--read0") }
        if let interval { words += ["--every", "\(interval)"] }
        var name = "app"
        if case .program(let command) = source {
            name = command.first?.split(separator: "/").last.map(String.init) ?? name
            words += ["--"] + command
        } else {
            words += ["--input", "\(AppComposition.inputNumber)", "--kept", "\(AppComposition.keptNumber)"]
        }
        return try AppComposition.load(command: words, named: name, sessionFolder: folder.path)
    }

    /// A file that nobody else finds.
    private static func file(
        _ name: String, in folder: SessionFolder, content: [UInt8] = []
    ) throws(SystemError) -> Descriptor {
        let path = folder.file(name)
        let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("make the file \(path)") }
        let low = Descriptor(owning: number)
        unlink(path)
        let lifted = fcntl(low.number, F_DUPFD_CLOEXEC, 10)
        guard lifted >= 0 else { throw SystemError("duplicate a descriptor") }
        let file = Descriptor(owning: lifted)
        do throws(StandardStream.Failure) {
            try StandardStream.write(content, to: file.number)
        } catch {
            throw SystemError("write the file \(path)")
        }
        lseek(file.number, 0, SEEK_SET)
        return file
    }
}
