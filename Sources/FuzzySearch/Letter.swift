/// What a filter has to know of one Unicode scalar.
enum Letter {
    enum Kind: Equatable {
        case blank, delimiter, sign, lower, upper, other, digit

        var isPartOfWord: Bool {
            switch self {
            case .blank, .delimiter, .sign: false
            case .lower, .upper, .other, .digit: true
            }
        }
    }

    /// In lower case, where that is one scalar.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 128 { return 0x41...0x5A ~= scalar ? scalar + 32 : scalar }
        guard let mapping = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars, mapping.count == 1
        else { return scalar }
        return mapping.first?.value ?? scalar
    }

    static func kind(_ scalar: UInt32) -> Kind {
        switch scalar {
        case 0x20, 0x09, 0x0A: .blank
        case 0x2F, 0x2C, 0x3A, 0x3B, 0x7C: .delimiter
        case 0x61...0x7A: .lower
        case 0x41...0x5A: .upper
        case 0x30...0x39: .digit
        case 0..<128: .sign
        default: .other
        }
    }
}
