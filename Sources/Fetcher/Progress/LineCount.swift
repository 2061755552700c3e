import Platform

/// Counts the lines that remain in a file, without moving its offset.
package enum LineCount {
    /// - Returns: the number of lines; nil unless the descriptor is a regular file.
    package static func rest(of descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var offset = lseek(descriptor, 0, SEEK_CUR)
        guard offset >= 0 else { return nil }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var lines = 0
        var last: UInt8 = 0x0A
        while case let count = pread(descriptor, &chunk, chunk.count, offset), count > 0 {
            offset += count
            lines += chunk[..<count].count { $0 == 0x0A }
            last = chunk[count - 1]
        }
        return last == 0x0A ? lines : lines + 1
    }
}
