#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
package import Processes
import Wire

/// A folder for one session's files (its log, its sockets), which only its user can enter.
package struct SessionFolder: Sendable {
    package let path: String

    /// `$XDG_RUNTIME_DIR/viperline/<pid>`, or `<temporary folder>/viperline-<uid>/<pid>` where there is none (XDG Base
    /// Directory Specification). The variable may name a folder that is not there, as after `su`.
    package static func create(variable: (String) -> String? = RoleEnvironment.variable) throws(SystemError) -> Self {
        let temporary = temporary(variable)
        guard let runtime = variable("XDG_RUNTIME_DIR") else { return try create(in: temporary) }
        do throws(SystemError) { return try create(in: "\(runtime)/viperline") } catch {
            return try create(in: temporary)
        }
    }

    /// The folders of sessions that may be running: those of this user that hold a control socket. One of a session that
    /// was killed may be among them; nobody answers there.
    package static func found(variable: (String) -> String? = RoleEnvironment.variable) -> [SessionFolder] {
        let parents = [variable("XDG_RUNTIME_DIR").map { "\($0)/viperline" }, temporary(variable)].compactMap { $0 }
        return parents.flatMap { parent in
            names(in: parent).compactMap(Int.init).sorted().map { SessionFolder(path: "\(parent)/\($0)") }
        }.filter { access($0.controlSocket, F_OK) == 0 }
    }

    /// Where the session can be spoken to.
    package var controlSocket: String { file("control") }

    private static func temporary(_ variable: (String) -> String?) -> String {
        "\(variable("TMPDIR") ?? "/tmp")/viperline-\(getuid())"
    }

    private static func create(in parent: String) throws(SystemError) -> Self {
        try make(parent, mayExist: true)
        let folder = SessionFolder(path: "\(parent)/\(getpid())")
        // A folder of this name is left from a dead process that had our id.
        folder.remove()
        try make(folder.path, mayExist: false)
        return folder
    }

    private static func make(_ path: String, mayExist: Bool) throws(SystemError) {
        if mkdir(path, 0o700) != 0, !(mayExist && errno == EEXIST) { throw SystemError("make the folder \(path)") }
        var status = stat()
        // In a shared temporary folder somebody else may have been first.
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
            throw SystemError("use the folder \(path), which is not this user's", code: EPERM)
        }
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes the folder and the files in it.
    package func remove() {
        for name in Self.names(in: path) { unlink(file(name)) }
        rmdir(path)
    }

    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
