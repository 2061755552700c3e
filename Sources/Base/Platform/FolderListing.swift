/// The entries of a folder, in the order of the file system, without `.` and `..`.
package enum FolderListing {
    /// Valid only during the call that gets it.
    package struct Entry {
        fileprivate let pointer: UnsafeMutablePointer<dirent>

        /// Bytes that are not UTF-8 are replaced.
        package var name: String { withBytes { String(decoding: $0, as: UTF8.self) } }

        /// The name as the system has it, with its zero byte.
        package var rawName: [CChar] { withBytes { $0.map { CChar(bitPattern: $0) } + [0] } }

        /// The type, such as `DT_DIR`; not every file system knows it (`DT_UNKNOWN`).
        package var type: UInt8 { pointer.pointee.d_type }

        fileprivate var isFolderItself: Bool {
            withBytes { $0.elementsEqual([0x2E]) || $0.elementsEqual([0x2E, 0x2E]) }
        }

        private func withBytes<Result>(_ body: (Slice<UnsafeRawBufferPointer>) -> Result) -> Result {
            withUnsafeBytes(of: &pointer.pointee.d_name) { body($0.prefix { $0 != 0 }) }
        }
    }

    /// Calls `body` with each entry until it returns false.
    /// - Returns: false if the folder cannot be read.
    @discardableResult
    package static func forEach(in folder: String, _ body: (Entry) -> Bool) -> Bool {
        forEach(opendir(folder), body)
    }

    package static func forEach(in folder: Int32, _ body: (Entry) -> Void) {
        // A separate descriptor, because closedir closes it and listing must begin at the first name.
        let number = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return }
        guard let listing = fdopendir(number) else {
            close(number)
            return
        }
        forEach(listing) { entry in
            body(entry)
            return true
        }
    }

    /// - Parameter most: so many names at most.
    /// - Returns: none if the folder cannot be read.
    package static func names(in folder: String, most: Int = .max) -> [String] {
        var names: [String] = []
        forEach(in: folder) { entry in
            guard names.count < most else { return false }
            names.append(entry.name)
            return true
        }
        return names
    }

    @discardableResult
    private static func forEach(_ listing: OpaquePointer?, _ body: (Entry) -> Bool) -> Bool {
        guard let listing else { return false }
        defer { closedir(listing) }
        while let pointer = readdir(listing) {
            let entry = Entry(pointer: pointer)
            if !entry.isFolderItself, !body(entry) { break }
        }
        return true
    }
}
