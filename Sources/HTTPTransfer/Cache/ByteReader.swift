/// Parses what ``ByteWriter`` wrote, and rejects anything else.
struct ByteReader {
    enum Malformed: Error { case endsTooEarly, isNoText, isNegative, isNoMoment }

    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw .endsTooEarly }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number() throws(Malformed) -> Int {
        Int(truncatingIfNeeded: try bytes(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// A count of items of at least a byte each.
    mutating func count() throws(Malformed) -> Int {
        let count = try number()
        guard count >= 0 else { throw .isNegative }
        guard count <= rest.count else { throw .endsTooEarly }
        return count
    }

    /// Seconds since 1970, in a range that is safe for arithmetic.
    mutating func moment() throws(Malformed) -> Int {
        let number = try number()
        guard 0...(1 << 40) ~= number else { throw .isNoMoment }
        return number
    }

    mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: try bytes(try number()), as: UTF8.self) else { throw .isNoText }
        return text
    }
}

/// Numbers are 8 bytes, little-endian; texts follow their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func append(_ number: Int) {
        withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) { bytes += $0 }
    }

    mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes += text.utf8
    }
}
