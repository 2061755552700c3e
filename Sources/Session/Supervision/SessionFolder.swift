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
    /// Specification): the variable may name a missing folder, as after `su`. If another user has made the latter
    /// first, a folder with a random ending replaces it. Leftovers of dead sessions are removed.
    package static func create(
        variable: (String) -> String? = RoleEnvironment.variable
    ) throws(SystemError) -> SessionFolder {
        var failure = SystemError("make a folder for the session", code: ENOENT)
        for path in SessionRoot.paths(variable) {
            do throws(SystemError) { return try SessionFolder(in: SessionRoot(path, isMade: true)) } catch {
                failure = error
            }
        }
        guard let path = SessionRoot.makeStandIn(variable) else { throw failure }
        return try SessionFolder(in: SessionRoot(path, isMade: false))
    }

    private init(in root: consuming SessionRoot) throws(SystemError) {
        root.sweep()
        for _ in 0..<16 {
            let name = SessionFolderName(process: getpid()).description
            if mkdirat(root.descriptor.number, name, 0o700) != 0 {
                if errno == EEXIST { continue }
                throw SystemError("make the folder \(root.path)/\(name)")
            }
            guard let folder = Self.claim(name, in: root) else {
                // Another session that sweeps has taken this folder, empty and not yet locked, for a dead session's.
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

    /// Makes a folder that somebody has removed once more.
    private init(again removed: SessionFolder) throws(SystemError) {
        let root = try SessionRoot(removed.root.path, isMade: true)
        guard mkdirat(root.descriptor.number, removed.name, 0o700) == 0, let folder = Self.claim(removed.name, in: root)
        else { throw SystemError("make the folder \(removed.path)") }
        path = removed.path
        name = removed.name
        descriptor = folder
        self.root = root
    }

    /// - Returns: the same folder; another one, with the same path, if somebody has removed it.
    func restored() throws(SystemError) -> SessionFolder {
        root.holds(name, descriptor.number) ? self : try SessionFolder(again: self)
    }

    package var controlSocket: String { file("control") }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func remove() { root.remove(name, descriptor.number) }

    /// Removes all but the log.
    package func keepLog() { FolderTree.empty(descriptor.number, except: Set(SessionLog.fileNames)) }
}

/// The folder of a session that may be running. If the session was killed, no process answers there.
package struct SessionPlace: Equatable, Sendable {
    package let path: String
    /// The supervisor's process id in its own pid namespace.
    package let process: Int32

    package var controlSocket: String { "\(path)/control" }

    /// Finds the folders of this user that hold a control socket.
    /// - Returns: the folders found, and why a place where sessions may be was skipped.
    package static func found(
        variable: (String) -> String? = RoleEnvironment.variable
    ) -> (places: [SessionPlace], passedOver: [SystemError]) {
        var places: [SessionPlace] = []
        var passedOver: [SystemError] = []
        for path in SessionRoot.paths(variable) {
            do throws(SystemError) {
                places += Self.places(in: try SessionRoot(path, isMade: false))
            } catch {
                if error.code != ENOENT, !SessionRoot.isForeign(path) { passedOver.append(error) }
            }
        }
        return (places, passedOver)
    }

    private static func places(in root: consuming SessionRoot) -> [SessionPlace] {
        let names = FolderTree.names(in: root.descriptor.number).compactMap(SessionFolderName.init)
        return names.sorted { ($0.process, $0.description) < ($1.process, $1.description) }.compactMap { name in
            guard let folder = root.folder(name.description),
                let socket = FileStatus("control", in: folder.number), socket.isSocket, socket.isOwn
            else { return nil }
            return SessionPlace(path: "\(root.path)/\(name)", process: name.process)
        }
    }
}

/// The name of a session's folder: the supervisor's process id, for readers, and a random part, because a process in
/// another container may have the same id and share the temporary folder.
struct SessionFolderName: Equatable, CustomStringConvertible {
    private static let digits = 6

    let process: Int32
    let description: String

    /// Makes up a new name.
    init(process: Int32, random: UInt32 = .random(in: .min ... .max)) {
        let digits = String(random, radix: 16)
        let padded = String(repeating: "0", count: max(0, Self.digits - digits.count)) + digits.suffix(Self.digits)
        self.process = process
        description = "\(process)-\(padded)"
    }

    /// Nil if no session can have given that name.
    init?(_ name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0, "\(process)" == parts[0],
            parts[1].utf8.count == Self.digits, parts[1].allSatisfy({ "0123456789abcdef".contains($0) })
        else { return nil }
        self.process = process
        description = name
    }
}
