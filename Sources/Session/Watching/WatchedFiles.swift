import Composition
import Platform
import Processes

/// The files of one rule: which there are, and what they were when they were last looked at.
struct WatchedFiles {
    /// The meaning of a changed name in a folder.
    enum Meaning: Equatable {
        case nothing
        case file(String)
        /// All files must be checked again.
        case everything
    }

    /// The room for a look: files and bytes of the session's limits that are left.
    struct Room {
        var files = WatchLimits.files
        var bytes = WatchLimits.compared
    }

    let rule: WatchRule
    /// True if something is at the rule's path.
    private(set) var isThere = false
    /// The folders of a rule for a folder.
    private var tree: Set<String> = []
    /// Names outside the tree that decide what is at the rule's path: its own, and those of links on the way; by
    /// folder.
    private var signposts: [String: Set<String>] = [:]
    private var stamps: [String: FileStamp] = [:]
    /// There are more files than ``stamps`` holds.
    private var isCut = false

    init(_ rule: WatchRule) {
        self.rule = rule
    }

    /// Folders in which a change may mean something.
    var folders: Set<String> { tree.union(signposts.keys) }
    var fileCount: Int { stamps.count }

    func knows(_ path: String) -> Bool { stamps[path] != nil }

    func meaning(of name: String, in folder: String, isFolder: Bool) -> Meaning {
        if signposts[folder]?.contains(name) == true { return .everything }
        guard tree.contains(folder) else { return .nothing }
        let path = "\(folder)/\(name)"
        let components = components(of: path)
        if isFolder { return rule.enters(components) ? .everything : .nothing }
        return rule.counts(file: components) ? .file(path) : .nothing
    }

    // MARK: - Looking

    /// Looks at everything.
    /// - Parameter watch: is called with each folder before it is read, so that no change escapes; returns whether it
    ///   is watched.
    /// - Returns: the paths of what has changed. What is missing as a whole has not: it may be about to come back.
    mutating func look(_ room: inout Room, watch: (String) -> Bool) -> [String] {
        signposts = Self.signposts(to: rule.path)
        tree = []
        for folder in signposts.keys { _ = watch(folder) }
        var found: [String: FileStamp] = [:]
        if let stamp = stamp(rule.path, &room) {
            found[rule.path] = stamp
        } else if FileStatus(at: rule.path)?.isFolder == true {
            walk(rule.path, into: &found, &room, watch)
        } else {
            isThere = false
            return []
        }
        let wasCut = isCut
        isThere = true
        isCut = room.files == 0
        let changed = Set(found.keys).union(stamps.keys).filter { path in
            // A cut list may leave out other files at each look.
            guard let old = stamps[path], let new = found[path] else { return !isCut && !wasCut }
            return !new.holdsTheSame(as: old)
        }
        stamps = found
        return changed.sorted()
    }

    /// Looks at one file of the folder.
    /// - Returns: whether it has changed.
    mutating func look(at path: String, _ room: inout Room) -> Bool {
        let old = stamps[path]
        var new = FileStamp(of: path)
        new?.read(path, room: &room.bytes)
        guard let new else { return stamps.removeValue(forKey: path) != nil }
        if old != nil || room.files > 0 { stamps[path] = new }
        return old.map { !new.holdsTheSame(as: $0) } ?? true
    }

    private mutating func walk(
        _ top: String, into found: inout [String: FileStamp], _ room: inout Room, _ watch: (String) -> Bool
    ) {
        var waiting = [top]
        while let folder = waiting.popLast() {
            guard watch(folder) else { continue }
            tree.insert(folder)
            var files: [String] = []
            FolderEntries.forEach(in: folder) { name, kind in
                let path = "\(folder)/\(name)"
                switch kind {
                case .folder: if rule.enters(components(of: path)) { waiting.append(path) }
                case .other: if rule.counts(file: components(of: path)) { files.append(path) }
                }
            }
            for path in files where room.files > 0 {
                guard let stamp = stamp(path, &room) else { continue }
                found[path] = stamp
                room.files -= 1
            }
        }
    }

    /// A file that looks as before is not read again.
    private func stamp(_ path: String, _ room: inout Room) -> FileStamp? {
        guard var stamp = FileStamp(of: path) else { return nil }
        if let old = stamps[path], stamp.looksLike(old) { return old }
        stamp.read(path, room: &room.bytes)
        return stamp
    }

    private func components(of path: String) -> [Substring] {
        path.dropFirst(rule.path.count).split(separator: "/")
    }

    // MARK: - The way to the rule's path

    private static func signposts(to path: String) -> [String: Set<String>] {
        var signposts: [String: Set<String>] = [:]
        func add(_ path: String) {
            guard let slash = path.lastIndex(of: "/") else { return }
            let folder = slash == path.startIndex ? "/" : String(path[..<slash])
            signposts[folder, default: []].insert(String(path[path.index(after: slash)...]))
        }
        var place = ""
        for component in path.split(separator: "/") {
            place += "/\(component)"
            if FileStatus(atLink: place)?.isLink == true { add(place) }
        }
        guard FileStatus(at: path)?.isFolder != true else { return signposts }
        add(path)
        if let real = resolvedPath(path) { add(real) }
        return signposts
    }
}

/// A file's state at its last check, to recognise a save that has changed nothing.
struct FileStamp: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    /// The time when the file's content, name or permissions were changed. No program can set this.
    let changedSeconds: Int
    let changedNanoseconds: Int
    /// The digest of the file's content; nil where it is too long to be compared.
    private(set) var digest: Int?

    /// Nil unless the path, with links followed, is a regular file.
    init?(of path: String) {
        guard let found = FileStatus(at: path), found.isRegular else { return nil }
        let status = found.system
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = found.size
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
        changedSeconds = Int(status.st_ctim.tv_sec)
        changedNanoseconds = Int(status.st_ctim.tv_nsec)
    }

    /// True if the system reports the same file without a change.
    func looksLike(_ other: FileStamp) -> Bool {
        device == other.device && inode == other.inode && size == other.size && seconds == other.seconds
            && nanoseconds == other.nanoseconds && changedSeconds == other.changedSeconds
            && changedNanoseconds == other.changedNanoseconds
    }

    /// True if the content is known to be the same.
    func holdsTheSame(as other: FileStamp) -> Bool {
        if let digest, let others = other.digest { return size == other.size && digest == others }
        return looksLike(other)
    }

    /// - Parameter room: bytes that may still be read; less afterwards.
    mutating func read(_ path: String, room: inout Int) {
        guard size <= min(WatchLimits.comparedFile, room) else { return }
        // Another file may be there by now, such as a pipe, which must not make the session wait.
        guard let file = Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else { return }
        var hasher = Hasher()
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        var left = size
        while left >= 0 {
            let count = Platform.read(file.number, &chunk, chunk.count)
            if count == 0 { break }
            guard count > 0 else { return }
            chunk[..<count].withUnsafeBytes { hasher.combine(bytes: $0) }
            left -= count
        }
        room -= size - left
        digest = left == 0 ? hasher.finalize() : nil
    }
}

enum FolderEntries {
    enum Kind { case folder, other }

    /// Calls `body` with each name and its kind. A link to a folder does not count as one, so no loop of links is
    /// walked.
    static func forEach(in path: String, _ body: (_ name: String, _ kind: Kind) -> Void) {
        FolderListing.forEach(in: path) { entry in
            let name = entry.name
            body(name, isFolder(entry.type, "\(path)/\(name)") ? .folder : .other)
            return true
        }
    }

    /// - Parameter type: as the folder has it; not every file system does.
    private static func isFolder(_ type: UInt8, _ path: String) -> Bool {
        guard type == UInt8(DT_UNKNOWN) else { return type == UInt8(DT_DIR) }
        return FileStatus(atLink: path)?.isFolder ?? false
    }
}

enum WatchLimits {
    /// Folders of one session: the system has a limit for all programs of the user (`fs.inotify.max_user_watches`).
    static let folders = 4096
    /// Files of one session whose state is kept. For further files each save counts as a change, but for one in a new folder.
    static let files = 100_000
    /// Bytes of one file, and of all files of one look, that are compared; of others, the size and the time of the last
    /// change.
    static let comparedFile = 1 << 20
    static let compared = 16 << 20
    /// Paths of a burst of changes; beyond that, all files are checked.
    static let burst = 1000
    /// How long a missing file or folder stays unnoticed when it comes back and the system does not report that.
    static let absence = Duration.seconds(1)
}
