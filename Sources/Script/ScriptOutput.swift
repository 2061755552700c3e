/// What the program prints during one call, as far as it has come.
struct ScriptOutput: Sendable {
    /// Nil until enough has come to know.
    private(set) var format: OutputFormat?
    private var bytes: [UInt8] = []
    /// What comes before it is taken.
    private var start = 0
    /// How far the extent has seen.
    private var scanned = 0
    private var extent = JSONExtent()
    private(set) var isTooLong = false

    /// Bytes of one screen, or of a list that comes as JSON. What follows is not kept.
    static let most = 16 << 20

    mutating func append(_ chunk: [UInt8]) {
        bytes.removeFirst(start)
        scanned -= start
        start = 0
        guard bytes.count + chunk.count <= Self.most else { return isTooLong = true }
        bytes += chunk
        if format == nil { format = OutputFormat.of(bytes.prefix(4096), isWhole: false) }
    }

    mutating func finish() { if format == nil { format = OutputFormat.of(bytes, isWhole: true) } }

    /// What has come and is not taken.
    mutating func takeAll() -> [UInt8] {
        defer {
            bytes = []
            (start, scanned) = (0, 0)
        }
        return Array(bytes[start...])
    }

    /// What looked like JSON are lines.
    mutating func becomeLines() { format = .lines }

    /// The next whole value of JSON.
    mutating func takeValue() -> [UInt8]? {
        guard format == .json else { return nil }
        guard let count = extent.end(in: bytes[scanned...]) else {
            scanned = bytes.count
            return nil
        }
        let end = scanned + count
        defer {
            (start, scanned) = (end, end)
            extent = JSONExtent()
        }
        return Array(bytes[start..<end])
    }

    var isBlank: Bool { bytes[start...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
