import JSON
import Wire

/// A join's progress, stored at the server under its name. A new session of that name continues there, and the others do not
/// publish so much that it could miss something.
struct JoinRecord: Equatable {
    var progress: JoinProgress
    /// Types that it takes from the others.
    var takes: [String]
    /// Whether it has ended, so that nobody waits for it.
    var hasLeft: Bool

    static let mostBytes = 1 << 18

    init(progress: JoinProgress, takes: [String], hasLeft: Bool = false) {
        self.progress = progress
        self.takes = takes
        self.hasLeft = hasLeft
    }

    /// - Returns: nil unless a join has stored it.
    init?(_ payload: [UInt8]) {
        guard payload.count <= Self.mostBytes,
            let record = try? JSONReader.read(payload.span, { reader throws(JSONError) in try Self(from: &reader) }),
            record.takes.count <= Presence.mostPatterns,
            record.takes.allSatisfy({ $0.utf8.count <= SessionSubjects.longestType })
        else { return nil }
        self = record
    }
}

extension JoinRecord: JSONCodable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if hasLeft { writer.member("left", true) }
        writer.member("progress", progress)
        writer.member("takes", takes)
        writer.endObject()
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        self.init(progress: JoinProgress(), takes: [])
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "left": hasLeft = try reader.bool()
            case "progress": progress = try reader.read()
            case "takes": takes = try reader.read()
            default: try reader.skipValue()
            }
        }
    }
}
