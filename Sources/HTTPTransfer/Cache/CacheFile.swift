import Platform

/// Files as the cache needs them: whole or not at all, and nobody else's to read.
enum CacheFile {
    struct Attributes {
        let size: Int
        /// Nanoseconds since 1970: when it was last of use.
        let usedAt: Int
    }

    /// - Parameter touches: whether this counts as use.
    /// - Returns: nil where there is no such file, or it cannot be read to its end.
    static func read(_ path: String, touches: Bool) -> [UInt8]? {
        // A link is nothing that the cache has made.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let rest = buffer.baseAddress.map({ $0 + count }) {
                let got = readBytes(descriptor, rest, size - count)
                guard got > 0 else { break }
                count += got
            }
        }
        guard bytes.count == size else { return nil }
        if touches { futimens(descriptor, nil) }
        return bytes
    }

    /// Puts a file in place in one step, so that readers have the old one or the new one. It need not outlive a crash of
    /// the machine: what is torn is not read.
    /// - Parameter temporary: in the same folder, and of no other writer.
    /// - Returns: whether it is there.
    static func write(_ bytes: [UInt8], to path: String, by temporary: String) -> Bool {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = append(bytes, to: descriptor)
        // A full disk may say so only now.
        guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            return false
        }
        return true
    }

    static func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                writeBytes(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    static func attributes(_ path: String) -> Attributes? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let time = status.modified
        return Attributes(size: Int(status.st_size), usedAt: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
    }

    /// The names in a folder; none where there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder, and those above it.
    static func makeFolder(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else { return }
        makeFolder(String(path[..<slash]))
        mkdir(path, 0o700)
    }
}

extension stat {
    fileprivate var modified: timespec {
        st_mtim
    }
}

// Under names that the functions above do not hide.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
