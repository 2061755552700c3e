import Platform
package import Processes
import Wire

/// The folder of a session that may be running. If the session was killed, nobody answers there.
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
                if error.code != ENOENT { passedOver.append(error) }
            }
        }
        return (places, passedOver)
    }

    private static func places(in root: consuming SessionRoot) -> [SessionPlace] {
        let names = FolderTree.names(in: root.descriptor.number).compactMap(SessionName.init)
        return names.sorted { ($0.process, $0.description) < ($1.process, $1.description) }.compactMap { name in
            guard let folder = root.folder(name.description) else { return nil }
            var status = stat()
            guard fstatat(folder.number, "control", &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid()
            else { return nil }
            return SessionPlace(path: "\(root.path)/\(name)", process: name.process)
        }
    }
}
