import FoundationEssentials
import HTTPTransfer
import InteractorMessages
import Wire

/// How answers to requests without an envelope are written: a JSON object a line, with what came back of the request, the
/// fields that were asked for, the body where it was asked for, and `error` where there is one.
///
/// Every answer has the same members, null where there is nothing to say, so that a reader need not ask what is there.
package struct ExchangeFormat: Sendable {
    package enum Body: String, CaseIterable, Sendable {
        /// As the JSON value that it is.
        case json
        /// As a string; in `base64` in its place where it is not UTF-8.
        case text
        case base64
    }

    /// What an answer says of its own; a request's member of the same name does not come back.
    static let ownMembers = Set(ResponseField.allCases.map(\.rawValue) + ["body", "base64", "error"])

    private let fields: [(field: ResponseField, key: [UInt8])]
    private let body: Body?
    private let secrets: Secrets
    private static let messageLimit = 600

    /// - Parameters:
    ///   - fields: what to say of each response.
    ///   - body: nil leaves bodies out.
    ///   - secrets: what no message may show.
    package init(fields: [ResponseField], body: Body?, secrets: [String] = []) {
        self.fields = fields.map { ($0, Array("\"\($0.rawValue)\":".utf8)) }
        self.body = body
        self.secrets = Secrets(secrets)
    }

    /// The answer to a request that brought no response.
    func line(_ request: ExchangeRequest, _ error: FetchError) -> [UInt8] {
        line(request, response: nil, body: (.null, error))
    }

    /// The answer that a response is, and what is wrong with its body.
    func line(_ request: ExchangeRequest, _ response: HTTPResponse) -> (line: [UInt8], error: FetchError?) {
        let body = encode(response)
        return (line(request, response: response, body: body), body.error)
    }
}

extension ExchangeFormat {
    /// A body as the member that it becomes.
    private enum Member {
        case null
        case text(String)
        case json([UInt8])
        case base64(String)
    }

    private func encode(_ response: HTTPResponse) -> (member: Member, error: FetchError?) {
        guard !response.body.isEmpty || body == .text else { return (.null, nil) }
        switch body {
        case nil: return (.null, nil)
        case .text:
            if let text = String(validating: response.body, as: UTF8.self) { return (.text(text), nil) }
            return (.base64(Data(response.body).base64EncodedString()), nil)
        case .base64: return (.base64(Data(response.body).base64EncodedString()), nil)
        case .json:
            var json: [UInt8] = []
            if JSONCompaction.append(response.body, to: &json) { return (.json(json), nil) }
            // What an error's page is written in says nothing; the status does.
            let error = FetchError(statusOf: response) ?? .decode("\(response.url.host) did not answer with JSON")
            return (.null, error)
        }
    }

    private func line(
        _ request: ExchangeRequest, response: HTTPResponse?, body: (member: Member, error: FetchError?)
    ) -> [UInt8] {
        var output: [UInt8] = [UInt8(ascii: "{")]
        output += request.echo
        for (field, key) in fields {
            output += key
            if field == .url, let url = request.url {
                JSONText.append(url, to: &output)
            } else if field != .url, let response {
                field.append(of: response, to: &output)
            } else {
                output += "null".utf8
            }
            output.append(UInt8(ascii: ","))
        }
        append(body.member, to: &output)
        if let error = body.error { append(error, of: request, to: &output) }
        // Every member has left a comma behind.
        output.removeLast()
        output += "}\n".utf8
        return output
    }

    private func append(_ member: Member, to output: inout [UInt8]) {
        guard let body else { return }
        switch member {
        case .null: output += body == .base64 ? #""base64":null,"#.utf8 : #""body":null,"#.utf8
        case .json(let json):
            output += #""body":"#.utf8
            output += json
            output.append(UInt8(ascii: ","))
        case .text(let text):
            output += #""body":"#.utf8
            JSONText.append(text, to: &output)
            output.append(UInt8(ascii: ","))
        case .base64(let text):
            output += #""base64":""#.utf8
            output += text.utf8
            output += #"","#.utf8
        }
    }

    private func append(_ error: FetchError, of request: ExchangeRequest, to output: inout [UInt8]) {
        output += #""error":{"kind":"#.utf8
        JSONText.append(error.kind.rawValue, to: &output)
        output += #","message":"#.utf8
        JSONText.append(message(error, of: request), to: &output)
        output += error.isRetryable ? #","retryable":true},"#.utf8 : #","retryable":false},"#.utf8
    }

    /// Action, object and cause. A server may repeat what it was told, and so may libcurl.
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
    /// The value, and what stands behind a word such as Bearer.
    fileprivate var valueAndWords: [String] { [value] + value.split(separator: " ").map(String.init) }
}
