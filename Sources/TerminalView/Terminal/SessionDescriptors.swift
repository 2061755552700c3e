#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where the person is: the session's own input and output, since the view's stdin and stdout are the bus.
package struct SessionDescriptors: Sendable {
    package let input: Int32
    package let output: Int32

    /// Descriptors 3 and 4, as the supervisor hands them on; without them, the controlling terminal.
    /// - Returns: nil when there is neither.
    package static func find() -> SessionDescriptors? {
        if isOpen(3), isOpen(4) {
            // No program that the view starts has anything to do with the person.
            for descriptor: Int32 in [3, 4] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return SessionDescriptors(input: 3, output: 4)
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        return terminal < 0 ? nil : SessionDescriptors(input: terminal, output: terminal)
    }

    package var inputIsTerminal: Bool { isatty(input) == 1 }
    package var outputIsTerminal: Bool { isatty(output) == 1 }
    package var areTerminals: Bool { inputIsTerminal && outputIsTerminal }

    private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }
}
