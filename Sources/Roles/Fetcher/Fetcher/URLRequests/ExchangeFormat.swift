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
        /// As the JSON value that it is.
        case json
        /// An answer for each JSON value: of a line, or of an element of a JSON text sequence (RFC 7464).
        case lines
        /// As a string; if it is not UTF-8, in `base64` instead.
        case text
        case base64
    }

    private struct Field {
        let field: ResponseField
        /// Its name and colon in JSON.
        let key: [UInt8]
    }

    private let fields: [Field]
    private let body: Body?
    private let secrets: Secrets
    private static let messageLimit = 600

    /// - Parameters:
    ///   - fields: the fields of each response.
    ///   - body: nil leaves bodies out.
    ///   - secrets: values that no message may contain.
    package init(fields: [ResponseField], body: Body?, secrets: [String] = []) {
        self.fields = fields.map { Field(field: $0, key: Array("\"\($0.rawValue)\":".utf8)) }
        self.body = body
        self.secrets = Secrets(secrets)
    }

    /// True if bodies are part of the answers.
    var hasBodies: Bool { body != nil }

    /// True if each value of a body has an answer.
    var hasValues: Bool { body == .lines }

    /// The members that an answer may set; members of the request with these names are not repeated.
    package var members: Set<String> {
        let bodies: Set = body == nil ? [] : ["body", "base64"]
        return bodies.union(fields.map(\.field.rawValue) + (hasValues ? ["number", "error"] : ["error"]))
    }

    /// The answer to a request without a response.
    /// - Parameter effort: nil if nothing was tried.
    func answer(_ request: ExchangeRequest, _ error: FetchError, _ effort: Effort?) -> ExchangeAnswer {
        var output = beginning(request, nil, effort)
        if hasValues { output += #""number":null,"#.utf8 }
        if let body { appendNull(body, to: &output) }
        append(error, of: request, to: &output)
        end(&output)
        return ExchangeAnswer(line: output, failure: error)
    }

    /// The answer with a response.
    func answer(_ request: ExchangeRequest, _ response: HTTPResponse) -> ExchangeAnswer {
        var output = beginning(request, response)
        if hasValues { output += #""number":null,"#.utf8 }
        let error = body.flatMap { append($0, of: response, to: request, to: &output) }
        if let error { append(error, of: request, to: &output) }
        end(&output)
        return ExchangeAnswer(line: output, failure: error ?? FetchError(statusOf: response))
    }

    /// The answer with a value of a body.
    /// - Parameter number: of the value, from 1.
    func answer(
        _ request: ExchangeRequest, _ response: HTTPResponse, _ value: BodyValues.Value, number: Int
    ) -> ExchangeAnswer {
        var output = beginning(request, response)
        output += "\"number\":\(number),".utf8
        var error: FetchError?
        let reason = value.isWhole ? appendJSON(value.text, of: response, to: &output) : "is cut off"
        if let reason {
            appendNull(.lines, to: &output)
            let failure = FetchError.decode("value \(number) of \(response.url.host) \(reason)")
            append(failure, of: request, to: &output)
            error = failure
        }
        end(&output)
        return ExchangeAnswer(line: output, failure: error)
    }
}

/// An answer without an envelope.
package struct ExchangeAnswer: Sendable {
    package let line: [UInt8]
    /// Why it counts as a failure for the exit code. A status of 400 or more does, although the answer has no error.
    let failure: FetchError?
}

extension ExchangeFormat {
    /// The request's unknown members and the fields, each followed by a comma.
    private func beginning(
        _ request: ExchangeRequest, _ response: HTTPResponse?, _ effort: Effort? = nil
    ) -> [UInt8] {
        var output: [UInt8] = [UInt8(ascii: "{")]
        output += request.echo
        for entry in fields {
            let field = entry.field
            output += entry.key
            if field == .url, let url = request.url {
                JSONText.append(url, to: &output)
            } else if field != .url, let response {
                field.append(of: response, to: &output)
            } else if let effort {
                field.append(of: effort, to: &output)
            } else {
                output += "null".utf8
            }
            output.append(UInt8(ascii: ","))
        }
        return output
    }

    private func end(_ output: inout [UInt8]) {
        output.removeLast()
        output += "}\n".utf8
    }

    /// - Returns: what is wrong with the body.
    private func append(
        _ form: Body, of response: HTTPResponse, to request: ExchangeRequest, to output: inout [UInt8]
    ) -> FetchError? {
        let body = response.body
        guard !body.isEmpty || form == .text else {
            appendNull(form, to: &output)
            guard form == .json || form == .lines && response.status >= 400, !response.hasNoBody(to: request) else {
                return nil
            }
            return FetchError(statusOf: response)
                ?? .decode("\(response.url.host) sent an empty body, which is not JSON")
        }
        switch form {
        case .json, .lines:
            guard let reason = appendJSON(body, of: response, to: &output) else { return nil }
            appendNull(form, to: &output)
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

    private func appendNull(_ form: Body, to output: inout [UInt8]) {
        output += form == .base64 ? #""base64":null,"#.utf8 : #""body":null,"#.utf8
    }

    private func append(_ error: FetchError, of request: ExchangeRequest, to output: inout [UInt8]) {
        output += #""error":{"kind":"#.utf8
        JSONText.append(error.kind.rawValue, to: &output)
        output += #","message":"#.utf8
        JSONText.append(message(error, of: request), to: &output)
        output += error.isRetryable ? #","retryable":true},"#.utf8 : #","retryable":false},"#.utf8
    }

    /// Action, object and cause, without secrets: a server may repeat the request, and so may libcurl.
    private func message(_ error: FetchError, of request: ExchangeRequest) -> String {
        let action = request.url.map { "get \($0.withoutSecrets)" } ?? "read a request"
        var message = secrets.redact("\(action): \(error.cause)")
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
    /// As requested.
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

    /// Appends the value as JSON.
    func append(of response: HTTPResponse, to output: inout [UInt8]) {
        switch self {
        // Written by the caller, who knows it even without a response.
        case .url: break
        case .finalUrl: JSONText.append(response.url.text, to: &output)
        case .status: append(response.status, to: &output)
        case .contentType: append(response.header("Content-Type"), to: &output)
        case .headers: append(headers: response.headers, to: &output)
        case .bytes: append(response.size, to: &output)
        case .receivedBytes: append(response.hop.receivedBytes, to: &output)
        case .time: append(response.duration, to: &output)
        case .firstByte: append(response.hop.timeToFirstByte, to: &output)
        case .lookup: append(response.hop.lookup, to: &output)
        case .connect: append(response.hop.connect, to: &output)
        case .tls: append(response.hop.handshake, to: &output)
        case .attempts: append(response.attempts, to: &output)
        case .redirects: append(response.redirects, to: &output)
        case .cache: append(response.cache?.rawValue, to: &output)
        case .httpVersion: append(response.hop.httpVersion, to: &output)
        case .remoteAddress: append(response.hop.remoteAddress, to: &output)
        case .file: append(response.file, to: &output)
        }
    }

    /// Appends the value for a request without a response, or without the body of one.
    func append(of effort: Effort, to output: inout [UInt8]) {
        switch (self, effort.refused) {
        case (.attempts, _): append(effort.attempts, to: &output)
        case (.time, _): append(effort.time, to: &output)
        case (.bytes, _), (.cache, _), (.file, _), (_, nil): output += "null".utf8
        case (_, let refused?): append(of: refused, to: &output)
        }
    }

    private func append(_ number: Int, to output: inout [UInt8]) { output += String(number).utf8 }

    private func append(_ text: String?, to output: inout [UInt8]) {
        if let text { JSONText.append(text, to: &output) } else { output += "null".utf8 }
    }

    /// Seconds, to the microsecond.
    private func append(_ duration: Duration?, to output: inout [UInt8]) {
        guard let (seconds, attoseconds) = duration?.components else {
            output += "null".utf8
            return
        }
        let microseconds = String(attoseconds / 1_000_000_000_000)
        output += "\(seconds).\(String(repeating: "0", count: 6 - microseconds.utf8.count))\(microseconds)".utf8
    }

    private func append(headers: [HTTPHeader], to output: inout [UInt8]) {
        var values: [String: [String]] = [:]
        var names: [String] = []
        for header in headers {
            let name = header.name.lowercased()
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(header.value)
        }
        output.append(UInt8(ascii: "{"))
        for (place, name) in names.enumerated() {
            if place > 0 { output.append(UInt8(ascii: ",")) }
            JSONText.append(name, to: &output)
            output += ":[".utf8
            for (place, value) in (values[name] ?? []).enumerated() {
                if place > 0 { output.append(UInt8(ascii: ",")) }
                JSONText.append(value, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        output.append(UInt8(ascii: "}"))
    }
}
