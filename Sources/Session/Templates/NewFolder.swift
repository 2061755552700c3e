import Platform
package import Processes

/// Makes a folder with a template's files: all of it, or nothing. It is made by another name beside its place, and then
/// renamed.
package enum NewFolder {
    package static func make(_ path: String, of template: Template) throws(SystemError) {
        guard access(path, F_OK) != 0 else { throw SystemError("make \(path)", code: EEXIST) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.last.map(String.init) ?? path
        let making = (parts.dropLast().map(String.init) + [".\(name).new-\(getpid())"]).joined(separator: "/")
        var made = MadeFiles()
        let mask = BlockedSignals()
        defer { mask.restore() }
        do throws(SystemError) {
            try made.folder(making)
            for file in template.files { try made.file("\(making)/\(file.path)", below: making, file.contents) }
            guard rename(making, path) == 0 else { throw SystemError("make \(path)") }
        } catch {
            made.remove()
            throw error
        }
    }
}

/// Files and folders that were made, so that they can be taken away again.
package struct MadeFiles {
    private var folders: [String] = []
    private var files: [String] = []

    package init() {}

    package mutating func folder(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o777) == 0 else { throw SystemError("make \(path)") }
        folders.append(path)
    }

    /// Makes the folders between `root` and the file too, where they are missing.
    package mutating func file(_ path: String, below root: String, _ contents: [UInt8]) throws(SystemError) {
        let words = path.dropFirst(root.count).split(separator: "/").dropLast()
        var folder = root
        for word in words {
            folder += "/\(word)"
            if access(folder, F_OK) != 0 { try self.folder(folder) }
        }
        try WholeFile.create(path, contents, mode: 0o666)
        files.append(path)
    }

    /// Takes away what was made, and nothing else.
    package func remove() {
        for file in files { unlink(file) }
        for folder in folders.reversed() { rmdir(folder) }
    }
}

/// Signals that end a program are held back, so that nothing half-made is left; for milliseconds.
struct BlockedSignals {
    private var before = sigset_t()

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        sigprocmask(SIG_BLOCK, &signals, &before)
    }

    func restore() {
        var mask = before
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
