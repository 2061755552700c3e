import JSON
import Wire

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
    private var lines: LineBuffer
    private var count = 0

    /// - Parameters:
    ///   - template: defaults of requests.
    ///   - lineLimit: bytes.
    package init(_ form: Form, _ template: RequestTemplate, lineLimit: Int = LineBuffer.standardLimit) {
        self.form = form
        self.template = template
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

    /// - Returns: nil for a blank line.
    private mutating func read(_ line: LineBuffer.Line) -> ExchangeRequest? {
        count += 1
        switch line {
        case .tooLong(let bytes, _): return refused(.lineTooLong(bytes: bytes, limit: lines.limit))
        case .whole(let whole):
            let range = count == 1 ? withoutMark(whole) : whole
            guard !JSONScanner.isBlank(lines.bytes.span.extracting(range)) else { return nil }
            do throws(EnvelopeError) {
                switch form {
                case .urls: return ExchangeRequest(url: try url(range), template)
                case .json: return try RequestMembers(Array(lines.bytes[range])).request(template)
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
        let line = lines.bytes[range].drop(while: isBlank)
        let trailing = line.reversed().prefix(while: isBlank).count
        guard let text = String(validating: line.dropLast(trailing), as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// The line itself is not quoted, since any part of it may be a key.
    private func refused(_ error: EnvelopeError) -> ExchangeRequest {
        ExchangeRequest(url: nil, .failure(.invalidRequest("line \(count): \(error)")))
    }
}
