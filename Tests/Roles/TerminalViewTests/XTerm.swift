import Foundation
import TestSupport
import Wire

/// The view in a real xterm with sixels, on an X server of its own that has no screen; the test plays the bus.
final class XTerm {
    static let isInstalled = ["Xvfb", "xterm", "xwd", "chafa"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    private let folder: TemporaryFolder
    private let server: ChildProcess
    private let terminal: ChildProcess
    private let display: String
    private let bus: FileHandle

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let log = try folder.write("", to: "log").path
        let number = try folder.write("", to: "display").path
        // Without -noreset, the server starts over when its last client goes: a look at the screen before xterm has come.
        server = try ChildProcess(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "500x340x24", "-nolisten", "tcp", "-noreset"],
            streams: ["/dev/null", number, log])
        guard eventually({ (try? folder.text(of: "display").hasSuffix("\n")) == true }) else {
            throw POSIXError(.ETIMEDOUT)
        }
        display = try ":" + folder.text(of: "display").trimmingCharacters(in: .newlines)
        guard mkfifo(folder.path + "/bus", 0o600) == 0 else { throw POSIXError(.EIO) }
        // Opened for reading and writing, so that opening does not block.
        bus = FileHandle(fileDescriptor: open(folder.path + "/bus", O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        let script = """
            cd '\(folder.path)'
            exec '\(Products.executable("viperline-view"))' <bus >events 2>diagnostics 3<>/dev/tty 4>&3
            """
        try folder.write(script, to: "script")
        terminal = try ChildProcess(
            [
                "env", "-u", "TMUX", "-u", "TERM_PROGRAM", "-u", "NO_COLOR", "LC_ALL=C.UTF-8", "DISPLAY=\(display)",
                "XDG_CONFIG_HOME=\(folder.path)", "xterm", "-ti", "vt340", "-tn", "xterm-256color", "-fn", "fixed",
                "-geometry", "80x24+0+0", "-e", "sh", folder.path + "/script",
            ], streams: ["/dev/null", log, log])
    }

    deinit {
        kill(terminal.pid, SIGKILL)
        kill(server.pid, SIGTERM)
    }

    func send(_ events: Event...) throws {
        for event in events { try bus.write(contentsOf: Data(event.line)) }
    }

    /// Diagnostics of the view, and of the terminal and the X server.
    var diagnostics: String {
        ["diagnostics", "log"].map { (try? folder.text(of: $0)) ?? "no \($0)" }.joined(separator: "\n")
    }

    /// How many pixels of the screen are bright red.
    func redPixels() throws -> Int {
        let file = "screen-\(UUID().uuidString)"
        let path = try folder.write("", to: file).path
        let log = folder.path + "/log"
        let dump = try ChildProcess(
            ["xwd", "-silent", "-root", "-display", display], streams: ["/dev/null", path, log])
        guard dump.wait() == 0 else { return 0 }
        return Self.redPixels(in: try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// - Parameter dump: an X window dump: numbers of four bytes, the colours, the rows, four bytes a pixel: blue, green, red.
    private static func redPixels(in dump: Data) -> Int {
        let bytes = [UInt8](dump)
        func number(_ index: Int) -> Int { bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 100, number(11) == 32 else { return 0 }
        let start = number(0) + number(19) * 12
        return stride(from: start, to: bytes.count - 3, by: 4).count {
            bytes[$0 + 2] > 200 && bytes[$0 + 1] < 60 && bytes[$0] < 60
        }
    }
}
