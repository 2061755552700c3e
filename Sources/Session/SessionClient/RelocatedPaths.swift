import Platform

/// Folders that a program has copies of: their paths in what it gets become those of the copies, and back in what it writes.
///
/// A path counts only as whole words: `/home/ada` is neither in `/home/adam` nor in `/srv/home/ada`.
package struct RelocatedPaths: Sendable {
    private struct Change: Sendable {
        let old: [UInt8]
        let new: [UInt8]
    }

    private let inward: [Change]
    private let outward: [Change]

    package static let none = RelocatedPaths([])

    /// - Parameter pairs: absolute paths, without `/` at the end. The root folder is left out, because every path begins with it.
    package init(_ pairs: [(original: String, copy: String)]) {
        // Longer ones come first, since one folder may be in another.
        let changes = pairs.filter { $0.original.hasPrefix("/") && $0.original != "/" }
            .map { Change(old: Array($0.original.utf8), new: Array($0.copy.utf8)) }
        inward = changes.sorted { $0.old.count > $1.old.count }
        outward = changes.map { Change(old: $0.new, new: $0.old) }.sorted { $0.old.count > $1.old.count }
    }

    /// The bytes as the program gets them.
    package func entering(_ bytes: [UInt8]) -> [UInt8] { Self.making(inward, in: bytes) }

    /// The program's output with the original paths.
    package func leaving(_ bytes: [UInt8]) -> [UInt8] { Self.making(outward, in: bytes) }

    package func entering(_ text: String) -> String {
        inward.isEmpty ? text : String(decoding: entering(Array(text.utf8)), as: UTF8.self)
    }

    package func leaving(_ text: String) -> String {
        outward.isEmpty ? text : String(decoding: leaving(Array(text.utf8)), as: UTF8.self)
    }

    /// Makes all changes in one pass, so that new text is not changed again. Each byte is searched once for each change.
    private static func making(_ changes: [Change], in bytes: [UInt8]) -> [UInt8] {
        var places = changes.map { place(of: $0.old, in: bytes, from: 0) }
        guard places.contains(where: { $0 != nil }) else { return bytes }
        var output: [UInt8] = []
        var done = 0
        // The first of equal places has the longest text.
        while let first = places.indices.filter({ places[$0] != nil }).min(by: { (places[$0] ?? 0) < (places[$1] ?? 0) }
        ),
            let place = places[first]
        {
            output += bytes[done..<place]
            output += changes[first].new
            done = place + changes[first].old.count
            for index in places.indices {
                if let next = places[index], next < done {
                    places[index] = Self.place(of: changes[index].old, in: bytes, from: done)
                }
            }
        }
        return output + bytes[done...]
    }

    /// The next place of a path, as whole words.
    private static func place(of text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { all in
            var next = start
            while next < all.count, let base = all.baseAddress,
                let found = memmem(base + next, all.count - next, text, text.count)
            {
                let place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                next = place + text.count
                let isWhole = (place == 0 || !isInName(all[place - 1])) && (next == all.count || !isInName(all[next]))
                if isWhole { return place }
            }
            return nil
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isAlphanumeric || "._-~".utf8.contains(byte)
    }
}
