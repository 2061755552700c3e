extension Unicode.Scalar {
    /// Whether a terminal may take it for a command: C0, DEL, C1.
    var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F: true
        default: false
        }
    }

    /// Whether it reorders text around it: bidirectional embeddings, overrides and isolates (UAX #9, section 2).
    var isBidirectionalControl: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    var isByteOrderMark: Bool { value == 0xFEFF }

    /// Whether it has to be shown as an escape where every character counts, as in a file's name: controls, line
    /// separators, the byte order mark, and all that reorders letters, marks of direction among them.
    var isUnprintable: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x2028...0x2029: true
        default: isControl || isBidirectionalControl || isByteOrderMark
        }
    }

    /// Whether it is a mark that combines with the character before it.
    var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
