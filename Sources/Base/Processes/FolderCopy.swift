import Platform

/// Copies a folder with its files, their permissions and times. Never writes through a link, and follows none out of the folder unless
/// `followsLinksToFiles`: then a link to a regular file elsewhere becomes a copy of that file.
///
/// Left out, with the reason, is what cannot be copied: devices, sockets and pipes, links that lead out of the folder or nowhere, what cannot be
/// read, names that are not UTF-8, and whatever is deeper than the limit.
package struct FolderCopy {
    package struct LeftOut: Hashable, Sendable {
        /// The path relative to the folder.
        package let path: String
        package let reason: String
    }

    /// The limit that a folder exceeds.
    package enum Excess: Error, Equatable, CustomStringConvertible {
        case files, bytes

        package var description: String {
            switch self {
            case .files: "it has more than \(FolderCopy.mostFiles) files and folders"
            case .bytes: "its files have more than \(FolderCopy.mostBytes >> 20) MiB"
            }
        }
    }

    package enum Treatment {
        case copy
        /// The file is left out, and not even reported.
        case ignore
        /// A link to the original replaces it.
        case link
    }

    /// The most entries of one copy: files, folders and links together.
    package static let mostFiles = 20_000
    package static let mostBytes = 128 << 20
    /// Folders within folders.
    package static let deepest = 24

    package private(set) var leftOut: [LeftOut] = []
    private let source: String
    private let target: String
    /// The source's own path, without links.
    private let root: String?
    private let followsLinksToFiles: Bool
    private let treatment: (_ path: String, _ isFolder: Bool) -> Treatment
    private var files = 0
    private var bytes = 0

    /// - Parameters:
    ///   - target: a folder. Where it has files or links of the same names, copies replace them.
    ///   - treatment: by the path relative to the folder.
    package init(
        of source: String, to target: String, followsLinksToFiles: Bool = false,
        treatment: @escaping (String, Bool) -> Treatment = { _, _ in .copy }
    ) {
        self.followsLinksToFiles = followsLinksToFiles
        self.source = source
        self.target = target
        self.treatment = treatment
        root = resolvedPath(source)
    }

    package mutating func run() throws {
        try enter("", depth: 0)
    }

    private func origin(_ path: String) -> String { path.isEmpty ? source : "\(source)/\(path)" }
    private func place(_ path: String) -> String { path.isEmpty ? target : "\(target)/\(path)" }

    private mutating func enter(_ path: String, depth: Int) throws {
        guard depth <= Self.deepest else {
            return leaveOut(path, "it is deeper than \(Self.deepest) folders")
        }
        var names: [String] = []
        let isRead = FolderListing.forEach(in: origin(path)) { entry in
            names.append(entry.name)
            return names.count <= Self.mostFiles
        }
        guard isRead else { return leaveOut(path, "the folder cannot be read") }
        for name in names.sorted() { try take(path.isEmpty ? name : "\(path)/\(name)", depth: depth) }
    }

    private mutating func take(_ path: String, depth: Int) throws {
        guard let status = FileStatus(atLink: origin(path)) else {
            return leaveOut(path, path.contains("\u{FFFD}") ? "its name is not UTF-8" : "it cannot be found")
        }
        switch treatment(path, status.isFolder) {
        case .ignore: return
        case .link:
            try count()
            try link(to: resolvedPath(origin(path)) ?? origin(path), at: path)
            return
        case .copy: break
        }
        try count()
        switch status.kind {
        case S_IFDIR:
            try makeFolder(path, status)
            try enter(path, depth: depth + 1)
        case S_IFREG: try copyFile(origin(path), path)
        case S_IFLNK: try copyLink(path)
        default: leaveOut(path, "it is a device, a socket or a pipe")
        }
    }

    private mutating func count() throws(Excess) {
        files += 1
        guard files <= Self.mostFiles else { throw .files }
    }

    private mutating func leaveOut(_ path: String, _ reason: String) {
        leftOut.append(LeftOut(path: path.isEmpty ? "." : path, reason: reason))
    }

    // MARK: - One of each kind

    private func makeFolder(_ path: String, _ status: FileStatus) throws(SystemError) {
        let folder = place(path)
        if let present = FileStatus(atLink: folder) {
            guard !present.isFolder else { return }
            try removeFile(path)
        }
        guard mkdir(folder, status.system.st_mode & 0o777 | 0o700) == 0 else {
            throw SystemError("make the folder \(folder)")
        }
    }

    private mutating func copyFile(_ origin: String, _ path: String) throws {
        guard let input = Descriptor(opening: origin, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else {
            return leaveOut(path, "it cannot be read")
        }
        guard let opened = FileStatus(of: input.number), opened.isRegular else {
            return leaveOut(path, "it is not a regular file")
        }
        try removeFile(path)
        let mode = opened.system.st_mode & 0o777
        guard let copy = Descriptor(opening: place(path), O_WRONLY | O_CREAT | O_EXCL, mode: mode) else {
            throw SystemError("make \(place(path))")
        }
        guard try pour(input.number, into: copy.number, path) else { return leaveOut(path, "it cannot be read") }
        // Applications that sort by time see the same order.
        let times = [opened.system.st_atim, opened.system.st_mtim]
        _ = times.withUnsafeBufferPointer { futimens(copy.number, $0.baseAddress) }
    }

    /// - Returns: whether all of it could be read.
    private mutating func pour(_ input: Int32, into output: Int32, _ path: String) throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(input, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            bytes += count
            guard bytes <= Self.mostBytes else { throw Excess.bytes }
            guard chunk[..<count].withUnsafeBytes({ writeAll($0, to: output) }) == count else {
                throw SystemError("write \(place(path))")
            }
        }
    }

    /// A link within the folder leads to the same place in the copy.
    private mutating func copyLink(_ path: String) throws {
        guard let end = resolvedPath(origin(path)) else { return leaveOut(path, "it is a link to nothing") }
        guard let root, end == root || end.hasPrefix(root == "/" ? root : "\(root)/") else {
            if followsLinksToFiles { return try copyFile(end, path) }
            return leaveOut(path, "it is a link out of the folder")
        }
        let rest = end.dropFirst(root.count).drop { $0 == "/" }
        let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
        try link(to: rest.isEmpty ? (up.isEmpty ? "." : up) : up + rest, at: path)
    }

    private func link(to end: String, at path: String) throws(SystemError) {
        try removeFile(path)
        guard symlink(end, place(path)) == 0 else { throw SystemError("make the link \(place(path))") }
    }

    private func removeFile(_ path: String) throws(SystemError) {
        guard unlink(place(path)) == 0 || errno == ENOENT else { throw SystemError("replace \(place(path))") }
    }
}
