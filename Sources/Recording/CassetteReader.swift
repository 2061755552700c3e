import JSON
import Platform
package import Processes
import Wire

/// Reads a cassette, plain or compressed, line by line, in constant memory. Unreadable lines are skipped and reported.
package final class CassetteReader {
    package enum Line: Equatable, Sendable {
        case passage(Passage)
        /// This many events passed here unrecorded.
        case missed(Int)
    }

    /// A part of the file that could not be read.
    package struct Damage: Equatable, Sendable {
        /// From 1.
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

    /// Nil for a tap's output saved without a header.
    package private(set) var header: CassetteHeader?
    /// The first ones.
    package private(set) var damages: [Damage] = []
    package private(set) var damageCount = 0
    /// Whether any line could be read, if only the header.
    package private(set) var hasContent = false

    private var bytes: CassetteBytes
    private var lines = LineBuffer(limit: lineLimit)
    private var number = 0
    /// Number of the line read last, from 1.
    package var lineNumber: Int { number }
    private var pending: Line?
    private let acceptsEvents: Bool

    /// - Parameters:
    ///   - path: of a file; `-` for stdin.
    ///   - acceptsEvents: whether bare events are read too, as sent by their source to nobody.
    package init(_ path: String, acceptsEvents: Bool = false) throws(SystemError) {
        let opened = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw SystemError("open \(path)") }
        bytes = CassetteBytes(Descriptor(owning: opened))
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
            if let next = read(line) {
                hasContent = true
                return next
            }
            if !JSONScanner.isBlank(line.span) { damage("is no record of an event") }
        }
        return nil
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
                    + "\(CassetteHeader.currentVersion); update viperline")
        } else if header == nil {
            damage("is a header that can't be read")
        }
        return true
    }

    private func nextText() throws(SystemError) -> [UInt8]? {
        while true {
            while let line = lines.next() ?? (bytes.isAtEnd ? lines.last() : nil) {
                number += 1
                switch line {
                case .whole(let range): return Array(lines.bytes[range])
                case .tooLong(let count, _): damage("is too long, with \(count) bytes")
                }
            }
            if bytes.isAtEnd { return nil }
            switch try bytes.read(into: &lines) {
            case .damaged:
                // The bytes that follow belong to another line.
                [0x0A as UInt8].withUnsafeBytes { lines.append($0) }
                damage("is followed by damaged compressed data; it goes on where it can be read again")
            case .truncated: damage("is the last: the compressed data end in the middle, as after a kill")
            case nil: break
            }
        }
    }

    private func damage(_ problem: String) {
        if let last = damages.last, last.problem == problem, last.line + last.count == number {
            return damages[damages.count - 1].count += 1
        }
        damageCount += 1
        guard damages.count < Self.damagesKept else { return }
        damages.append(Damage(line: number, problem: problem))
    }
}
