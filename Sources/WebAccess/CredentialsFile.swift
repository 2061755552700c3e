import JSON
import Platform

/// Keeps the credentials for a view that takes this one's place. Only the owner can read it.
package struct CredentialsFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    private static let longest = 4096

    /// - Returns: nil where there is none, or it is not the owner's alone.
    package func read() -> Credentials? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = Platform.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return try? Credentials(json: Array(bytes[..<count]))
    }

    /// - Parameter entry: a page that leads to the view's.
    /// - Returns: its path; nil where it cannot be written.
    package func write(entry: [UInt8]) -> String? { write(entry, to: path + ".html") ? path + ".html" : nil }

    /// - Returns: whether it is kept.
    package func write(_ credentials: Credentials) -> Bool { write(credentials.json, to: path) }

    /// Whole, or not at all.
    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        guard Platform.write(file, bytes, bytes.count) == bytes.count else { return false }
        return rename(draft, path) == 0
    }
}
