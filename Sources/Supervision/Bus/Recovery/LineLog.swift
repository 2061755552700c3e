import Platform
import Wire

/// Lines in the order in which they came, in chunks, so that a long log never moves. No line crosses two chunks.
struct LineLog {
    /// Where a line ends: the offset in a chunk.
    struct Place: Equatable {
        fileprivate let chunk: Int
        fileprivate let offset: Int
    }

    private var chunks: [[UInt8]] = []
    /// Bytes in all chunks.
    private(set) var count = 0
    private static let chunkSize = 1 << 18

    /// - Parameter lines: whole lines, each with its LF.
    mutating func append(_ lines: UnsafeRawBufferPointer) {
        if chunks.isEmpty || chunks[chunks.count - 1].count + lines.count > Self.chunkSize {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(max(Self.chunkSize, lines.count))
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(contentsOf: lines)
        count += lines.count
    }

    var lines: [[UInt8]] { chunks.flatMap { $0.split(separator: 0x0A).map { Array($0) + [0x0A] } } }

    mutating func removeAll(before place: Place) {
        chunks.removeFirst(place.chunk)
        chunks[0].removeFirst(place.offset)
        count = chunks.reduce(0) { $0 + $1.count }
    }

    /// Where the event's line ends; the newest chunk is searched first.
    /// - Parameters:
    ///   - id: as a text, not as it is spelt.
    ///   - source: of the event. Without one, an id that two sources have used means nothing, unless it begins with its
    ///     source's name.
    func place(after id: String, from source: String?) -> Place? {
        var found: (place: Place, source: String)?
        var isUnique = true
        for chunk in chunks.indices.reversed() {
            Self.eachLine(of: chunks[chunk], that: id) { end, owner in
                let place = Place(chunk: chunk, offset: end)
                if let source {
                    if owner == source { found = (place, owner) }
                    return owner != source
                }
                guard let first = found else {
                    found = (place, owner)
                    return !Self.names(id, owner)
                }
                isUnique = first.source == owner
                return isUnique
            }
            if let found, source != nil || !isUnique || Self.names(id, found.source) { break }
        }
        return isUnique ? found?.place : nil
    }

    /// Whether the id begins with its source's name, as ours do: then no other source has it.
    private static func names(_ id: String, _ source: String) -> Bool {
        id.utf8.starts(with: source.utf8)
            && id.utf8.dropFirst(source.utf8.count).first.map { EventStamp.joints.contains($0) } ?? false
    }

    /// Calls `body` with the end and the source of each line that has the id, until it returns false.
    private static func eachLine(of chunk: [UInt8], that id: String, _ body: (Int, String) -> Bool) {
        let text = Array(id.utf8)
        guard !text.isEmpty else { return }
        chunk.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            // Where nothing is escaped, only lines in which the id's bytes stand somewhere have to be read.
            let isPlain = memchr(base, 0x5C, bytes.count) == nil
            var start = 0
            while start < bytes.count {
                var near = start
                if isPlain {
                    guard let hit = memmem(base + start, bytes.count - start, text, text.count) else { return }
                    near = UnsafeRawPointer(hit) - base
                    start = memrchr(base, 0x0A, near).map { UnsafeRawPointer($0) - base + 1 } ?? 0
                }
                guard let feed = memchr(base + near, 0x0A, bytes.count - near) else { return }
                let end = UnsafeRawPointer(feed) - base
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                if let source = EventLine.source(of: line, if: id), !body(end + 1, source) { return }
                start = end + 1
            }
        }
    }
}
