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
        case .headers: wrapping(of: message.count) + "\r\n\r\n".utf8 + message
        }
    }

    /// The wrapping (``FrameReader/Item``) of a message as it is sent.
    package func wrapping(of count: Int) -> [UInt8] { self == .lines ? [] : Array("Content-Length: \(count)".utf8) }
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
    /// Bytes that one read brings at most.
    private static let longestRead = 1 << 16
    /// The memory of a longer frame is released after it.
    private static let keptCapacity = 1 << 20

    /// Nil until the first frame begins.
    package private(set) var framing: Framing?
    private let longest: Int
    /// Bytes that have come, from `start` to `end`, and room for more.
    private var buffer: [UInt8] = []
    private var start = 0
    private var end = 0
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
        start == end && header.isEmpty && length == nil && skipped == 0 && !isDropping
    }

    /// Sets the framing that the other direction has shown, if this one has not shown one.
    package mutating func assume(_ framing: Framing) { self.framing = self.framing ?? framing }

    /// Takes bytes from where they come from: a frame is copied only into its item.
    /// - Parameter source: writes into the room that it gets.
    /// - Returns: the number of bytes that it wrote, which it returns.
    package mutating func read(_ source: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        makeRoom(for: Self.longestRead)
        let count = buffer.withUnsafeMutableBytes { source(.init(rebasing: $0[end...].prefix(Self.longestRead))) }
        end += count
        return count
    }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        makeRoom(for: bytes.count)
        buffer.replaceSubrange(end..<end + bytes.count, with: bytes)
        end += bytes.count
    }

    /// Moves the unread bytes to the front: at most what one read brought stands behind the last whole frame.
    private mutating func makeRoom(for count: Int) {
        if start > 0 {
            buffer.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                memmove(base, base + start, end - start)
            }
            (searched, end, start) = (max(0, searched - start), end - start, 0)
        }
        if end == 0, buffer.count > Self.keptCapacity { buffer = [] }
        guard buffer.count - end < count else { return }
        // Twice as much, and all at once before the longest message: for a moment, the old memory is there beside the new one.
        let twice = 2 * buffer.count
        let size = max(end + count, twice < longest ? twice : longest + Self.longestRead)
        buffer.reserveCapacity(size)
        buffer.append(contentsOf: repeatElement(0, count: size - buffer.count))
    }

    /// The next item; nil until more bytes have come.
    package mutating func next() -> Item? {
        passOver()
        while true {
            if let length { return body(of: length) }
            guard let line = nextLine() else { return nil }
            switch line {
            case .tooLong(let count):
                // A header with such a line is none.
                header = []
                return framing == .lines ? .tooLong(count) : .noise([], framing == nil ? .stray : .headerTooLong)
            case .whole(let range):
                if let item = read(range) { return item }
            }
        }
    }

    /// At the end of the stream: what is left of an unfinished frame.
    package mutating func last() -> Item? {
        guard !isAtBoundary else { return nil }
        let left = header + buffer[start..<end].prefix(Self.longestNoise)
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
        guard let feed = lineFeed() else {
            searched = end
            let most = framing == .headers ? Self.longestHeader : longest
            guard end - start > most || isDropping else { return nil }
            if !isDropping { decideFraming(buffer[start..<end]) }
            start = end
            defer { isDropping = true }
            // At once: it may never end.
            return isDropping ? nil : .tooLong(most + 1)
        }
        let line = start..<feed
        start = feed + 1
        searched = start
        if isDropping {
            isDropping = false
            return nextLine()
        }
        guard line.count > longest else { return .whole(line) }
        decideFraming(buffer[line])
        return .tooLong(longest + 1)
    }

    /// - Parameter line: one that is too long. The bytes beyond the limit do not count: they may not have come.
    private mutating func decideFraming(_ line: ArraySlice<UInt8>) {
        if framing == nil, Self.beginsMessage(line.prefix(longest + 1)) { framing = .lines }
    }

    private func lineFeed() -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard searched < end, let base = bytes.baseAddress,
                let found = memchr(base + searched, 0x0A, end - searched)
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
            lastHeader = hasReturn ? header : header.filter { $0 != 0x0D } + [0x0A]
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
        return nil
    }

    private mutating func body(of length: Int) -> Item? {
        guard length <= longest else {
            (self.length, skipped) = (nil, length)
            passOver()
            return .tooLong(length)
        }
        guard end - start >= length else { return nil }
        let message = Array(buffer[start..<start + length])
        start += length
        searched = start
        self.length = nil
        return .message(message, wrapping: lastHeader)
    }

    /// Passes over the bytes that have come of a message that is too long.
    private mutating func passOver() {
        let here = min(skipped, end - start)
        guard here > 0 else { return }
        skipped -= here
        start += here
        searched = start
    }

    /// `Content-Length: 12`, and other fields of that protocol family. A log line such as `Connecting to a:1` is none.
    private static func isHeaderField(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon - line.startIndex <= 32 else { return false }
        return isName(line[..<colon].prefix(8), "content-")
    }

    /// - Parameter wanted: in lower case.
    private static func isName(_ name: ArraySlice<UInt8>, _ wanted: String) -> Bool {
        name.elementsEqual(wanted.utf8) { $0 == $1 || 0x41...0x5A ~= $0 && $0 | 0x20 == $1 }
    }

    private static func length(in header: [UInt8]) throws(Problem) -> Int {
        var found: Int?
        for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isName(line[..<colon], "content-length") else {
                continue
            }
            let text = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 }
            guard !text.isEmpty, text.allSatisfy({ 0x30...0x39 ~= $0 }),
                let length = Int(String(decoding: text, as: UTF8.self)), found == nil || found == length
            else { throw .badLength(String(String(decoding: text, as: UTF8.self).prefix(40))) }
            found = length
        }
        guard let found else { throw .noLength }
        return found
    }
}
