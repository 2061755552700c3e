import Platform

/// The division of a stream of JSON messages.
package enum Framing: String, CaseIterable, Sendable {
    /// One message a line (MCP, ACP).
    case lines
    /// A header with a `Content-Length` before each message (the base protocol of LSP and DAP).
    case headers

    /// The bytes of a message as it is sent.
    package func frame(_ message: [UInt8]) -> [UInt8] {
        switch self {
        case .lines: message + [0x0A]
        case .headers: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
        }
    }
}

/// Divides a stream into frames, and finds what belongs to none.
///
/// A reader that does not know its framing takes it from the first line that begins a frame. It keeps at most one unfinished frame, of
/// `longest` bytes, or one header; it visits each byte a bounded number of times, in whatever pieces the bytes come.
package struct FrameReader: Sendable {
    package enum Item: Equatable, Sendable {
        /// - wrapping: what else the frame had: its header without the blank line, or a carriage return before the line feed. A header
        ///   whose lines end in LF alone has that at its end, too.
        case message([UInt8], wrapping: [UInt8])
        /// A message beyond the limit, with its length, or what a line had at least; its bytes are passed over.
        case tooLong(Int)
        /// Bytes between two frames, at most `longestNoise` of a line; and what is wrong with them.
        case noise([UInt8], Problem)
    }

    package enum Problem: Error, Equatable, CustomStringConvertible, Sendable {
        /// A line that does not begin like a message or a header.
        case stray
        case headerTooLong, noLength
        case badLength(String)
        /// The stream ended inside a frame.
        case cut

        package var description: String {
            switch self {
            case .stray: "a line is neither a message nor a header"
            case .headerTooLong: "a header has more than \(FrameReader.longestHeader) bytes"
            case .noLength: "a header has no Content-Length"
            case .badLength(let text): "\"\(text)\" is not a valid Content-Length"
            case .cut: "the stream ended in the middle of a message"
            }
        }
    }

    package static let longestHeader = 4096
    package static let longestMessage = 16 << 20
    /// Bytes that are kept of a line between messages.
    package static let longestNoise = 4096
    /// Bytes that come at once, usually.
    private static let longestRead = 1 << 18
    /// The memory of a longer frame is released after it.
    private static let keptCapacity = 1 << 20

    /// Nil until the first frame begins.
    package private(set) var framing: Framing?
    private let longest: Int
    private var buffer: [UInt8] = []
    /// The beginning of the unread bytes.
    private var start = 0
    /// No line feed is between `start` and here.
    private var searched = 0
    /// The lines of the header that is being read.
    private var header: [UInt8] = []
    /// The header of the message that is being read.
    private var lastHeader: [UInt8] = []
    /// The length of the message whose header was read.
    private var length: Int?
    /// The number of bytes of a too long message with a header are still to come.
    private var skipped = 0
    /// True while a line that is too long goes on; it was told, and its bytes are gone.
    private var isDropping = false

    /// - Parameter longest: of a message, in bytes.
    package init(framing: Framing? = nil, longest: Int = FrameReader.longestMessage) {
        self.framing = framing
        self.longest = longest
    }

    /// True if the stream may end here.
    package var isAtBoundary: Bool {
        start == buffer.count && header.isEmpty && length == nil && skipped == 0 && !isDropping
    }

    /// Sets the framing that the other direction has shown, if this one has not shown one.
    package mutating func assume(_ framing: Framing) { self.framing = self.framing ?? framing }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let passed = min(skipped, bytes.count)
        skipped -= passed
        if start > 0 {
            // At most what one read brought stands behind the last whole frame.
            if start == buffer.count, buffer.capacity > Self.keptCapacity {
                buffer = []
            } else {
                buffer.removeFirst(start)
            }
            (searched, start) = (max(0, searched - start), 0)
        }
        // Otherwise it would grow to twice as much beside its old self.
        if buffer.count > longest / 2, buffer.capacity <= longest { buffer.reserveCapacity(longest + Self.longestRead) }
        buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[passed...]))
    }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        Array(bytes).withUnsafeBytes { append($0) }
    }

    /// The next item; nil until more bytes have come.
    package mutating func next() -> Item? {
        while true {
            if let length {
                guard let item = body(of: length) else { return nil }
                return item
            }
            guard let line = nextLine() else { return nil }
            switch line {
            case .tooLong(let count):
                return framing == .lines ? .tooLong(count) : .noise([], framing == nil ? .stray : .headerTooLong)
            case .whole(let range):
                if let item = read(range) { return item }
            }
        }
    }

    /// At the end of the stream: what is left of an unfinished frame.
    package mutating func last() -> Item? {
        guard !isAtBoundary else { return nil }
        let left = header + buffer[start...].prefix(Self.longestNoise)
        self = FrameReader(framing: framing, longest: longest)
        return .noise(Array(left.prefix(Self.longestNoise)), .cut)
    }

    // MARK: Lines

    private enum Line {
        case whole(Range<Int>)
        case tooLong(Int)
    }

    /// Up to the next line feed, which is taken. A line that is too long for its framing is dropped while it comes.
    private mutating func nextLine() -> Line? {
        guard let end = lineFeed() else {
            searched = buffer.count
            let most = framing == .headers ? Self.longestHeader : longest
            guard buffer.count - start > most || isDropping else { return nil }
            if framing == nil, !isDropping, Self.beginsMessage(buffer[start...]) { framing = .lines }
            start = buffer.count
            defer { isDropping = true }
            // At once: it may never end.
            return isDropping ? nil : .tooLong(most + 1)
        }
        let line = start..<end
        start = end + 1
        searched = start
        if isDropping {
            isDropping = false
            return nextLine()
        }
        guard line.count > longest else { return .whole(line) }
        if framing == nil, Self.beginsMessage(buffer[line]) { framing = .lines }
        return .tooLong(longest + 1)
    }

    private func lineFeed() -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard searched < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + searched, 0x0A, bytes.count - searched)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func read(_ line: Range<Int>) -> Item? {
        var bytes = buffer[line]
        let hasReturn = bytes.last == 0x0D
        if hasReturn { bytes.removeLast() }
        let beginsMessage = Self.beginsMessage(bytes)
        if framing == nil { framing = beginsMessage ? .lines : Self.isHeaderField(bytes) ? .headers : nil }
        switch framing {
        case .headers: return readHeaderLine(bytes, hasReturn: hasReturn)
        case .lines where beginsMessage: return .message(Array(bytes), wrapping: hasReturn ? [0x0D] : [])
        case .lines, nil:
            return bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 })
                ? nil : .noise(Array(bytes.prefix(Self.longestNoise)), .stray)
        }
    }

    private static func beginsMessage(_ line: ArraySlice<UInt8>) -> Bool {
        let first = line.first { $0 != 0x20 && $0 != 0x09 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    // MARK: Headers

    private mutating func readHeaderLine(_ line: ArraySlice<UInt8>, hasReturn: Bool) -> Item? {
        if line.isEmpty {
            defer { header = [] }
            // A blank line between two frames is harmless.
            guard !header.isEmpty else { return nil }
            if !hasReturn { lastHeader = lastHeader.filter { $0 != 0x0D } + [0x0A] }
            do throws(Problem) { length = try Self.length(in: header) } catch { return .noise(header, error) }
            return nil
        }
        guard header.isEmpty ? Self.isHeaderField(line) : line.contains(UInt8(ascii: ":")) else {
            let stray = header + line
            header = []
            return .noise(Array(stray.prefix(Self.longestNoise)), .stray)
        }
        guard header.count + line.count < Self.longestHeader else {
            header = []
            return .noise(Array(line.prefix(Self.longestNoise)), .headerTooLong)
        }
        if !header.isEmpty { header += "\r\n".utf8 }
        header += line
        lastHeader = header
        return nil
    }

    private mutating func body(of length: Int) -> Item? {
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
        return .message(message, wrapping: lastHeader)
    }

    /// `Content-Length: 12`, and other fields of that protocol family. A log line such as `Connecting to a:1` is none.
    private static func isHeaderField(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix(while: { $0 != UInt8(ascii: ":") })
        guard name.count < line.count, name.count <= 32 else { return false }
        return String(decoding: name, as: UTF8.self).lowercased().hasPrefix("content-")
    }

    private static func length(in header: [UInt8]) throws(Problem) -> Int {
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
