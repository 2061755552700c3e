import Foundation

/// A terminal for a program under test: a separate tmux server without configuration, which ends with this value.
package final class Tmux: Sendable {
    package struct Screen: Sendable, CustomStringConvertible {
        /// All lines of the terminal, without trailing blanks.
        package let lines: [String]
        /// Starts at 0; nil while hidden.
        package let cursor: (row: Int, column: Int)?
        package let isAlternate: Bool

        package var text: String { lines.joined(separator: "\n") }
        package var description: String { text }
        package func contains(_ text: String) -> Bool { self.text.contains(text) }

        /// True if the preview is about the selected row: then the screen shows its first cell twice.
        package var previewsSelection: Bool {
            guard let row = lines.first(where: { $0.hasPrefix("▸ ") }) else { return false }
            let cell = String(row.dropFirst(2)).components(separatedBy: "  ")[0]
            return lines.contains { $0 != row && $0.contains(cell) }
        }
    }

    package struct TimedOut: Error, CustomStringConvertible {
        let wanted: String
        let screen: Screen
        package var description: String { "waited for \(wanted); the screen is:\n\(screen)" }
    }

    package struct Failed: Error, CustomStringConvertible {
        package let description: String
    }

    private let socket = "viperline-\(UUID().uuidString.prefix(8))"

    /// - Parameter command: a command line for `sh -c`.
    package init(
        _ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws {
        let variables = environment.flatMap { ["-e", "\($0.key)=\($0.value)"] }
        try startServer(
            ["-f", "/dev/null", "set", "-g", "default-terminal", "tmux-256color", ";"]
                + ["set", "-g", "remain-on-exit", "on", ";", "set", "-s", "escape-time", "0", ";"]
                + ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + variables + ["sh", "-c", command])
    }

    deinit { _ = try? tmux(["kill-server"]) }

    /// Presses keys by tmux's names: `Enter`, `Escape`, `Down`, `C-c`, `q`.
    package func send(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Types literal text.
    package func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

    /// Pastes text with bracketed paste, as with the mouse.
    package func paste(_ text: String) throws {
        let folder = try TemporaryFolder()
        try tmux(["load-buffer", try folder.write(text, to: "text").path, ";", "paste-buffer", "-p"])
    }

    package func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Writes what the program sends from now on to a file.
    package func record(to path: String) throws { try tmux(["pipe-pane", "-o", "cat >'\(path)'"]) }

    /// The current screen.
    package func screen() throws -> Screen {
        // In one command, so that both are from the same moment.
        let state = "#{cursor_flag} #{cursor_y} #{cursor_x} #{alternate_on}"
        let output = try tmux(["display", "-p", state, ";", "capture-pane", "-p"])
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }  // The text after the last line feed.
        let numbers = lines.removeFirst().split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 4 else { throw Failed(description: "tmux printed no state: \(output)") }
        return Screen(
            lines: lines.map(String.init), cursor: numbers[0] == 1 ? (numbers[1], numbers[2]) : nil,
            isAlternate: numbers[3] == 1)
    }

    /// True if the program has asked for reports of the mouse.
    package var reportsMouse: Bool {
        get throws {
            try tmux(["display", "-p", "#{mouse_any_flag} #{mouse_standard_flag} #{mouse_sgr_flag}"]).contains("1")
        }
    }

    /// The title of the terminal's window.
    package var title: String {
        get throws { String(try tmux(["display", "-p", "#{pane_title}"]).prefix { $0 != "\n" }) }
    }

    /// The screen with the control sequences of its colours.
    package var colors: String { get throws { try tmux(["capture-pane", "-p", "-e"]) } }

    /// Waits until the screen meets the condition, and returns it.
    /// - Parameter deadline: in seconds.
    @discardableResult
    package func wait(
        for wanted: String, deadline: Double = 30, until isWanted: (Screen) -> Bool
    ) throws -> Screen {
        let end = Date(timeIntervalSinceNow: deadline)
        var pauses = Pauses()
        while true {
            let screen = try screen()
            if isWanted(screen) { return screen }
            guard Date() < end else { throw TimedOut(wanted: wanted, screen: screen) }
            pauses.wait()
        }
    }

    /// Waits until the screen contains a text, and returns it.
    @discardableResult
    package func wait(for text: String, deadline: Double = 30) throws -> Screen {
        try wait(for: "“\(text)”", deadline: deadline) { $0.contains(text) }
    }

    /// Searches apps in a new iTunes session, and waits for the results.
    @discardableResult
    package func searchApps(_ term: String) throws -> Screen {
        try wait(for: "Search apps")
        try type(term)
        try send("Enter")
        return try wait(for: "★")
    }

    /// Foundation's `Process` waits until a certain descriptor of its own is closed everywhere, and the server would
    /// inherit it. So all descriptors except the standard ones are closed first.
    private func startServer(_ arguments: [String]) throws {
        let closing =
            "for fd in /proc/self/fd/*; do n=${fd##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done; exec \"$@\""
        try tmux(arguments, through: ["bash", "-c", closing, "bash"])
    }

    @discardableResult
    private func tmux(_ arguments: [String], through wrapper: [String] = []) throws -> String {
        let command = wrapper + ["tmux", "-L", socket, "-u"] + arguments
        let result = try Command.run(command, environment: ["LC_ALL": "C.UTF-8"])
        guard result.status == 0 else {
            throw Failed(description: "tmux \(arguments.joined(separator: " ")): \(result.diagnostics)")
        }
        return result.output
    }
}
