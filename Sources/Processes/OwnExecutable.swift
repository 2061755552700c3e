import Platform

/// The program that runs in this process.
package enum OwnExecutable {
    /// The path of a program in the same folder. Links are followed, so that the neighbours of an installed program are found.
    package static func neighbour(_ name: String) -> String { "\(folder)/\(name)" }

    private static var folder: String {
        // readlink(2) and not realpath(3): the executable may have been replaced since it was started.
        let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let length = readlink("/proc/self/exe", start, buffer.count)
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(0, length)), as: UTF8.self)
        }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
