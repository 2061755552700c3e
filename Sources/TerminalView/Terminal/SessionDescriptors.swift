import Platform
import Wire

/// The session's own input and output. The view's stdin and stdout are the bus.
package struct SessionDescriptors: Sendable {
    package let input: Int32
    package let output: Int32
    /// For the author of a script: failures, and what is awaited.
    package let diagnostics: Int32

    /// Descriptors 3, 4 and 5 where they are open, as in a session; else the controlling terminal and the view's own
    /// standard error.
    /// - Parameter isSupervised: without a supervisor, descriptor 5 has another meaning.
    /// - Returns: nil without descriptors and without a terminal.
    package static func find(isSupervised: Bool) -> SessionDescriptors? {
        let diagnostics: Int32 = isSupervised && isOpen(5) ? 5 : StandardStream.diagnostics
        if isOpen(3), isOpen(4) {
            // Programs that the view starts must not reach the person.
            for descriptor in [3, 4, diagnostics] where descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return SessionDescriptors(input: 3, output: 4, diagnostics: diagnostics)
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        return SessionDescriptors(input: terminal, output: terminal, diagnostics: diagnostics)
    }

    package var inputIsTerminal: Bool { isatty(input) == 1 }
    package var diagnosticsAreTerminal: Bool { isatty(diagnostics) == 1 }
    package var outputIsTerminal: Bool { isatty(output) == 1 }
    package var areTerminals: Bool { inputIsTerminal && outputIsTerminal }

    private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }
}
