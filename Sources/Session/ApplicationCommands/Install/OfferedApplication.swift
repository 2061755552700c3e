import Composition
import Platform
import Processes
import Templates

/// A thing that a user wants to install: a folder with a compose file, one compose file, or one script.
struct OfferedApplication {
    enum Kind: Equatable {
        case folder, composeFile, script
    }

    let path: String
    let kind: Kind
    let name: String
    private let bytes: [UInt8]

    /// Folders that are not copied: the history of a folder is not part of its application.
    private static let versionControl: Set = [".git", ".hg", ".svn", ".jj"]

    /// - Parameter name: nil for that of the file or the folder.
    init(at path: String, named name: String?) throws(InstallRefusal) {
        self.path = path
        let files = FileSystem.local
        let absolute = Folders.plain(path.hasPrefix("/") ? path : "\(Folders.current.working)/\(path)")
        if files.isFolder(path) {
            guard ApplicationName.composeFile(in: path) != nil else {
                throw InstallRefusal("\(path) has no compose.yaml; name the file to install, such as \(path)/app.py")
            }
            (kind, bytes) = (.folder, [])
        } else {
            guard files.isRegularFile(path) else {
                throw InstallRefusal(
                    files.exists(path)
                        ? "\(path) is neither a file nor a folder" : "\(path): there is no such file or folder")
            }
            guard case .success(let content) = files.read(path) else {
                throw InstallRefusal("\(path) cannot be read, or has more than \(FileSystem.sizeLimit >> 20) MiB")
            }
            bytes = content
            guard let kind = Self.kind(of: content, path) else {
                throw InstallRefusal("\(path) is neither a compose file (.yaml) nor a script: a script begins with #!")
            }
            self.kind = kind
        }
        do throws(NewName.Refused) {
            self.name = try NewName(name ?? Self.name(of: absolute, kind)).text
        } catch {
            throw InstallRefusal("\(error)" + (name == nil ? "; choose another one with --name" : ""))
        }
    }

    private static func kind(of bytes: [UInt8], _ path: String) -> Kind? {
        if [".yaml", ".yml"].contains(where: path.hasSuffix) { return .composeFile }
        guard bytes.starts(with: "#!".utf8) else { return nil }
        return ApplicationFolders().script(named: path.contains("/") ? path : "./\(path)") == nil
            ? .composeFile : .script
    }

    /// `todo` of `…/todo`, `…/todo.yaml`, `…/todo.py` and `…/todo/compose.yaml`.
    private static func name(of path: String, _ kind: Kind) -> String {
        if kind == .composeFile { return ApplicationName.ofFile(path, in: "/") }
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        return kind == .folder ? last : last.split(separator: ".").first.map(String.init) ?? last
    }

    /// The first line of a script, which names its interpreter.
    var firstLine: String { String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self) }

    /// Copies it, within the limits of ``FolderCopy``. What cannot be copied refuses all of it: an application without one of its files is broken.
    /// - Parameter target: does not exist yet.
    func copy(to target: String) throws {
        if kind == .script { return try WholeFile.create(target, bytes, mode: 0o755) }
        guard mkdir(target, 0o755) == 0 else { throw SystemError("make the folder \(target)") }
        guard kind == .folder else {
            return try WholeFile.create("\(target)/compose.yaml", bytes, mode: 0o644)
        }
        var copy = FolderCopy(of: path, to: target) { path, isFolder in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return InstalledFiles.isIgnored(name) || Self.versionControl.contains(name) ? .ignore : .copy
        }
        do { try copy.run() } catch let excess as FolderCopy.Excess {
            throw InstallRefusal("\(path) is too large: \(excess)")
        }
        let reasons = copy.leftOut.prefix(10).map { "\n  \($0.path): \($0.reason)" }.joined()
        guard copy.leftOut.isEmpty else {
            throw InstallRefusal(
                "\(path) cannot be copied as a whole. Put copies in the place of links, or remove these:\(reasons)")
        }
    }
}
