import Platform
package import Processes
import Wire

/// A folder for one session's files (its log, its sockets), which only its user can enter. A lock on it says that the
/// session lives; it goes with the process, however that ends.
package final class SessionFolder: Sendable {
    package let path: String
    private let name: String
    private let root: SessionRoot
    /// The folder itself, with its lock.
    private let descriptor: Descriptor

    /// In `$XDG_RUNTIME_DIR/viperline`, or `<temporary folder>/viperline-<uid>` where there is none (XDG Base Directory
    /// Specification). The variable may name a folder that is not there, as after `su`. What dead sessions have left
    /// there is removed.
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
                // Somebody sweeps at this moment, and takes an empty folder without a lock for a dead session's.
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

    /// Where the session can be spoken to.
    package var controlSocket: String { file("control") }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes the folder and all that is in it.
    package func remove() { root.remove(name, descriptor.number) }

    /// Removes all but the log.
    package func keepLog() { FolderTree.empty(descriptor.number, except: Set(SessionLog.fileNames)) }
}
