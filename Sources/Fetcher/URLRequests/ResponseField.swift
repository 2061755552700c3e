import HTTPTransfer
import JSON
import Wire

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
        case .receivedBytes: append(response.receivedBytes, to: &output)
        case .time: append(response.duration, to: &output)
        case .firstByte: append(response.timeToFirstByte, to: &output)
        case .lookup: append(response.lookup, to: &output)
        case .connect: append(response.connect, to: &output)
        case .tls: append(response.handshake, to: &output)
        case .attempts: append(response.attempts, to: &output)
        case .redirects: append(response.redirects, to: &output)
        case .cache: append(response.cache?.rawValue, to: &output)
        case .httpVersion: append(response.httpVersion, to: &output)
        case .remoteAddress: append(response.remoteAddress, to: &output)
        case .file: append(response.file, to: &output)
        }
    }

    /// Appends the value for a request without a response.
    func append(of effort: Effort, to output: inout [UInt8]) {
        switch self {
        case .attempts: append(effort.attempts, to: &output)
        case .time: append(effort.time, to: &output)
        default: output += "null".utf8
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
