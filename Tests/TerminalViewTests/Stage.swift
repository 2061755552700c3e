import Foundation
import TerminalView
import TestSupport
import Wire

/// The executable in a real terminal, with a bus that the test plays.
final class Stage {
    let terminal: Tmux
    private let folder: TemporaryFolder
    private var bus: FileHandle?

    /// - Parameter redirections: more of them for the view, as the shell has it.
    ///
    /// The view runs as a job of a shell; after its end, or when it has been suspended, Enter brings it back.
    init(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], redirections: String = ""
    ) throws {
        folder = try TemporaryFolder()
        let pipe = folder.path + "/bus"
        guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EIO) }
        // Read and write, so that opening waits for nobody; closed in what tmux starts.
        let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
        bus = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        let view = "env \(variables) '\(Products.executable("viperline-view"))' \(redirections)"
        let script = """
            cd '\(folder.path)'
            echo the shell before
            stty -a >before
            \(view) <bus >events 2>diagnostics &
            echo $! >pid
            fg >/dev/null 2>&1
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

    func say(_ events: Event...) throws {
        for event in events { try bus?.write(contentsOf: Data(event.line)) }
    }

    func endBus() throws {
        try bus?.close()
        bus = nil
    }

    /// What the view has said so far.
    var events: String { read("events") }
    var diagnostics: String { read("diagnostics") }
    /// What it has printed, where it was told to do so into this file.
    var text: String { read("text") }

    func waitForEvent(_ text: String) throws {
        try terminal.wait(for: "the event \(text)") { _ in events.contains(text) }
    }

    func signal(_ number: Int32) throws {
        guard let pid = Int32(read("pid").trimmingCharacters(in: .newlines)) else { throw POSIXError(.ESRCH) }
        kill(pid, number)
    }

    /// Waits until the shell has the terminal again.
    /// - Returns: the exit code, and whether the terminal is as it was before.
    func finish() throws -> (status: String, isRestored: Bool) {
        let screen = try terminal.wait(for: "the shell after")
        let modes = (read("before"), read("after"))
        let isRestored =
            !screen.isAlternate && screen.cursor != nil && screen.contains("the shell before")
            && modes.0 == modes.1 && !modes.0.isEmpty
        return (read("status").trimmingCharacters(in: .newlines), isRestored)
    }

    private func read(_ name: String) -> String {
        (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
    }
}
