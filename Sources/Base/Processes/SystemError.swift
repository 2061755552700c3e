import Platform

/// A failed system call: what was to be done, and the errno.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    package let action: String
    package let code: Int32

    package init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
    }

    /// True if the system is short of descriptors, processes or memory at the moment.
    package var mayPass: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(code) }

    /// True if a program's file may be there again in a moment: it is being replaced, by an upgrade or a compiler.
    package var isOfReplacement: Bool { [ENOENT, EACCES, ETXTBSY, ENOEXEC].contains(code) }

    /// True if a limit of the system is reached.
    package var isFull: Bool { code == ENOSPC }

    package var description: String { "\(action): \(String(cString: strerror(code)))" }
}
