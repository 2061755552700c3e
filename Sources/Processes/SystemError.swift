import Platform

/// A system call that failed: what was being done, and the errno.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    package let action: String
    package let code: Int32

    package init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
    }

    /// The system has no room now, for a descriptor, a process or memory.
    package var mayPass: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(code) }

    package var description: String { "\(action): \(String(cString: strerror(code)))" }
}
