import Platform
package import Processes

/// Makes a folder with a template's files: all of it, or nothing. It is made by another name beside its place, and then renamed.
package enum NewFolder {
    package static func make(_ path: String, of template: Template) throws(SystemError) {
        guard access(path, F_OK) != 0 else { throw SystemError("make \(path)", code: EEXIST) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.last.map(String.init) ?? path
        let making = (parts.dropLast().map(String.init) + [".\(name).new-\(getpid())"]).joined(separator: "/")
        var made = MadeFiles()
        // Nobody is left with half of it by Ctrl-C either; it takes milliseconds.
        let mask = Self.block()
        defer { Self.restore(mask) }
        do throws(SystemError) {
            try made.folder(making)
            for file in template.files { try made.file("\(making)/\(file.path)", below: making, file.contents) }
            guard rename(making, path) == 0 else { throw SystemError("make \(path)") }
        } catch {
            made.remove()
            throw error
        }
    }

    private static func block() -> sigset_t {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        sigprocmask(SIG_BLOCK, &signals, &before)
        return before
    }

    private static func restore(_ mask: sigset_t) {
        var mask = mask
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
