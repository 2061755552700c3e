import ArgumentParser
import Wire

/// What a command prints, line by line.
enum PrintedLines {
    /// Ends the command in peace when nobody reads it any more, as with `| head`.
    static func write(_ lines: [String]) throws {
        guard !lines.isEmpty else { return }
        do {
            try StandardStream.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: StandardStream.output)
        } catch { throw ExitCode.success }
    }
}
