import HTTPTransfer
import InteractorMessages
import JSON
import Wire

/// Writes answers to requests without an envelope: a JSON object a line, with the request's unknown members, the requested
/// fields, the body if it is requested, and `error` if there is one.
///
/// Every answer has the same members, null if there is no value, so that readers need no checks for presence.
package struct ExchangeFormat: Sendable {
    package enum Body: String, CaseIterable, Sendable {
        /// As the JSON value that it is.
        case json
        /// As a string; if it is not UTF-8, in `base64` instead.
        case text
        case base64
    }

    /// Members that the answer sets itself; members of the request with these names are not repeated.
    static let ownMembers = Set(ResponseField.allCases.map(\.rawValue) + ["body", "base64", "error"])

    private let fields: [(field: ResponseField, key: [UInt8])]
    private let body: Body?
    private let secrets: Secrets
    private static let messageLimit = 600

    /// - Parameters:
    ///   - fields: the fields of each response.
    ///   - body: nil leaves bodies out.
    ///   - secrets: values that no message may contain.
    package init(fields: [ResponseField], body: Body?, secrets: [String] = []) {
        self.fields = fields.map { ($0, Array("\"\($0.rawValue)\":".utf8)) }
        self.body = body
        self.secrets = Secrets(secrets)
    }

    /// Whether bodies are part of the answers.
    var hasBodies: Bool { body != nil }

    /// The answer to a request without a response.
    /// - Parameter effort: nil if nothing was tried.
    func line(_ request: ExchangeRequest, _ error: FetchError, _ effort: Effort?) -> [UInt8] {
        var output = beginning(request, nil, effort)
        if let body { appendNull(body, to: &output) }
        append(error, of: request, to: &output)
        end(&output)
        return output
    }

    /// The answer with a response, and what is wrong with its body.
    func line(_ request: ExchangeRequest, _ response: HTTPResponse) -> (line: [UInt8], error: FetchError?) {
        var output = beginning(request, response)
        let error = body.flatMap { append($0, of: response, to: request, to: &output) }
        if let error { append(error, of: request, to: &output) }
        end(&output)
        return (output, error)
    }
}

extension ExchangeFormat {
    /// The request's unknown members and the fields, each followed by a comma.
    private func beginning(
        _ request: ExchangeRequest, _ response: HTTPResponse?, _ effort: Effort? = nil
    ) -> [UInt8] {
        var output: [UInt8] = [UInt8(ascii: "{")]
        output += request.echo
        for (field, key) in fields {
            output += key
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
            guard form == .json, !response.hasNoBody(to: request) else { return nil }
            return FetchError(statusOf: response)
                ?? .decode("\(response.url.host) answered with nothing, which is no JSON")
        }
        switch form {
        case .json:
            guard !appendBody(to: &output, { JSONCompaction.append(body, to: &$0) }) else { return nil }
            appendNull(form, to: &output)
            // The status of an error says more than the format of its page.
            return FetchError(statusOf: response) ?? .decode("\(response.url.host) did not answer with JSON")
        case .text:
            let text = TextBody.utf8(body, contentType: response.header("Content-Type"))
            output.reserveCapacity(output.count + text.count + Self.frame)
            let isText = appendBody(to: &output) { JSONText.append(validating: text, to: &$0) }
            if !isText { appendBase64(body, to: &output) }
        case .base64: appendBase64(body, to: &output)
        }
        return nil
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
        Base64.append(body, to: &output)
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
    /// Whether a response has no body by definition (RFC 9110 §6.4.1).
    fileprivate func hasNoBody(to request: ExchangeRequest) -> Bool {
        if case .success(let transfer) = request.transfer, transfer.method == "HEAD" { return true }
        return [204, 205, 304].contains(status)
    }
}
