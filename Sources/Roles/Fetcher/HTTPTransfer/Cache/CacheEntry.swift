import Compression
import JSON

/// A cache file: the request's digests and the response. Damaged files are ignored.
///
///     VLCACHE2    magic, version
///     1c291ca3    CRC-32 of what follows
///     {…}         a line of JSON: the digests, and the response without its body
///     body        gzip
struct CacheEntry: Equatable {
    let key: CacheKey
    /// The URL without its query, for listings.
    let summary: String
    let response: CachedResponse

    /// The line before the body.
    struct Head: JSONReadable, JSONWritable {
        let url: String
        let variant: String
        let summary: String
        let status: Int
        /// Seconds since 1970, like ``receivedAt``.
        let requestedAt: Int
        let receivedAt: Int
        /// Names and values in turn.
        let headers: [String]
        /// Bytes of the body before compression.
        let size: Int
    }

    private static let magic = "VLCACHE2"
    /// Bytes before the head.
    static let sealLength = magic.utf8.count + 8
    /// The moments with which it is safe to calculate.
    private static let moments = 0...1 << 40

    init(key: CacheKey, summary: String, response: CachedResponse) {
        self.key = key
        self.summary = summary
        self.response = response
    }

    /// Nil when memory runs out.
    var file: [UInt8]? {
        guard let body = response.body.compressed(.gzip, effort: .fastest) else { return nil }
        let head = Head(
            url: key.url, variant: key.variant, summary: summary, status: response.status,
            requestedAt: response.requestedAt, receivedAt: response.receivedAt,
            headers: response.headers.flatMap { [$0.name, $0.value] }, size: response.body.count)
        return Self.sealed(head.json + [0x0A] + body)
    }

    /// A file with this content.
    static func sealed(_ content: [UInt8]) -> [UInt8] { seal(of: content[...]) + content }

    private static func seal(of content: ArraySlice<UInt8>) -> [UInt8] {
        let digits = String(content.crc32, radix: 16)
        return Array((magic + String(repeating: "0", count: 8 - digits.utf8.count) + digits).utf8)
    }

    /// Nil for a torn, damaged or foreign file.
    /// - Parameter bodyLimit: bytes; nil skips the body.
    init?(file: [UInt8], bodyLimit: Int?) {
        let content = file.dropFirst(Self.sealLength)
        guard Self.seal(of: content).elementsEqual(file.prefix(Self.sealLength)),
            let end = content.firstIndex(of: 0x0A), let head = try? Head(json: Array(content[..<end])),
            Self.moments ~= head.requestedAt, Self.moments ~= head.receivedAt, head.headers.count % 2 == 0
        else { return nil }
        var body: [UInt8] = []
        if let bodyLimit {
            guard 0...bodyLimit ~= head.size,
                let whole = [UInt8](decompressing: content[(end + 1)...], .gzip, to: head.size)
            else { return nil }
            body = whole
        }
        key = CacheKey(url: head.url, variant: head.variant)
        summary = head.summary
        response = CachedResponse(
            status: head.status,
            headers: stride(from: 0, to: head.headers.count, by: 2).map { place in
                HTTPHeader(received: head.headers[place], head.headers[place + 1])
            }, body: body, requestedAt: head.requestedAt, receivedAt: head.receivedAt)
    }
}
