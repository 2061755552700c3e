import Commands
import Composition
import Picking
import Platform
import Processes
import Recording
import SessionResult
import Supervision
import Wire

/// A session of one program, or of given rows, in this process's terminal: a composition in memory of the installed
/// view and router and the role `viperline-app`. What was chosen comes back.
///
///     let outcome = try AppSession(title: "Applications", source: .rows(json)).run()
///     if let id = outcome.chosen?.first { … }
///
/// One process can run many: nothing of an earlier session is left.
struct AppSession {
    enum Source {
        case program([String])
        /// Rows, a line each, or as JSON.
        case standardInput
        /// JSON such as `{"title":"…","rows":[{"id":"…","title":"…","subtitle":"…"}]}`. The chosen ids come back.
        case rows([UInt8])
    }

    struct Outcome {
        /// The exit code: 0; 1 if there was nothing to choose from; 130 if nothing was chosen and there were no screens;
        /// others are the session's own.
        var code: Int32
        /// The lines of the output, byte for byte; nil where nothing was chosen.
        var chosen: [[UInt8]]?
        /// The words of a command that is to run now, in place of this program.
        var successor: [[UInt8]]?
        /// The lines that a program without rows wrote to stderr.
        var complaint: [[UInt8]] = []
    }

    var title: String
    var source: Source
    /// Rows that the program prints as JSON are chosen, and not reported to the program.
    var chooses = false
    /// Calls get their context as JSON.
    var givesContext = false
    /// Milliseconds.
    var interval: Int?
    /// Plain lines above the rows.
    var headerLines = 0
    /// The field that names a plain row, from 1.
    var key: Int?
    /// The user's ways to choose.
    var picking = PickingOptions()
    var isLinear = false
    var page = WebOptions()
    /// An agent gets the view in place of a user.
    var agent: AgentOptions?
    /// Commands by service, such as another view.
    var replacements: [String: [String]] = [:]
    var log = LogTarget.sessionFolder
    var record: String?

    init(title: String, source: Source) {
        self.title = title
        self.source = source
    }

    func run() throws -> Outcome {
        let folder = try SessionFolder.create()
        do {
            return try run(in: folder)
        } catch {
            folder.remove()
            guard let error = error as? ComposeError else { throw error }
            throw CommandFailure("\(error.mistakes[0])")
        }
    }

    private func run(in folder: SessionFolder) throws -> Outcome {
        let recording = try record.map { path throws(SystemError) in try CassetteOutput(path) }
        let result = try Self.file("result", in: folder)
        let kept = try Self.file("rows", in: folder)
        // The program's words may name its data: files are watched only where the user asks for it (`viperline run --watch`).
        var composition = try composition(in: folder).unwatched
            .openingPagesForUsers(isAmongDoubles: false, chosen: agent?.variables([:]) ?? [:])
        if agent != nil { composition = try composition.showing(page, besides: AppComposition.view, in: folder.path) }
        // The address of a page is in the transcript, since standard output belongs to what is chosen.
        let isElsewhere = composition.hasUsersElsewhere
        let streams = try TerminalStreams(
            isLinear: isLinear || isElsewhere, takesInput: takesInput, areAgents: composition.servesAgent)
        defer { streams.restore() }
        let isDecided = picking.choice.selectsOnly || picking.choice.exitsIfEmpty
        guard streams.hasTerminal || isLinear || isElsewhere || isDecided || !takesInput || popup != nil else {
            streams.restore()
            throw CommandFailure(
                "app: there is no terminal to choose a row on: print those that match with --filter TEXT, or show them with --linear"
            )
        }
        guard let index = composition.services.firstIndex(where: { $0.name == AppComposition.role }) else {
            throw SystemError("find the role \(AppComposition.role)", code: ENOENT)
        }
        let given = try Self.file("given", in: folder, content: givenRows ?? [])
        var inherited = [(result.number, AppComposition.resultNumber), (kept.number, AppComposition.keptNumber)]
        if givenRows != nil || takesInput {
            inherited.append((takesInput ? streams.input.number : given.number, AppComposition.inputNumber))
        }
        composition.services[index].inherited = inherited.map { Service.Inherited(ours: $0, theirs: $1) }
        // The user has started the program here, or has named the commands.
        let permission = CommandPermission(isGiven: (isOfProgram || !picking.screen.binds.isEmpty) && !isElsewhere)
        defer { permission.restore() }
        let verdict = try Supervisor(composition, in: folder, log: log, recording: recording).run()
        streams.restore()
        verdict.report()
        return Self.outcome(verdict.code, ResultFile(result.number).read())
    }

    /// Where the view is, if it is in a popup of tmux.
    private var popup: Popup? {
        let isInTmux = OwnEnvironment.variables["TMUX"]?.isEmpty == false
        return isInTmux && !isLinear ? picking.look.popup.flatMap { Popup($0) } : nil
    }

    private var givenRows: [UInt8]? { if case .rows(let json) = source { json } else { nil } }

    private var isOfProgram: Bool { if case .program = source { true } else { false } }

    private var takesInput: Bool { if case .standardInput = source { true } else { false } }

    private static func outcome(_ code: Int32, _ result: SessionResult?) -> Outcome {
        switch result {
        case .chosen(let lines): Outcome(code: code, chosen: lines)
        case .become(let words): Outcome(code: code, successor: code == 0 ? words : nil)
        case .unmatched(let lines): Outcome(code: code == 0 ? 1 : code, chosen: lines)
        case .nothing(let complaint): Outcome(code: code == 0 ? 1 : code, complaint: complaint)
        // Whoever leaves before the first row has chosen nothing, either.
        case .rows, nil: Outcome(code: code == 0 ? 130 : code)
        case .screens: Outcome(code: code)
        }
    }

    private func composition(in folder: SessionFolder) throws -> Composition {
        var words = ["viperline-app", "--title", title, "--result", "\(AppComposition.resultNumber)"]
        if chooses { words.append("--choose") }
        if givesContext { words.append("--context") }
        if headerLines > 0 { words += ["--header-lines", "\(headerLines)"] }
        if let key { words += ["--key", "\(key)"] }
        if let interval { words += ["--every", "\(interval)"] }
        words += picking.words
        var name = "app"
        if case .program(let command) = source {
            // The word of `python3 logs.py` that distinguishes it from other programs of Python.
            let program = ScriptArgument.of(command) ?? command.first
            name = program?.split(separator: "/").last.map(String.init) ?? name
            words += ["--"] + command
        } else {
            words += ["--input", "\(AppComposition.inputNumber)", "--kept", "\(AppComposition.keptNumber)"]
        }
        var commands = [AppComposition.role: words]
        if let agent {
            commands[AppComposition.view] = agent.view()
        } else if page.web {
            commands[AppComposition.view] = page.command(in: folder.path)
        } else if let popup {
            let view = try CommandLookup(path: RoleEnvironment.variable("PATH")).path(of: "viperline-view")
            commands[AppComposition.view] = PopupView.command([view] + picking.look.words, in: popup)
        } else if !picking.look.words.isEmpty {
            commands[AppComposition.view] = ["viperline-view"] + picking.look.words
        }
        return try AppComposition.load(
            commands.merging(replacements) { $1 }, named: name, sessionFolder: folder.path)
    }

    /// A file with a secret name.
    private static func file(
        _ name: String, in folder: SessionFolder, content: [UInt8] = []
    ) throws(SystemError) -> Descriptor {
        let path = folder.file(name)
        guard let low = Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL) else {
            throw SystemError("make the file \(path)")
        }
        unlink(path)
        let file = try Descriptor.lifted(low.number)
        do throws(StandardStream.Failure) {
            try StandardStream.write(content, to: file.number)
        } catch {
            throw SystemError("write the file \(path)")
        }
        lseek(file.number, 0, SEEK_SET)
        return file
    }
}

/// The composition of a session of one program: the installed view and router, and the role that calls the program.
enum AppComposition {
    static let role = "app"
    static let view = "view"
    /// The descriptors of the role.
    static let inputNumber: Int32 = 3
    static let keptNumber: Int32 = 4
    static let resultNumber: Int32 = 5

    /// A path that no file can have.
    private static let path = "/dev/null/app.yaml"

    private static let text = """
        services:
          view:
            extends: {file: roles, service: view}
          router:
            extends: {file: roles, service: router}
            command: [viperline-router, --root, screen]
          app:
            command: [viperline-app]
            receives: [view.output, router.output]
            sends: [view.input, router.input]
            restart: on-failure
            recovery: latest
        states: [view.input.show, router.output.didNavigate]
        """

    /// - Parameters:
    ///   - commands: by service; that of the role is among them.
    ///   - name: the session's.
    static func load(
        _ commands: [String: [String]], named name: String, sessionFolder: String
    ) throws(ComposeError) -> Composition {
        let inherited = OwnEnvironment.variables
        var files = FileSystem.local
        let (exists, isRegularFile, read) = (files.exists, files.isRegularFile, files.read)
        files.exists = { $0 == path || exists($0) }
        files.isRegularFile = { $0 == path || isRegularFile($0) }
        files.read = { $0 == path ? .success(Array(text.utf8)) : read($0) }
        var composition = try ComposeLoader(
            files: [path], replacements: commands,
            variables: { $0 == SessionVariable.folder ? sessionFolder : inherited[$0] }, fileSystem: files
        ).load()
        composition.name = name
        // Not that of the file, which there is not.
        for index in composition.services.indices { composition.services[index].workingDirectory = nil }
        return composition
    }
}

/// Lets the view run commands for the program: the user has started it here, so it may do that anyway. It is in this process's
/// environment, not in the composition: no recording and no copy of the composition has it.
private struct CommandPermission {
    private static let variable = "VIPERLINE_RUNS_COMMANDS"
    private let isOurs: Bool

    /// Keeps what the user has set.
    init(isGiven: Bool) {
        isOurs = isGiven && OwnEnvironment.variables[Self.variable] == nil
        if isOurs { setenv(Self.variable, "1", 1) }
    }

    func restore() { if isOurs { unsetenv(Self.variable) } }
}

extension Verdict {
    /// Tells the user how the session has ended.
    func report() {
        var words = [reason].compactMap(\.self) + remarks
        if let log { words.append("\(problems == 1 ? "1 thing" : "\(problems) things") went wrong; the log is \(log)") }
        for text in words { StandardStream.diagnose("viperline", text, patience: .seconds(1)) }
    }
}
