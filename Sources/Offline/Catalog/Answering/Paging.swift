import Encodings
import YAML

/// An API's parameters for a page, and the fields of its answer about other pages.
struct PageRules: Sendable {
    private let size: String
    private let standard: Int
    /// Smaller sizes become this one; without it, the standard one.
    private let least: Int?
    private let most: Int
    private let number: String?
    private let first: Int
    private let offset: String?
    private let token: String?
    /// The most results that can be listed, whatever their number.
    private let reach: Int?

    init(_ node: ComposeNode) {
        size = node["size"].text
        standard = node["standard"].number ?? 20
        least = node["least"].number
        most = node["most"].number ?? 100
        number = node["number"]?.scalar
        first = node["first"].number ?? 1
        offset = node["offset"]?.scalar
        token = node["token"]?.scalar
        reach = node["reach"].number
    }

    /// Nil if there is no such page.
    func page(of total: Int, _ asked: QueryParameters) -> (places: Range<Int>, values: [String: Fragment])? {
        let listed = min(total, reach ?? total)
        var size = asked.integer(size).map { $0 < (least ?? 1) ? least ?? standard : min($0, most) } ?? standard
        var start = 0
        let page = max(number.flatMap(asked.integer) ?? first, first)
        if number != nil {
            let (product, isTooFar) = (page - first).multipliedReportingOverflow(by: size)
            start = isTooFar ? .max : product
        } else if let offset {
            start = max(asked.integer(offset) ?? 0, 0)
        } else if let token, let text = asked[token], !text.isEmpty {
            guard let token = PageToken(text), token.offset < listed else { return nil }
            start = token.isBackward ? max(token.offset - size, 0) : token.offset
            if token.isBackward { size = token.offset - start }
        }
        guard start < reach ?? .max else { return nil }
        let places = min(start, listed)..<min(start, listed) + min(size, max(listed - start, 0))
        var values = [
            "total": Fragment(total), "start": Fragment(start), "size": Fragment(size), "number": Fragment(page),
        ]
        let pages = (listed + size - 1) / max(size, 1)
        values["pages"] = Fragment(pages)
        let hasMore = places.upperBound < listed && !places.isEmpty
        if hasMore {
            values["more"] = Fragment(places.upperBound)
            values["next_token"] = Fragment(PageToken(offset: places.upperBound, isBackward: false).text)
        }
        if start > 0 { values["prev_token"] = Fragment(PageToken(offset: places.lowerBound, isBackward: true).text) }
        guard let number else { return (places, values) }
        func query(_ page: Int) -> Fragment { Fragment(asked.query(setting: number, to: "\(page)")) }
        if page < pages + first - 1 {
            values["next"] = query(page + 1)
            values["last"] = query(pages + first - 1)
        }
        if page > first {
            values["prev"] = query(page - 1)
            values["first"] = query(first)
        }
        return (places, values)
    }
}

/// A page token as YouTube forms it: a Protocol Buffers message in base64url. Field 1 is an offset; field 2 is 0 for the
/// page that begins there (`CAoQAA`), and 1 for the page that ends there (`CAUQAQ`).
struct PageToken: Equatable {
    /// 1 to 127, so that it takes a single byte.
    let offset: Int
    let isBackward: Bool

    init(offset: Int, isBackward: Bool) { (self.offset, self.isBackward) = (offset, isBackward) }

    /// Nil for an invalid token.
    init?(_ text: String) {
        let bytes = Base64.decodePrefix(of: text)
        guard bytes.count == 4, bytes[0] == 0x08, 1...127 ~= bytes[1], bytes[2] == 0x10, bytes[3] <= 1 else {
            return nil
        }
        self.init(offset: Int(bytes[1]), isBackward: bytes[3] == 1)
        guard self.text == text else { return nil }
    }

    var text: String {
        let digits = Base64.encode([0x08, UInt8(clamping: offset), 0x10, isBackward ? 1 : 0])
        return String(decoding: Base64.urlSafe(digits.utf8.prefix(6)), as: UTF8.self)
    }
}

/// The number of requests of a kind that are left until the window ends, counted as GitHub does.
struct RateWindow: Sendable {
    let requests: Int
    let seconds: Int
    private(set) var used = 0
    /// Seconds since 1970.
    private(set) var reset = 0

    init(_ node: ComposeNode) {
        self.init(requests: node["requests"].number ?? 0, seconds: node["seconds"].number ?? 0)
    }

    init(requests: Int, seconds: Int) { (self.requests, self.seconds) = (requests, seconds) }

    /// Counts one request.
    /// - Parameter now: seconds since 1970.
    /// - Returns: whether there was one left.
    mutating func spend(at now: Int) -> Bool {
        if now >= reset { (used, reset) = (0, now + seconds) }
        guard used < requests else { return false }
        used += 1
        return true
    }

    var values: [String: Fragment] {
        [
            "limit": Fragment(requests), "remaining": Fragment(requests - used), "reset": Fragment(reset),
            "used": Fragment(used),
        ]
    }
}
