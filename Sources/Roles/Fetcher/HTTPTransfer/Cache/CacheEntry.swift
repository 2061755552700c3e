import Compression

/// A cache file: the request's digests and the response. Damaged files are ignored.
///
///     magic, version   8 bytes
///     checksum         CRC-32 of what follows the length; 8 bytes, like every number
///     length           of what follows
///     url, variant     the key's digests, 32 bytes each
///     …                the answer without its body
///     body             gzip
struct CacheEntry: Equatable {
    let key: CacheKey
    /// The URL without its query, for listings.
    let summary: String
    let response: CachedResponse

    private static let magic = Array("VLCACHE1".utf8)

    init(key: CacheKey, summary: String, response: CachedResponse) {
        self.key = key
        self.summary = summary
        self.response = response
    }

    /// Nil when memory runs out.
    var file: [UInt8]? {
        guard let body = response.body.compressed(.gzip, effort: .fastest) else { return nil }
        var content = ByteWriter()
        content.append(key.url)
        content.append(key.variant)
        content.append(summary)
        content.append(response.status)
        content.append(response.requestedAt)
        content.append(response.receivedAt)
        content.append(response.headers.count)
        for header in response.headers {
            content.append(header.name)
            content.append(header.value)
        }
        content.append(response.body.count)
        content.append(body)
        return Self.sealed(content.bytes)
    }

    /// A file with this content.
    static func sealed(_ content: [UInt8]) -> [UInt8] {
        var file = ByteWriter()
        file.append(magic)
        file.append(checksum(content[...]))
        file.append(content.count)
        file.append(content)
        return file.bytes
    }

    /// Nil for a torn, damaged or foreign file.
    /// - Parameter bodyLimit: bytes; nil skips the body.
    init?(file: [UInt8], bodyLimit: Int?) {
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(file[...])
            guard try reader.bytes(Self.magic.count) == Self.magic[...] else { return nil }
            let checksum = try reader.number()
            let content = try reader.bytes(try reader.number())
            guard reader.isAtEnd, Self.checksum(content) == checksum else { return nil }
            try self.init(content: content, bodyLimit: bodyLimit)
        } catch {
            return nil
        }
    }

    private init?(content: ArraySlice<UInt8>, bodyLimit: Int?) throws(ByteReader.Malformed) {
        var reader = ByteReader(content)
        let digests = (
            Array(try reader.bytes(CacheKey.digestLength)), Array(try reader.bytes(CacheKey.digestLength))
        )
        key = CacheKey(url: digests.0, variant: digests.1)
        summary = try reader.text()
        let (status, requestedAt, receivedAt) = (try reader.number(), try reader.moment(), try reader.moment())
        var headers: [HTTPHeader] = []
        for _ in 0..<(try reader.count()) {
            headers.append(HTTPHeader(received: try reader.text(), try reader.text()))
        }
        let length = try reader.number()
        var body: [UInt8] = []
        if let bodyLimit {
            guard 0...bodyLimit ~= length,
                let whole = [UInt8](decompressing: reader.rest, .gzip, to: length)
            else { return nil }
            body = whole
        }
        response = CachedResponse(
            status: status, headers: headers, body: body, requestedAt: requestedAt, receivedAt: receivedAt)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int { Int(bytes.crc32) }
}

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
