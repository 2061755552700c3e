import Platform
package import Processes
import Wire

/// A folder for one session's files (log, sockets) that only its user can enter. A lock on it shows that the session is
/// alive; the system releases it when the process ends, however that happens.
package final class SessionFolder: Sendable {
    package let path: String
    private let name: String
    private let root: SessionRoot
    /// The folder itself, with its lock.
    private let descriptor: Descriptor

    /// Creates one in `$XDG_RUNTIME_DIR/viperline`, or else in `<temporary folder>/viperline-<uid>` (XDG Base Directory
    /// Specification): the variable may name a missing folder, as after `su`. Leftovers of dead sessions are removed.
    package static func create(
        variable: (String) -> String? = RoleEnvironment.variable
    ) throws(SystemError) -> SessionFolder {
        let roots = SessionRoot.paths(variable)
        for path in roots.dropLast() {
            if let folder = try? SessionFolder(in: SessionRoot(path, isMade: true)) { return folder }
        }
        return try SessionFolder(in: SessionRoot(roots.last ?? "", isMade: true))
    }

    private init(in root: consuming SessionRoot) throws(SystemError) {
        root.sweep()
        for _ in 0..<16 {
            let name = SessionName(process: getpid()).description
            if mkdirat(root.descriptor.number, name, 0o700) != 0 {
                if errno == EEXIST { continue }
                throw SystemError("make the folder \(root.path)/\(name)")
            }
            guard let folder = Self.claim(name, in: root) else {
                // Another session is sweeping and took this folder, empty and not yet locked, for a dead session's.
                unlinkat(root.descriptor.number, name, AT_REMOVEDIR)
                continue
            }
            path = "\(root.path)/\(name)"
            self.name = name
            descriptor = folder
            self.root = root
            return
        }
        throw SystemError("make a folder in \(root.path)", code: EEXIST)
    }

    private static func claim(_ name: String, in root: borrowing SessionRoot) -> Descriptor? {
        guard let folder = root.folder(name) else { return nil }
        let isLocked = flock(folder.number, LOCK_EX | LOCK_NB) == 0
        guard isLocked || errno != EWOULDBLOCK, root.holds(name, folder.number) else { return nil }
        return folder
    }

    /// The path of the control socket.
    package var controlSocket: String { file("control") }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes the folder and its contents.
    package func remove() { root.remove(name, descriptor.number) }

    /// Removes all but the log.
    package func keepLog() { FolderTree.empty(descriptor.number, except: Set(SessionLog.fileNames)) }
}
