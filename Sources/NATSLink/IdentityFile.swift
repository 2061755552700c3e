import Platform
import Processes

/// A file that says who we are, or whom to trust. libnats would wait for a pipe, and read a device until memory is full.
struct IdentityFile {
    let path: String
    /// The variable that names it.
    let variable: String
    /// Whether it should be unreadable to others.
    let isSecret: Bool

    private static let mostBytes = 1 << 22

    /// - Returns: a warning if others can read a secret.
    func check() throws(LinkError) -> String? {
        let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { throw failure(String(cString: strerror(errno))) }
        let file = Descriptor(owning: number)
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw failure(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is no regular file") }
        guard status.st_size > 0 else { throw failure("it is empty") }
        guard status.st_size <= Self.mostBytes else { throw failure("it is larger than 4 MiB") }
        guard isSecret, status.st_mode & 0o077 != 0 else { return nil }
        return "others can read the secret in \(path) (\(variable)): chmod 600 makes it private"
    }

    private func failure(_ reason: String) -> LinkError { LinkError("read \(path) (\(variable)): \(reason)") }
}
