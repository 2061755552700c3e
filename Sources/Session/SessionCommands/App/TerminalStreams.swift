import Platform
import Processes

/// The standard streams of a session that runs inside of a pipeline: its screen is on the terminal, whatever its input
/// and output are. The streams from before come back with ``restore()``.
struct TerminalStreams: ~Copyable {
    /// Standard input and output as they were, from 10 up and close-on-exec.
    let input: Descriptor
    let output: Descriptor
    /// True if the session is on a terminal; else it is linear.
    let hasTerminal: Bool

    static var inputIsTerminal: Bool { isatty(0) == 1 }

    /// Makes the terminal standard input and output.
    /// - Parameters:
    ///   - isLinear: commands come from standard input, and the transcript goes to standard error, because standard
    ///     output belongs to what is chosen.
    ///   - takesInput: standard input has rows, no commands.
    ///   - areAgents: both stay as they are: they are the dialogue with an agent.
    init(isLinear: Bool, takesInput: Bool, areAgents: Bool = false) throws(SystemError) {
        // Both or none: a value that is not copied cannot be half made.
        let oldInput = try Descriptor.lifted(0)
        let oldOutput = try Descriptor.lifted(1)
        input = oldInput
        output = oldOutput
        let areTerminals = isatty(0) == 1 && isatty(1) == 1
        let terminal = isLinear || areTerminals ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC)
        hasTerminal = !isLinear && (areTerminals || terminal >= 0)
        if terminal >= 0 {
            dup2(terminal, 0)
            dup2(terminal, 1)
            close(terminal)
        } else if !hasTerminal, !areAgents {
            dup2(2, 1)
            guard takesInput else { return }
            let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
            dup2(nothing, 0)
            close(nothing)
        }
    }

    func restore() {
        dup2(input.number, 0)
        dup2(output.number, 1)
    }
}
