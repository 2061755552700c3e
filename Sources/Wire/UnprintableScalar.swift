extension Unicode.Scalar {
    /// Whether a terminal could take it for a command or reorder the text around it: controls, DEL, C1, line separators,
    /// bidirectional controls, the byte order mark.
    package var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
