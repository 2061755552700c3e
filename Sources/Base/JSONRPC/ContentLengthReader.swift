/// Takes messages out of a stream in which a header precedes each: `Content-Length: 12`, a blank line, and that many bytes (the base
/// protocol of the Language Server Protocol).
package struct ContentLengthReader {
    package enum Item: Equatable, Sendable {
        case message([UInt8])
        /// A message beyond the limit, with its length; its bytes are passed over.
        case tooLong(Int)
    }

    /// Where the next message begins cannot be known any more.
    package enum Failure: Error, Equatable, CustomStringConvertible, Sendable {
        case headerTooLong, noLength
        case badLength(String)

        package var description: String {
            switch self {
            case .headerTooLong: "a header has more than \(ContentLengthReader.longestHeader) bytes"
            case .noLength: "a header has no Content-Length"
            case .badLength(let text): "\"\(text)\" is not a valid Content-Length"
            }
        }
    }

    package static let longestHeader = 4096
    package static let longestMessage = 16 << 20

    private let longest: Int
    private var buffer: [UInt8] = []
    /// Of what has been taken.
    private var start = 0
    /// Up to where the end of the header was looked for.
    private var searched = 0
    /// Of the message whose header has been read.
    private var length: Int?
    /// How many bytes of a message that is too long are still to come.
    private var skipped = 0

    /// - Parameter longest: of a message, in bytes.
    package init(longest: Int = ContentLengthReader.longestMessage) { self.longest = longest }

    /// Whether the stream may end here.
    package var isAtBoundary: Bool { start == buffer.count && length == nil && skipped == 0 }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        let passed = min(skipped, bytes.count)
        skipped -= passed
        if start > 0 {
            buffer.removeFirst(start)
            (searched, start) = (searched - start, 0)
        }
        buffer += bytes.dropFirst(passed)
    }

    /// The next message; nil until more bytes have come.
    package mutating func next() throws(Failure) -> Item? {
        if length == nil {
            guard let header = try header() else { return nil }
            length = try Self.length(in: header)
        }
        guard let length else { return nil }
        guard length <= longest else {
            let here = min(length, buffer.count - start)
            start += here
            searched = start
            skipped = length - here
            self.length = nil
            return .tooLong(length)
        }
        guard buffer.count - start >= length else { return nil }
        let message = Array(buffer[start..<start + length])
        start += length
        searched = start
        self.length = nil
        return .message(message)
    }

    /// The lines before the blank one, which are taken.
    private mutating func header() throws(Failure) -> [UInt8]? {
        // The blank line may have begun with the bytes before.
        var place = max(start, searched - 3)
        while place < buffer.count {
            if let end = Self.endOfHeader(buffer, at: place) {
                guard end - start <= Self.longestHeader else { throw .headerTooLong }
                defer { start = end }
                return Array(buffer[start..<place])
            }
            place += 1
        }
        searched = buffer.count
        guard searched - start <= Self.longestHeader else { throw .headerTooLong }
        return nil
    }

    private static func endOfHeader(_ bytes: [UInt8], at place: Int) -> Int? {
        if bytes[place...].starts(with: "\r\n\r\n".utf8) { return place + 4 }
        // Written by hand.
        return bytes[place...].starts(with: "\n\n".utf8) ? place + 2 : nil
    }

    private static func length(in header: [UInt8]) throws(Failure) -> Int {
        var found: Int?
        for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let field = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard field.count == 2, String(decoding: field[0], as: UTF8.self).lowercased() == "content-length" else {
                continue
            }
            let text = String(decoding: field[1], as: UTF8.self).filter { $0 != " " && $0 != "\t" }
            guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int(text),
                found == nil || found == length
            else { throw .badLength(String(text.prefix(40))) }
            found = length
        }
        guard let found else { throw .noLength }
        return found
    }
}

/// The other direction.
package enum ContentLength {
    package static func framed(_ message: [UInt8]) -> [UInt8] {
        Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
}
