package import HTTPTransfer
import JSON
import Wire

/// A request without an envelope, with what its answer repeats.
package struct ExchangeRequest: Equatable, Sendable {
    /// As requested, but without a password; nil if no URL could be read.
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
    package init(url text: String, _ template: RequestTemplate) {
        var reader = HTTPURLReader()
        self.init(WrittenURL(text, &reader), template)
    }

    init(_ url: WrittenURL, _ template: RequestTemplate) {
        self.init(url: url.shown, url.parsed.map { template.request($0) }.mapError { FetchError($0) })
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
        // Nothing else can hide a password.
        return text.utf8.contains(UInt8(ascii: "@")) || text.hasOddAuthority ? text.withoutUserInfo : text
    }
}

/// Defaults of requests.
package struct RequestTemplate: Equatable, Sendable {
    package var timeout: Duration
    /// Nil is GET, or POST with a body.
    package var method: String?
    package var headers: [HTTPHeader] = []
    /// Names of fields that are not sent, though they would be by default.
    package var withoutHeaders: [String] = []
    package var body: RequestBody?
    /// The Content-Type of ``body``, unless ``headers`` has one.
    package var bodyType: String?
    /// For URLs without credentials.
    package var credentials: HTTPURL.Credentials?

    package init(timeout: Duration = HTTPRequest.standardTimeout) {
        self.timeout = timeout
    }

    /// A request with the defaults.
    func request(_ url: HTTPURL) -> HTTPRequest {
        request(url, headers: [], body: nil, bodyType: nil, method: nil, timeout: nil)
    }

    /// A request with values of its own; nil is the default.
    func request(
        _ url: HTTPURL, headers own: [HTTPHeader], body ownBody: RequestBody?, bodyType ownType: String?,
        method ownMethod: String?, timeout ownTimeout: Duration?
    ) -> HTTPRequest {
        var request = HTTPRequest(credentials.map { url.with($0) } ?? url, timeout: ownTimeout ?? timeout)
        if own.isEmpty {
            request.headers = headers
        } else {
            let names = Set(own.map { $0.name.lowercased() })
            request.headers = headers.filter { !names.contains($0.name.lowercased()) } + own
        }
        request.body = ownBody ?? body
        request.withoutHeaders = withoutHeaders
        let leavesType = withoutHeaders.contains { $0.lowercased() == "content-type" }
        if !leavesType, let type = ownBody == nil ? bodyType : ownType,
            !request.headers.contains(where: { $0.name.lowercased() == "content-type" })
        {
            request.headers.append(HTTPHeader(received: "Content-Type", type))
        }
        if let method = ownMethod ?? method ?? (request.body == nil ? nil : "POST") { request.method = method }
        return request
    }
}

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

    /// The request, or what is wrong with it, with what its answer repeats.
    /// - Parameters:
    ///   - template: defaults.
    ///   - reader: of all requests.
    func request(_ template: RequestTemplate, _ reader: inout HTTPURLReader) -> ExchangeRequest {
        var shownURL: String?
        do throws(FetchError) {
            if let duplicate { throw .invalidRequest("\"\(duplicate.rawValue)\" occurs twice") }
            guard let text = try string(.url) else { throw .invalidRequest("no \"url\"") }
            let url = WrittenURL(text, &reader)
            shownURL = url.shown
            return ExchangeRequest(url: shownURL, echo: echo, .success(try transfer(url, template)))
        } catch {
            return ExchangeRequest(url: shownURL, echo: echo, .failure(error))
        }
    }

    private func transfer(_ url: WrittenURL, _ template: RequestTemplate) throws(FetchError) -> HTTPRequest {
        let url = try Self.valid { () throws(TransferError) in try url.parsed.get() }
        let body = try body()
        return template.request(
            url, headers: try headers(), body: body?.body, bodyType: body?.type, method: try string(.method),
            timeout: try ownTimeout())
    }

    private static func valid<Value>(_ make: () throws(TransferError) -> Value) throws(FetchError) -> Value {
        do throws(TransferError) {
            return try make()
        } catch {
            throw FetchError(error)
        }
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
                headers.append(try Self.valid { () throws(TransferError) in try HTTPHeader(name, value) })
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
    private func body() throws(FetchError) -> (body: RequestBody, type: String)? {
        if let path = try string(.bodyFile) {
            guard value(.body) == nil else { throw .invalidRequest("\"body\" and \"bodyFile\" exclude each other") }
            guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidRequest("\"bodyFile\" is not a path") }
            return (.file(path), "application/octet-stream")
        }
        guard let range = value(.body) else { return nil }
        guard line[range.lowerBound] == UInt8(ascii: "\"") else {
            return (.bytes(Array(line[range])), "application/json")
        }
        return (.bytes(Array(try text(range, "\"body\" is not a text").utf8)), "text/plain; charset=utf-8")
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
    private let template: RequestTemplate
    private let reserved: Set<String>
    private var lines: LineBuffer
    private var urls = HTTPURLReader()
    private var count = 0

    /// - Parameters:
    ///   - template: defaults of requests.
    ///   - reserved: members that answers set themselves.
    ///   - lineLimit: bytes.
    package init(
        _ form: Form, _ template: RequestTemplate, reserved: Set<String> = [],
        lineLimit: Int = LineBuffer.standardLimit
    ) {
        self.form = form
        self.template = template
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
                    return ExchangeRequest(WrittenURL(text, &urls), template)
                case .json:
                    return try RequestMembers(Array(lines.bytes[range]), reserved: reserved).request(template, &urls)
                }
            } catch {
                return refused(error)
            }
        }
    }

    /// Without a byte order mark, which some editors write.
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
