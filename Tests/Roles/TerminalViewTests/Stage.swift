import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Wire

/// The program in a real terminal; the test plays the bus.
final class Stage {
    let terminal: Tmux
    private let folder: TemporaryFolder
    private var bus: FileHandle?

    /// - Parameter redirections: additional redirections for the view, in shell syntax.
    ///
    /// The view runs as a job of a shell; after it has ended or was suspended, Enter brings it back.
    init(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], redirections: String = ""
    ) throws {
        folder = try TemporaryFolder()
        let pipe = folder.path + "/bus"
        guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EIO) }
        // Opened for reading and writing, so that opening does not block; closed in the processes that tmux starts.
        let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
        bus = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        let view = "env \(variables) '\(Products.executable("viperline-view"))' \(redirections)"
        try folder.write("echo $$ >pid\nexec \(view)\n", to: "view")
        // A shell that brings a job to the foreground (`fg`) restores the terminal itself in the end; one that starts it there leaves that to
        // the view.
        let script = """
            cd '\(folder.path)'
            echo the shell before
            stty -a >before
            sh ./view <bus >events 2>diagnostics
            echo $? >status
            stty -a >after
            echo the shell after
            read line
            fg >/dev/null 2>&1
            echo the shell at last
            exec cat
            """
        try folder.write(script, to: "script")
        terminal = try Tmux(
            "exec bash -m '\(folder.path)/script'", columns: columns, rows: rows)
    }

    func send(_ events: Event...) throws {
        for event in events { try bus?.write(contentsOf: Data(event.line)) }
    }

    func endBus() throws {
        try bus?.close()
        bus = nil
    }

    /// The view's events so far.
    var events: String { read("events") }
    var diagnostics: String { read("diagnostics") }
    /// The view's text, if redirected to this file.
    var text: String { read("text") }

    func waitForEvent(_ text: String) throws {
        try terminal.wait(for: "the event \(text)") { _ in events.contains(text) }
    }

    func signal(_ number: Int32) throws {
        guard let pid = Int32(read("pid").trimmingCharacters(in: .newlines)) else { throw POSIXError(.ESRCH) }
        kill(pid, number)
    }

    /// How the view has left its terminal.
    struct End: Equatable {
        /// The exit code, as the shell prints it.
        var status: String
        var isAlternate = false
        var hasCursor = true
        var showsTheShell = true
        /// The terminal's modes that are not as before.
        var changedModes: [String] = []

        var isRestored: Bool { self == End(status: status) }
    }

    /// Waits until the shell controls the terminal again.
    func finish() throws -> End {
        let screen = try terminal.wait(for: "the shell after")
        func modes(_ name: String) -> Set<String> { Set(read(name).split { " ;\n".contains($0) }.map(String.init)) }
        let before = modes("before"), after = modes("after")
        return End(
            status: read("status").trimmingCharacters(in: .newlines), isAlternate: screen.isAlternate,
            hasCursor: screen.cursor != nil, showsTheShell: screen.contains("the shell before"),
            changedModes: before.isEmpty ? ["none is known"] : before.symmetricDifference(after).sorted())
    }

    private func read(_ name: String) -> String {
        (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
    }
}
