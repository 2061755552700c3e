import Compression
import JSON
import Platform
package import Processes
import Wire

/// Reads a cassette, plain or compressed, line by line, in constant memory. Unreadable lines are skipped and reported.
package final class CassetteReader {
    package enum Line: Equatable, Sendable {
        case passage(Passage)
        /// A gap: this many events passed here unrecorded.
        case missed(Int)
    }

    /// A part of the file that could not be read.
    package struct Damage: Equatable, Sendable {
        /// The number of the line, from 1.
        package let line: Int
        /// The number of consecutive lines like this one.
        package fileprivate(set) var count = 1
        fileprivate let problem: String

        /// The problem, and how many of the following lines share it.
        package var reason: String { count == 1 ? problem : "\(problem), like the \(count - 1) after it" }
    }

    /// Damages kept: a file in another format is damaged in every line.
    package static let damagesKept = 100
    /// A greater count of missed events is invalid.
    private static let mostMissed = 1 << 32
    /// Bytes; a passage is a little longer than its event.
    private static let lineLimit = 64 << 20
    private static let headerLimit = 4 << 20
    /// The most unreadable lines in a row. A short compressed file can hold any number of empty lines.
    package static let mostLinesWithoutEvent = 1_000_000
    private static let mostBytesWithoutEvent = 256 << 20

    /// Nil for a tap's output saved without a header.
    package private(set) var header: CassetteHeader?
    /// The first ones.
    package private(set) var damages: [Damage] = []
    package private(set) var damageCount = 0
    /// True if a part of the recorded session is missing; not so for a newer version, of which everything known is read.
    package private(set) var isPartial = false
    /// The code with which the recorded server ended by itself, once the end is read.
    package private(set) var exit: Int32?
    /// True if any line could be read, if only the header.
    package private(set) var hasContent = false

    private var bytes: CassetteBytes
    private var lines = LineBuffer(limit: lineLimit)
    private var number = 0
    /// Number of the line read last, from 1.
    package var lineNumber: Int { number }
    private var pending: Line?
    private let acceptsEvents: Bool
    /// The lines since the last readable line, and their bytes.
    private var unreadableLines = 0
    private var unreadableBytes = 0
    private var ending = Ending.awaited
    /// True after a line without LF.
    private var isUnfinished = false

    private enum Ending {
        case awaited
        /// The line that ends a complete recording has come.
        case marked
        /// The file ended in the middle, which has been reported.
        case cutOff
        /// The rest of the file is not read.
        case givenUp
    }

    /// - Parameters:
    ///   - path: a file; `-` for stdin.
    ///   - acceptsEvents: whether bare events are read too, as sent by their source to no receiver.
    package init(_ path: String, acceptsEvents: Bool = false) throws(SystemError) {
        let opened = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw SystemError("open \(path)") }
        bytes = CassetteBytes(Descriptor(owning: opened), of: path)
        self.acceptsEvents = acceptsEvents
        pending = try next()
    }

    /// The next readable line; nil at the end.
    package func next() throws(SystemError) -> Line? {
        if let pending {
            self.pending = nil
            return pending
        }
        while let line = try nextText() {
            if number == 1 {
                guard line.count <= Self.headerLimit || !CassetteHeader.begins(line) else {
                    hasContent = true
                    damage("is a header of \(line.count) bytes; no session has as many services")
                    continue
                }
                if readHeader(line) { continue }
            }
            if Passage.isEnd(line) {
                (ending, exit) = (.marked, Passage.exit(in: line))
            } else if let next = read(line) {
                hasContent = true
                (unreadableLines, unreadableBytes) = (0, 0)
                // Files may follow each other.
                if ending == .marked { (ending, exit) = (.awaited, nil) }
                return next
            } else if isUnfinished, header?.ends == true, ending == .awaited {
                // The end of the file reports the damage of its last line.
                break
            } else if !JSONScanner.isBlank(line.span) {
                damage("is not a record of an event")
            }
        }
        if header?.ends == true, ending == .awaited {
            damage("is the last: the recording has no end, as after a kill, on a full disk or while it is being made")
            ending = .cutOff
        }
        return nil
    }

    /// True if a file begins as a recording does. The check reads only the first bytes, and waits for no pipe.
    package static func isRecording(_ path: String) -> Bool {
        guard let file = Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return false }
        var bytes = CassetteBytes(file, of: path)
        var lines = LineBuffer(limit: headerLimit)
        do { _ = try bytes.read(into: &lines) } catch { return false }
        return CassetteHeader.begins(lines.unread)
    }

    private func read(_ line: [UInt8]) -> Line? {
        if let passage = Passage(line: line.span) { return .passage(passage) }
        if let count = JSONSlices.member("missed", of: line.span) {
            let number = Int(String(decoding: line[count], as: UTF8.self))
            return number.flatMap { 0...Self.mostMissed ~= $0 ? .missed($0) : nil }
        }
        guard acceptsEvents, let event = try? Event(line: line.span) else { return nil }
        return .passage(Passage(time: 0, sender: event.source, receivers: [], event: line))
    }

    /// The members common to all versions.
    struct Kind: JSONReadable {
        let viperline: String
        let version: Int
    }

    /// - Returns: whether the line was a header.
    private func readHeader(_ line: [UInt8]) -> Bool {
        guard let kind = try? Kind(json: line), kind.viperline == "cassette" else { return false }
        header = try? CassetteHeader(json: line)
        hasContent = true
        if kind.version > CassetteHeader.currentVersion {
            damage(
                "is the header of a cassette of version \(kind.version), and this viperline knows version "
                    + "\(CassetteHeader.currentVersion); update viperline", losesEvents: false)
        } else if header == nil {
            damage("is a header that can't be read")
        }
        return true
    }

    private func nextText() throws(SystemError) -> [UInt8]? {
        while ending != .givenUp {
            while true {
                let whole = lines.next()
                guard let line = whole ?? (bytes.isAtEnd && ending != .cutOff ? lines.last() : nil) else { break }
                isUnfinished = whole == nil
                number += 1
                switch line {
                case .whole(let range):
                    guard !givesUp(bytes: range.count) else { return nil }
                    return Array(lines.bytes[range])
                case .tooLong(let count, _):
                    damage("is too long, with \(count) bytes")
                    guard !givesUp(bytes: count) else { return nil }
                }
            }
            if bytes.isAtEnd { return nil }
            switch try bytes.read(into: &lines) {
            case .damaged:
                // The bytes that follow belong to another line.
                [0x0A as UInt8].withUnsafeBytes { lines.append($0) }
                damage("is followed by damaged compressed data; reading resumes where the data can be read again")
            case .truncated:
                damage("is the last: the compressed data end in the middle, as after a kill")
                ending = .cutOff
            case nil: break
            }
            // A line may be endless.
            if givesUp(lines: 0, bytes: 0, unfinished: lines.unfinished) { return nil }
        }
        return nil
    }

    /// True if the file has no event for so long that the rest of it is not read.
    /// - Parameters:
    ///   - lines: read now, with so many bytes.
    ///   - unfinished: bytes so far of a line that has not ended.
    private func givesUp(lines: Int = 1, bytes: Int, unfinished: Int = 0) -> Bool {
        unreadableLines += lines
        unreadableBytes += bytes
        let count = unreadableBytes + unfinished
        guard unreadableLines > Self.mostLinesWithoutEvent || count > Self.mostBytesWithoutEvent else { return false }
        ending = .givenUp
        let problem =
            unreadableLines == 0
            ? "has no event in its first \(count) bytes"
            : "begins \(unreadableLines) lines without an event, of \(count) bytes"
        // This damage is reported first, because only some of many are.
        let first = number - unreadableLines + 1
        damages.insert(Damage(line: first, problem: problem + "; the rest of the file is left out"), at: 0)
        damageCount += 1
        isPartial = true
        return true
    }

    private func damage(_ problem: String, losesEvents: Bool = true) {
        isPartial = isPartial || losesEvents
        if let last = damages.last, last.problem == problem, last.line + last.count == number {
            return damages[damages.count - 1].count += 1
        }
        damageCount += 1
        guard damages.count < Self.damagesKept else { return }
        damages.append(Damage(line: number, problem: problem))
    }
}

/// A cassette's bytes, decompressed if needed. The content decides, not the file's name.
struct CassetteBytes: ~Copyable {
    /// A problem found while reading.
    enum Trouble: Equatable {
        /// The following bytes come from after the damage.
        case damaged
        case truncated
    }

    private static let turn = 1 << 16
    private let descriptor: Descriptor
    private let path: String
    private var inflater: RecoveringInflater?
    /// The file's first bytes, which show its format.
    private var beginning: [UInt8] = []
    private var isKnown = false
    private(set) var isAtEnd = false

    init(_ descriptor: consuming Descriptor, of path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Appends the next bytes to `lines`.
    /// - Returns: a problem that occurred, if any.
    mutating func read(into lines: inout LineBuffer) throws(SystemError) -> Trouble? {
        if !isKnown { try find() }
        guard let inflater else {
            let bytes = try chunk()
            bytes.withUnsafeBytes { lines.append($0) }
            isAtEnd = bytes.isEmpty
            return nil
        }
        if inflater.isHungry {
            let bytes = try chunk()
            isAtEnd = bytes.isEmpty
            if isAtEnd { return inflater.isAtMemberEnd ? nil : .truncated }
            inflater.feed(bytes)
        }
        var progress = RecoveringInflater.Progress.decompressed
        _ = lines.fill(room: Self.turn) { space in
            let (reached, count) = inflater.decompress(into: space)
            progress = reached
            return count
        }
        return progress == .damaged ? .damaged : nil
    }

    /// Checks for gzip's magic number.
    private mutating func find() throws(SystemError) {
        while beginning.count < 2 {
            let bytes = try readSome()
            if bytes.isEmpty { break }
            beginning += bytes
        }
        isKnown = true
        guard beginning.starts(with: [0x1F, 0x8B]) else { return }
        inflater = RecoveringInflater()
        if inflater == nil { throw SystemError("decompress \(path)", code: ENOMEM) }
    }

    private mutating func chunk() throws(SystemError) -> [UInt8] {
        guard beginning.isEmpty else {
            defer { beginning = [] }
            return beginning
        }
        return try readSome()
    }

    private func readSome() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.turn)
        let number = descriptor.number
        let count = try? bytes.withUnsafeMutableBytes { space throws(StandardStream.Failure) in
            try StandardStream.read(number, into: space)
        }
        guard let count else { throw SystemError("read \(path)") }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// Decompresses gzip members chunk by chunk. After damage it continues where the writer next flushed fully.
final class RecoveringInflater {
    enum Progress: Equatable {
        case decompressed
        /// The next output comes from after the damage.
        case damaged
        /// The input is between two members, or at the end.
        case memberEnd
    }

    private let inflater: Inflater
    private var input: [UInt8] = []
    /// Bytes of `input` already decompressed.
    private var position = 0
    private var isLost = false
    private(set) var isAtMemberEnd = false

    /// - Returns: nil when memory runs out.
    init?() {
        guard let inflater = Inflater(.gzip) else { return nil }
        self.inflater = inflater
    }

    /// True if ``feed(_:)`` is needed before decompression can continue.
    var isHungry: Bool { position == input.count }

    /// Supplies the next chunk; only when it is hungry.
    func feed(_ bytes: [UInt8]) {
        input = bytes
        position = 0
    }

    /// Decompresses some of the input.
    /// - Returns: how it went, and how many bytes of `space` were filled.
    func decompress(into space: UnsafeMutableRawBufferPointer) -> (Progress, count: Int) {
        if isAtMemberEnd {
            inflater.reset()
            isAtMemberEnd = false
        }
        return input.withUnsafeBytes { input in
            if isLost {
                let (consumed, isFound) = inflater.resynchronise(UnsafeRawBufferPointer(rebasing: input[position...]))
                position += consumed
                isLost = !isFound
            }
            guard !isLost else { return (.decompressed, 0) }
            let step = inflater.decompress(UnsafeRawBufferPointer(rebasing: input[position...]), into: space)
            position += step.consumed
            switch step.status {
            case .more: return (.decompressed, step.produced)
            case .memberEnd:
                isAtMemberEnd = true
                return (.memberEnd, step.produced)
            case .damaged:
                isLost = true
                return (.damaged, step.produced)
            }
        }
    }
}
