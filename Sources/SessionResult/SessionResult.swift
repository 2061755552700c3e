/// What a session that chooses among rows has come to, for whoever has started it.
package enum SessionResult: Equatable, Sendable {
    /// There are rows; none is chosen so far.
    case rows
    /// There is nothing to choose from.
    case nothing
    /// Byte for byte as they came.
    case chosen([[UInt8]])

    /// `rows`, `nothing` or `chosen`; behind the last one each row as its length in bytes, a colon, and its bytes.
    package var encoded: [UInt8] {
        switch self {
        case .rows: Array("rows".utf8)
        case .nothing: Array("nothing".utf8)
        case .chosen(let rows): Array("chosen".utf8) + rows.flatMap { Array("\($0.count):".utf8) + $0 }
        }
    }

    /// Nil for anything else.
    package init?(_ encoded: [UInt8]) {
        switch encoded {
        case Array("rows".utf8): self = .rows
        case Array("nothing".utf8): self = .nothing
        default:
            guard encoded.starts(with: Array("chosen".utf8)) else { return nil }
            var rest = encoded.dropFirst(6)
            var rows: [[UInt8]] = []
            while !rest.isEmpty {
                guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                    let length = Int(String(decoding: rest[..<colon], as: UTF8.self)), length >= 0,
                    case let row = rest[(colon + 1)...].prefix(length), row.count == length
                else { return nil }
                rows.append(Array(row))
                rest = rest[row.endIndex...]
            }
            self = .chosen(rows)
        }
    }
}
