import FoundationEssentials
package import Processes
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads a cassette, line by line, in constant memory. What cannot be read is skipped and named.
package final class CassetteReader {
    package enum Line: Equatable, Sendable {
        case passage(Passage)
        /// So many events passed here that were not recorded.
        case missed(Int)
    }

    /// Something in the file that could not be read.
    package struct Damage: Equatable, Sendable {
        /// From 1.
        package let line: Int
        package let reason: String
    }

    /// Nil for what a tap has saved without one.
    package private(set) var header: CassetteHeader?
    package private(set) var damages: [Damage] = []

    private let descriptor: Descriptor
    private var lines = LineBuffer(limit: 1 << 22)
    private var number = 0
    private var isAtEnd = false
    private var pending: Line?

    /// - Parameter path: of a file; `-` for stdin.
    package init(_ path: String) throws(SystemError) {
        let opened = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw SystemError("open \(path)") }
        descriptor = Descriptor(owning: opened)
        pending = try next()
    }

    /// The next line that could be read; nil at the end.
    package func next() throws(SystemError) -> Line? {
        if let pending {
            self.pending = nil
            return pending
        }
        while let line = try nextText() {
            number += 1
            if number == 1, let header = try? JSONDecoder().decode(CassetteHeader.self, from: Data(line)) {
                self.header = header
                continue
            }
            if let passage = Passage(line: line.span) { return .passage(passage) }
            if line.starts(with: Passage.missedHead),
                let count = JSONSlices.member("missed", of: line.span).flatMap({
                    Int(String(decoding: line[$0], as: UTF8.self))
                })
            {
                return .missed(count)
            }
            damages.append(Damage(line: number, reason: "is no record of an event"))
        }
        return nil
    }

    private func nextText() throws(SystemError) -> [UInt8]? {
        while true {
            if let line = lines.next() ?? (isAtEnd ? lines.last() : nil) {
                guard case .whole(let range) = line else {
                    number += 1
                    damages.append(Damage(line: number, reason: "is too long"))
                    continue
                }
                return Array(lines.bytes[range])
            }
            if isAtEnd { return nil }
            let source = descriptor.number
            let count = lines.fill(room: 1 << 16) { space in read(source, space.baseAddress, space.count) }
            if count < 0, errno != EINTR { throw SystemError("read the cassette") }
            isAtEnd = count == 0
        }
    }
}
