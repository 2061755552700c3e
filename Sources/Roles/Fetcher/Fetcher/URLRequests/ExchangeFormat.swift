import Encodings
import HTTPTransfer
import InteractorMessages
import JSON

/// Writes answers to requests without an envelope: a JSON object a line, with the request's unknown members, the requested
/// fields, the body if it is requested, and `error` if there is one.
///
/// Every answer has the same members, null if there is no value, so that readers need no checks for presence.
package struct ExchangeFormat: Sendable {
    package enum Body: String, CaseIterable, Sendable {
        /// The JSON value that it is.
        case json
        /// An answer for each JSON value: of a line, or of an element of a JSON text sequence (RFC 7464).
        case lines
        /// A string; if it is not UTF-8, `base64` instead.
        case text
        case base64
    }

    private let fields: [ResponseField]
    private let body: Body?
    private static let messageLimit = 600

    /// - Parameter body: nil leaves bodies out.
    package init(fields: [ResponseField], body: Body?) {
        self.fields = fields
        self.body = body
    }

    /// True if bodies are part of the answers.
    var hasBodies: Bool { body != nil }

    /// True if each value of a body has an answer.
    var hasValues: Bool { body == .lines }

    /// The members that an answer may set; members of the request with these names are not repeated.
    package var members: Set<String> {
        let bodies: Set = body == nil ? [] : ["body", "base64"]
        return bodies.union(fields.map(\.rawValue) + (hasValues ? ["number", "error"] : ["error"]))
    }

    /// The answer to a request without a response.
    /// - Parameter effort: nil if nothing was tried.
    func answer(_ request: ExchangeRequest, _ error: FetchError, _ effort: Effort?) -> ExchangeAnswer {
        answer(request, nil, effort) { _ in error }
    }

    /// The answer with a response.
    func answer(_ request: ExchangeRequest, _ response: HTTPResponse) -> ExchangeAnswer {
        var answer = answer(request, response) { output in
            body.flatMap { append($0, of: response, to: request, to: &output) }
        }
        answer.failure = answer.failure ?? FetchError(statusOf: response)
        return answer
    }

    /// The answer with a value of a body.
    /// - Parameter number: of the value, from 1.
    func answer(
        _ request: ExchangeRequest, _ response: HTTPResponse, _ value: BodyValues.Value, number: Int
    ) -> ExchangeAnswer {
        answer(request, response, number: number) { output in
            let problem = value.isWhole ? appendJSON(value.text, of: response, to: &output) : "is cut off"
            return problem.map { .decode("value \(number) of \(response.url.host) \($0)") }
        }
    }
}

/// An answer without an envelope.
package struct ExchangeAnswer: Sendable {
    package let line: [UInt8]
    /// The failure as which it counts for the exit code. A status of 400 or more does, although the answer has no error.
    fileprivate(set) var failure: FetchError?
}

extension ExchangeFormat {
    /// The request's unknown members, the fields, and what else there is.
    /// - Parameter writeBody: appends the member with the body, if there is one, and returns what is wrong with it.
    private func answer(
        _ request: ExchangeRequest, _ response: HTTPResponse?, _ effort: Effort? = nil, number: Int? = nil,
        _ writeBody: (inout [UInt8]) -> FetchError?
    ) -> ExchangeAnswer {
        var output: [UInt8] = [UInt8(ascii: "{")]
        output += request.echo
        for field in fields {
            JSONText.append(field.rawValue, to: &output)
            output.append(UInt8(ascii: ":"))
            if field == .url {
                ResponseFieldValue(request.url).append(to: &output)
            } else {
                (response.map(field.value) ?? effort.map(field.value) ?? .null).append(to: &output)
            }
            output.append(UInt8(ascii: ","))
        }
        if hasValues { output += "\"number\":\(number.map(String.init) ?? "null"),".utf8 }
        let start = output.count
        let error = writeBody(&output)
        if let body, output.count == start {
            output += body == .base64 ? #""base64":null,"#.utf8 : #""body":null,"#.utf8
        }
        if let error { append(error, of: request, to: &output) }
        output.removeLast()
        output += "}\n".utf8
        return ExchangeAnswer(line: output, failure: error)
    }

    /// - Returns: the error of the body; nil for none.
    private func append(
        _ form: Body, of response: HTTPResponse, to request: ExchangeRequest, to output: inout [UInt8]
    ) -> FetchError? {
        let body = response.body
        guard !body.isEmpty || form == .text else {
            guard form == .json || form == .lines && response.status >= 400, !response.hasNoBody(to: request) else {
                return nil
            }
            return FetchError(statusOf: response)
                ?? .decode("\(response.url.host) sent an empty body, which is not JSON")
        }
        switch form {
        case .json, .lines:
            guard let reason = appendJSON(body, of: response, to: &output) else { return nil }
            // The status of an error explains more than the format of its page.
            let hint = response.isOfValues ? "; --bodies lines reads its values one by one" : ""
            return FetchError(statusOf: response) ?? .decode("the body of \(response.url.host) \(reason)\(hint)")
        case .text:
            let text = TextBody.utf8(body, contentType: response.header("Content-Type"))
            output.reserveCapacity(output.count + text.count + Self.frame)
            let isText = appendBody(to: &output) { JSONText.append(validating: text, to: &$0) }
            if !isText { appendBase64(body, to: &output) }
        case .base64: appendBase64(body, to: &output)
        }
        return nil
    }

    /// - Returns: nil, or with nothing appended, why a text is not JSON, as a phrase.
    private func appendJSON(_ json: [UInt8], of response: HTTPResponse, to output: inout [UInt8]) -> String? {
        let isJSON: Void? = JSONBody.read(json, contentType: response.header("Content-Type")) { text in
            appendBody(to: &output) { JSONCompaction.append(text, to: &$0) } ? () : nil
        }
        return isJSON == nil ? JSONBody.problem(json) : nil
    }

    /// Bytes around a body.
    private static let frame = 256

    /// Appends a body.
    /// - Returns: false, with nothing appended, if it cannot be written.
    private func appendBody(to output: inout [UInt8], _ write: (inout [UInt8]) -> Bool) -> Bool {
        let start = output.count
        output += #""body":"#.utf8
        guard write(&output) else {
            output.removeLast(output.count - start)
            return false
        }
        output.append(UInt8(ascii: ","))
        return true
    }

    private func appendBase64(_ body: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (body.count + 2) / 3 * 4 + Self.frame)
        output += #""base64":""#.utf8
        output += Base64.encode(body).utf8
        output += #"","#.utf8
    }

    private func append(_ error: FetchError, of request: ExchangeRequest, to output: inout [UInt8]) {
        output += JSONWriter.write { writer in
            writer.key("error")
            writer.beginObject()
            writer.member("kind", error.kind.rawValue)
            writer.member("message", message(error, of: request))
            writer.member("retryable", error.isRetryable)
            writer.endObject()
        }
        output.append(UInt8(ascii: ","))
    }

    /// Action, object and cause, without secrets: a server may repeat the request, and so may libcurl.
    private func message(_ error: FetchError, of request: ExchangeRequest) -> String {
        let action = request.url.map { "get \($0.withoutSecrets)" } ?? "read a request"
        var message = "\(action): \(error.cause)"
        if case .success(let transfer) = request.transfer {
            let passwords = transfer.url.credentials.map { [$0.password] } ?? []
            message = Secrets(transfer.headers.flatMap(\.valueAndWords) + passwords).redact(message)
        }
        return message.quotable(Self.messageLimit)
    }
}

extension HTTPHeader {
    /// The value, and each of its words: a token follows a word such as Bearer.
    fileprivate var valueAndWords: [String] { [value] + value.split(separator: " ").map(String.init) }
}

extension HTTPResponse {
    /// True if a response has no body by definition (RFC 9110 §6.4.1).
    fileprivate func hasNoBody(to request: ExchangeRequest) -> Bool {
        if case .success(let transfer) = request.transfer, transfer.method == "HEAD" { return true }
        return [204, 205, 304].contains(status)
    }
}

/// The members of an answer that describe its response.
package enum ResponseField: String, CaseIterable, Sendable {
    /// The URL as requested.
    case url
    /// The URL of the response, after redirects.
    case finalUrl
    case status
    case contentType
    /// An object of lists, since fields may be repeated; names are in lower case.
    case headers
    /// Bytes of the body, after decompression.
    case bytes
    /// Bytes of the body as they came.
    case receivedBytes
    /// Seconds from the request's turn to the last byte.
    case time
    /// Seconds from the request's turn to the first byte.
    case firstByte
    /// Seconds from the request's turn until the address was known, the connection established, the TLS handshake complete;
    /// null if a connection was reused.
    case lookup
    case connect
    case tls
    /// The number of attempts.
    case attempts
    case redirects
    /// `hit`, `validated`, `stale` or `miss`.
    case cache
    case httpVersion
    case remoteAddress
    /// The file with the body.
    case file

    fileprivate func value(of response: HTTPResponse) -> ResponseFieldValue {
        switch self {
        // Known even without a response.
        case .url: .null
        case .finalUrl: .text(response.url.text)
        case .status: .number(response.status)
        case .contentType: ResponseFieldValue(response.header("Content-Type"))
        case .headers: .headers(response.headers)
        case .bytes: .number(response.size)
        case .receivedBytes: .number(response.hop.receivedBytes)
        case .time: .time(response.duration)
        case .firstByte: ResponseFieldValue(response.hop.timeToFirstByte)
        case .lookup: ResponseFieldValue(response.hop.lookup)
        case .connect: ResponseFieldValue(response.hop.connect)
        case .tls: ResponseFieldValue(response.hop.handshake)
        case .attempts: .number(response.attempts)
        case .redirects: .number(response.redirects)
        case .cache: ResponseFieldValue(response.cache?.rawValue)
        case .httpVersion: ResponseFieldValue(response.hop.httpVersion)
        case .remoteAddress: ResponseFieldValue(response.hop.remoteAddress)
        case .file: ResponseFieldValue(response.file)
        }
    }

    /// The value for a request without a response, or without the body of one.
    fileprivate func value(of effort: Effort) -> ResponseFieldValue {
        switch self {
        case .attempts: .number(effort.attempts)
        case .time: .time(effort.time)
        case .bytes, .cache, .file: .null
        default: effort.refused.map { value(of: $0) } ?? .null
        }
    }
}

private enum ResponseFieldValue {
    case null
    case number(Int)
    case text(String)
    /// Seconds, to the microsecond.
    case time(Duration)
    case headers([HTTPHeader])

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    init(_ time: Duration?) { self = time.map { .time($0) } ?? .null }

    func append(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .number(let number): output += String(number).utf8
        case .text(let text): JSONText.append(text, to: &output)
        case .time(let time):
            let (seconds, attoseconds) = time.components
            let microseconds = String(attoseconds / 1_000_000_000_000)
            output += "\(seconds).\(String(repeating: "0", count: 6 - microseconds.utf8.count))\(microseconds)".utf8
        case .headers(let headers): append(headers, to: &output)
        }
    }

    /// Appends an object of lists, in the order of the first fields of each name.
    private func append(_ headers: [HTTPHeader], to output: inout [UInt8]) {
        var values: [String: [String]] = [:]
        var names: [String] = []
        for header in headers {
            let name = header.name.lowercased()
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(header.value)
        }
        output += JSONWriter.write { writer in
            writer.beginObject()
            for name in names { writer.member(named: name, values[name] ?? []) }
            writer.endObject()
        }
    }
}
