import HTTPTransfer
import JSON
import Wire

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

    /// - Parameter line: without its LF.
    init(_ line: [UInt8]) throws(EnvelopeError) {
        self.line = line
        for member in try Self.members(line) {
            let key = JSONText.decode(line.span.extracting(member.key)) ?? ""
            if let name = Name(rawValue: key) {
                if known.updateValue(member.value, forKey: name) != nil { duplicate = name }
            } else if !ExchangeFormat.ownMembers.contains(key) {
                echo += line[member.key.lowerBound..<member.value.upperBound] + [UInt8(ascii: ",")]
            }
        }
    }

    private static func members(_ line: [UInt8]) throws(EnvelopeError) -> [JSONSlices.Member] {
        // A line that is no JSON at all says more by its beginning than by the offset of its first error.
        let first = line.first { !(0x20 == $0 || 0x09...0x0D ~= $0) }
        guard first == UInt8(ascii: "{") else { throw .notAnObject }
        do throws(JSONError) { return try JSONSlices.members(line.span) } catch { throw EnvelopeError(error) }
    }

    /// The request, or what is wrong with it, with what its answer repeats.
    /// - Parameter template: defaults.
    func request(_ template: RequestTemplate) -> ExchangeRequest {
        var shownURL: String?
        do throws(FetchError) {
            if let duplicate { throw .invalidRequest("\"\(duplicate.rawValue)\" stands twice") }
            guard let url = try string(.url) else { throw .invalidRequest("no \"url\"") }
            shownURL = ExchangeRequest.shown(url)
            return ExchangeRequest(url: shownURL, echo: echo, .success(try transfer(url, template)))
        } catch {
            return ExchangeRequest(url: shownURL, echo: echo, .failure(error))
        }
    }

    private func transfer(_ text: String, _ template: RequestTemplate) throws(FetchError) -> HTTPRequest {
        let url = try Self.valid { () throws(TransferError) in try template.url(text) }
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
        return try text(range, "\"\(name.rawValue)\" is no string")
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
        let problem = "\"headers\" is no object of strings"
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
            guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidRequest("\"bodyFile\" is no path") }
            return (.file(path), "application/octet-stream")
        }
        guard let range = value(.body) else { return nil }
        guard line[range.lowerBound] == UInt8(ascii: "\"") else {
            return (.bytes(Array(line[range])), "application/json")
        }
        return (.bytes(Array(try text(range, "\"body\" is no text").utf8)), "text/plain; charset=utf-8")
    }
}

extension Range<Int> {
    fileprivate func moved(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }
}
