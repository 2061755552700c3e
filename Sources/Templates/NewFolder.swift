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
