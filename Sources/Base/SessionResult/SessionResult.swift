import Platform

/// The result of a session in which the user chooses rows, for the process that started it.
package enum SessionResult: Equatable, Sendable {
    /// Rows, of which none is chosen so far.
    case rows
    /// Screens, from which nothing is chosen.
    case screens
    /// An end without anything to choose from, and the last lines of the program on stderr.
    case nothing([[UInt8]])
    /// The output: the chosen rows, and lines before them.
    case chosen([[UInt8]])
    /// The output if nothing matches.
    case unmatched([[UInt8]])
    /// The words of a command that is to run in place of the session.
    case become([[UInt8]])

    private static let kinds: [(name: String, make: @Sendable ([[UInt8]]) -> SessionResult)] = [
        ("nothing", { .nothing($0) }), ("chosen", { .chosen($0) }), ("unmatched", { .unmatched($0) }),
        ("become", { .become($0) }),
    ]

    /// `rows`, `screens`, `nothing`, `chosen`, `unmatched` or `become`; after the last four, each line or word as its length in bytes, a colon, and
    /// its bytes.
    package var encoded: [UInt8] {
        switch self {
        case .rows: Array("rows".utf8)
        case .screens: Array("screens".utf8)
        case .nothing(let words): Array("nothing".utf8) + Self.encoded(words)
        case .chosen(let lines): Array("chosen".utf8) + Self.encoded(lines)
        case .unmatched(let lines): Array("unmatched".utf8) + Self.encoded(lines)
        case .become(let words): Array("become".utf8) + Self.encoded(words)
        }
    }

    private static func encoded(_ lines: [[UInt8]]) -> [UInt8] {
        lines.flatMap { Array("\($0.count):".utf8) + $0 }
    }

    /// Nil for anything else.
    package init?(_ encoded: [UInt8]) {
        switch encoded {
        case Array("rows".utf8): self = .rows
        case Array("screens".utf8): self = .screens
        default:
            guard let kind = Self.kinds.first(where: { encoded.starts(with: $0.name.utf8) }) else { return nil }
            var rest = encoded.dropFirst(kind.name.utf8.count)
            var lines: [[UInt8]] = []
            while !rest.isEmpty {
                guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                    let length = Int(String(decoding: rest[..<colon], as: UTF8.self)), length >= 0,
                    case let line = rest[(colon + 1)...].prefix(length), line.count == length
                else { return nil }
                lines.append(Array(line))
                rest = rest[line.endIndex...]
            }
            self = kind.make(lines)
        }
    }
}

/// The file in which a session leaves its result for the process that started it. Writing the same result again changes nothing.
package struct ResultFile {
    private let descriptor: Int32

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    package func write(_ result: SessionResult) {
        let bytes = result.encoded
        ftruncate(descriptor, 0)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(done)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            done += count
        }
    }

    /// Nil before anything was written, and for half a result.
    package func read() -> SessionResult? {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &bytes, bytes.count, off_t(all.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return SessionResult(all) }
            all += bytes[..<count]
        }
    }
}
