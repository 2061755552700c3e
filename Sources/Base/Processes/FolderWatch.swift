import Platform

/// Reports changes in folders (inotify(7)). Folders and not files, because an editor that saves by renaming puts another file into the
/// place of the one that would be watched.
package struct FolderWatch: ~Copyable {
    /// The system's number of a watched folder.
    package typealias Folder = Int32

    package enum Change: Equatable, Sendable {
        /// A file was written and closed, moved, linked or removed.
        case file(String, in: Folder)
        /// A folder in it came or went.
        case folder(String, in: Folder)
        case moved(Folder)
        /// The folder is not watched any more: it was removed.
        case gone(Folder)
        /// Changes were lost, because there were too many (16,384 by default).
        case overflow
    }

    private let queue: Descriptor
    /// Bytes that are read at once. The system keeps the rest.
    private static let chunk = 1 << 16

    package init() throws(SystemError) {
        let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard number >= 0 else { throw SystemError("watch files (fs.inotify.max_user_instances)") }
        queue = Descriptor(owning: number)
    }

    /// Readable when something has changed.
    package var descriptor: Int32 { queue.number }

    /// - Returns: the number of the folder, the same for each of its paths.
    package func add(_ path: String) throws(SystemError) -> Folder {
        let events = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_MOVE_SELF
        let number = inotify_add_watch(queue.number, path, UInt32(events) | UInt32(IN_ONLYDIR))
        guard number >= 0 else { throw SystemError("watch \(path)") }
        return number
    }

    package func remove(_ folder: Folder) { inotify_rm_watch(queue.number, folder) }

    /// The changes since the last call, as many as one read takes.
    package func take() -> [Change] {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = read(queue.number, &bytes, bytes.count)
        return count > 0 ? Self.parse(bytes[..<count]) : []
    }

    /// - Parameter bytes: `struct inotify_event`s, each with a name that zeros fill up.
    static func parse(_ bytes: ArraySlice<UInt8>) -> [Change] {
        var changes: [Change] = []
        var rest = bytes
        while let change = nextChange(&rest) { changes += change }
        return changes
    }

    /// - Returns: nil at the end.
    private static func nextChange(_ bytes: inout ArraySlice<UInt8>) -> [Change]? {
        let head = MemoryLayout<inotify_event>.size
        guard bytes.count >= head else { return nil }
        let event = bytes.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        guard Int(event.len) <= bytes.count - head else { return nil }
        let name = String(decoding: bytes.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
        bytes = bytes.dropFirst(head + Int(event.len))
        return [change(event.mask, name, in: event.wd)].compactMap(\.self)
    }

    private static func change(_ mask: UInt32, _ name: String, in folder: Folder) -> Change? {
        func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
        if has(IN_Q_OVERFLOW) { return .overflow }
        if has(IN_IGNORED) { return .gone(folder) }
        if has(IN_MOVE_SELF) { return .moved(folder) }
        guard !name.isEmpty else { return nil }
        return has(IN_ISDIR) ? .folder(name, in: folder) : .file(name, in: folder)
    }
}
