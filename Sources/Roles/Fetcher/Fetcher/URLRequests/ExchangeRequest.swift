package import HTTPTransfer
import JSON
import Wire

/// A request without an envelope, with the members that its answer repeats.
package struct ExchangeRequest: Equatable, Sendable {
    /// The URL as requested, but without a password; nil if none could be read.
    package var url: String?
    /// Members of the request that its answer repeats as they are, each followed by a comma: `"id":7,"note":"x",`.
    package var echo: [UInt8] = []
    /// The transfer, or the reason why there is none.
    package var transfer: Result<HTTPRequest, FetchError>

    package init(url: String?, echo: [UInt8] = [], _ transfer: Result<HTTPRequest, FetchError>) {
        self.url = url
        self.echo = echo
        self.transfer = transfer
    }

    /// A URL with the defaults.
    package init(url text: String, _ defaults: RequestDefaults) {
        var reader = HTTPURLReader()
        self.init(WrittenURL(text, &reader), defaults)
    }

    init(_ url: WrittenURL, _ defaults: RequestDefaults) {
        self.init(url: url.shown, url.parsed.map(defaults).mapError { FetchError($0) })
    }

    /// Bytes that it holds until it is answered.
    var heldBytes: Int {
        guard case .success(let transfer) = transfer else { return echo.count }
        return echo.count + (transfer.body?.heldBytes ?? 0)
    }
}

/// The URL of a request as its user writes it, parsed once.
struct WrittenURL {
    private let text: String
    let parsed: Result<HTTPURL, TransferError>

    init(_ text: String, _ reader: inout HTTPURLReader) {
        self.text = text
        parsed = Result { () throws(TransferError) in try reader.read(typed: text) }
    }

    /// The URL as written, so that an answer can be matched with its request; only user and password are removed.
    var shown: String {
        if case .success(let url) = parsed, HTTPURL.hasScheme(text) { return url.credentials == nil ? text : url.text }
        // Other texts cannot hide a password.
        return text.utf8.contains(UInt8(ascii: "@")) || text.hasOddAuthority ? text.withoutUserInfo : text
    }
}

/// The request to a URL, with all that its line may change.
package typealias RequestDefaults = @Sendable (HTTPURL) -> HTTPRequest

/// Reads a request from a line's JSON object. Unknown members, `id` above all, are kept as they are.
struct RequestMembers {
    /// The members that are known.
    private enum Name: String {
        case url, method, headers, body, bodyFile, timeout
    }

    private static let timeouts = 0.001...86_400

    private let line: [UInt8]
    private var known: [Name: Range<Int>] = [:]
    private var echo: [UInt8] = []
    /// A name that occurs twice, of which readers might choose either.
    private var duplicate: Name?

    /// - Parameters:
    ///   - line: without its LF.
    ///   - reserved: members that the answer sets itself, and so does not repeat.
    init(_ line: [UInt8], reserved: Set<String>) throws(EnvelopeError) {
        self.line = line
        for member in try Self.members(line) {
            let key = JSONText.decode(line.span.extracting(member.key)) ?? ""
            if let name = Name(rawValue: key) {
                if known.updateValue(member.value, forKey: name) != nil { duplicate = name }
            } else if !reserved.contains(key) {
                echo += line[member.key.lowerBound..<member.value.upperBound] + [UInt8(ascii: ",")]
            }
        }
    }

    private static func members(_ line: [UInt8]) throws(EnvelopeError) -> [JSONSlices.Member] {
        // For a line that is not JSON at all, its beginning is a better message than the offset of its first error.
        let first = line.first { !(0x20 == $0 || 0x09...0x0D ~= $0) }
        guard first == UInt8(ascii: "{") else { throw .notAnObject }
        do throws(JSONError) { return try JSONSlices.members(line.span) } catch { throw EnvelopeError(error) }
    }

    /// The request or its mistake, with the members that its answer repeats.
    /// - Parameters:
    ///   - number: of the request's line. It stands for the URL in the error of a request that has none.
    ///   - reader: of all requests.
    func request(_ number: Int, _ defaults: RequestDefaults, _ reader: inout HTTPURLReader) -> ExchangeRequest {
        var shownURL: String?
        do throws(FetchError) {
            if let duplicate { throw .invalidRequest("\"\(duplicate.rawValue)\" occurs twice") }
            guard let text = try string(.url) else { throw .invalidRequest("no \"url\"") }
            let url = WrittenURL(text, &reader)
            shownURL = url.shown
            return ExchangeRequest(url: shownURL, echo: echo, .success(try transfer(url, defaults)))
        } catch {
            let named = shownURL == nil ? FetchError.invalidRequest("line \(number): \(error.cause)") : error
            return ExchangeRequest(url: shownURL, echo: echo, .failure(named))
        }
    }

    private func transfer(_ url: WrittenURL, _ defaults: RequestDefaults) throws(FetchError) -> HTTPRequest {
        var request = defaults(try FetchError.wrapping { () throws(TransferError) in try url.parsed.get() })
        if let body = try body() { request.body = body }
        let own = try headers()
        if !own.isEmpty {
            let names = Set(own.map { $0.name.lowercased() })
            request.headers = request.headers.filter { !names.contains($0.name.lowercased()) } + own
        }
        if let method = try string(.method) { request.method = method }
        if let timeout = try ownTimeout() { request.timeout = timeout }
        return request
    }
}

/// The single members. Null counts as absent.
extension RequestMembers {
    private func value(_ name: Name) -> Range<Int>? {
        known[name].flatMap { line[$0.lowerBound] == UInt8(ascii: "n") ? nil : $0 }
    }

    private func string(_ name: Name) throws(FetchError) -> String? {
        guard let range = value(name) else { return nil }
        return try text(range, "\"\(name.rawValue)\" is not a string")
    }

    private func text(_ range: Range<Int>, _ problem: String) throws(FetchError) -> String {
        guard line[range.lowerBound] == UInt8(ascii: "\""), let text = JSONText.decode(line.span.extracting(range))
        else { throw .invalidRequest(problem) }
        return text
    }

    private func ownTimeout() throws(FetchError) -> Duration? {
        guard let range = value(.timeout) else { return nil }
        guard let seconds = Double(String(decoding: line[range], as: UTF8.self)), Self.timeouts.contains(seconds)
        else { throw .invalidRequest("\"timeout\" is not a number of seconds within a day") }
        return .seconds(seconds)
    }

    /// An object of strings, or of lists of strings for repeated fields.
    private func headers() throws(FetchError) -> [HTTPHeader] {
        guard let range = value(.headers) else { return [] }
        let problem = "\"headers\" is not an object of strings"
        guard let members = try? JSONSlices.members(line.span.extracting(range)) else {
            throw .invalidRequest(problem)
        }
        var headers: [HTTPHeader] = []
        for member in members {
            let name = try text(member.key.moved(by: range.lowerBound), problem)
            for value in try values(member.value.moved(by: range.lowerBound), problem) {
                headers.append(try FetchError.wrapping { () throws(TransferError) in try HTTPHeader(name, value) })
            }
        }
        return headers
    }

    private func values(_ range: Range<Int>, _ problem: String) throws(FetchError) -> [String] {
        guard let elements = JSONSlices.elements(ofArray: line.span.extracting(range)) else {
            return [try text(range, problem)]
        }
        var values: [String] = []
        for element in elements { values.append(try text(element.moved(by: range.lowerBound), problem)) }
        return values
    }

    /// A string is sent as text, any other value as JSON, a file as it is.
    private func body() throws(FetchError) -> RequestBody? {
        if let path = try string(.bodyFile) {
            guard value(.body) == nil else { throw .invalidRequest("\"body\" and \"bodyFile\" exclude each other") }
            guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidRequest("\"bodyFile\" is not a path") }
            return .file(path, type: "application/octet-stream")
        }
        guard let range = value(.body) else { return nil }
        guard line[range.lowerBound] == UInt8(ascii: "\"") else {
            return .bytes(Array(line[range]), type: "application/json")
        }
        return .bytes(Array(try text(range, "\"body\" is not a text").utf8), type: "text/plain; charset=utf-8")
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }
}

/// Reads requests without an envelope, one a line.
package struct ExchangeReader: RequestReader {
    package enum Form: Sendable {
        /// `{"url":…,"method":…,"headers":{…},"body":…,"timeout":…}` with any members that the answer repeats.
        case json
        /// A URL and nothing else.
        case urls
    }

    private let form: Form
    private let defaults: RequestDefaults
    private let reserved: Set<String>
    private var lines: LineBuffer
    private var urls = HTTPURLReader()
    private var count = 0

    /// - Parameters:
    ///   - reserved: members that answers set themselves.
    ///   - lineLimit: bytes.
    package init(
        _ form: Form, _ defaults: @escaping RequestDefaults, reserved: Set<String> = [],
        lineLimit: Int = LineBuffer.standardLimit
    ) {
        self.form = form
        self.defaults = defaults
        self.reserved = reserved
        lines = LineBuffer(limit: lineLimit)
    }

    package mutating func append(_ chunk: UnsafeRawBufferPointer) { lines.append(chunk) }

    package mutating func next() -> ExchangeRequest? {
        while let line = lines.next() {
            if let request = read(line) { return request }
        }
        return nil
    }

    package mutating func last() -> ExchangeRequest? { lines.last().flatMap { read($0) } }

    /// - Returns: nil for a blank line, and for a comment in a list of URLs.
    private mutating func read(_ line: LineBuffer.Line) -> ExchangeRequest? {
        count += 1
        switch line {
        case .tooLong(let bytes, _): return refused(.lineTooLong(bytes: bytes, limit: lines.limit))
        case .whole(let whole):
            let range = count == 1 ? withoutMark(whole) : whole
            guard !JSONScanner.isBlank(lines.bytes.span.extracting(range)) else { return nil }
            do throws(EnvelopeError) {
                switch form {
                case .urls:
                    let text = try url(range)
                    // No URL begins so.
                    if text.utf8.first == UInt8(ascii: "#") { return nil }
                    return ExchangeRequest(WrittenURL(text, &urls), defaults)
                case .json:
                    let members = try RequestMembers(Array(lines.bytes[range]), reserved: reserved)
                    return members.request(count, defaults, &urls)
                }
            } catch {
                return refused(error)
            }
        }
    }

    /// The line without a byte order mark, which some editors write.
    private func withoutMark(_ range: Range<Int>) -> Range<Int> {
        lines.bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) ? range.dropFirst(3) : range
    }

    private func url(_ range: Range<Int>) throws(EnvelopeError) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var range = range
        while let first = range.first, isBlank(lines.bytes[first]) { range.removeFirst() }
        while let last = range.last, isBlank(lines.bytes[last]) { range.removeLast() }
        guard let text = String(validating: lines.bytes[range], as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// The line itself is not quoted, since any part of it may be a key.
    private func refused(_ error: EnvelopeError) -> ExchangeRequest {
        ExchangeRequest(url: nil, .failure(.invalidRequest("line \(count): \(error)")))
    }
}
