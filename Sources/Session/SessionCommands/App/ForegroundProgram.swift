import Platform
import Wire

/// A program in this one's place: it gets the terminal, the exit code is its own.
enum ForegroundProgram {
    /// Returns only if the program cannot be started.
    /// - Parameters:
    ///   - words: searched for in PATH.
    ///   - option: what named it, for an error.
    ///   - readsTerminal: whether its input is the terminal, where there is one, since the rows have come from ours.
    static func run(_ words: [[UInt8]], of option: String, readsTerminal: Bool) -> Int32 {
        let terminal = readsTerminal ? open("/dev/tty", O_RDONLY | O_CLOEXEC) : -1
        if terminal >= 0 { dup2(terminal, 0) }
        var arguments = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) }
        arguments.append(nil)
        // The signals that this program ignores are not ignored by the next one.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
        if let program = arguments[0] { execvp(program, arguments) }
        let name = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        StandardStream.diagnose("viperline", "\(option): start \(name): \(String(cString: strerror(errno)))")
        arguments.forEach { free($0) }
        return ExitStatus.unavailable.rawValue
    }
}
