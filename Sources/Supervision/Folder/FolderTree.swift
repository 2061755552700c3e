import Platform
import Processes

/// Lists and empties folders by their descriptors. No step follows a symlink, so nothing outside is touched, even if
/// somebody replaces a name meanwhile.
enum FolderTree {
    /// Deeper folders are left alone, because each level holds a descriptor open.
    private static let deepest = 32

    /// Opens the folder `name` within another one; nil if it is not a folder.
    static func open(_ name: String, in folder: Int32) -> Descriptor? {
        open(Array(name.utf8CString), in: folder)
    }

    private static func open(_ name: [CChar], in folder: Int32) -> Descriptor? {
        let number = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return number < 0 ? nil : Descriptor(owning: number)
    }

    /// The names in the folder; those that are not UTF-8 are left out.
    static func names(in folder: Int32) -> [String] {
        rawNames(in: folder).compactMap(text)
    }

    /// Removes the folder's contents, except what we may not remove and what is on another file system.
    static func empty(_ folder: Int32, except kept: Set<String> = []) {
        empty(folder, except: kept, levels: deepest)
    }

    private static func empty(_ folder: Int32, except kept: Set<String>, levels: Int) {
        for name in rawNames(in: folder) {
            if !kept.isEmpty, let text = text(of: name), kept.contains(text) { continue }
            if unlinkat(folder, name, 0) == 0 || levels == 0 { continue }
            guard let inner = open(name, in: folder), isSameDisk(inner.number, folder) else { continue }
            empty(inner.number, except: [], levels: levels - 1)
            unlinkat(folder, name, AT_REMOVEDIR)
        }
    }

    /// Nil for a name that is not UTF-8.
    private static func text(of name: [CChar]) -> String? {
        String(validating: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func isSameDisk(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev
    }

    private static func rawNames(in folder: Int32) -> [[CChar]] {
        // A separate descriptor, because closedir closes it and listing must begin at the first name.
        let number = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return [] }
        guard let listing = fdopendir(number) else {
            close(number)
            return []
        }
        defer { closedir(listing) }
        var names: [[CChar]] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
            }
            if name != [46, 0], name != [46, 46, 0] { names.append(name) }
        }
        return names
    }
}
