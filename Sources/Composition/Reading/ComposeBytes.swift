/// Byte values of the Compose Specification ("Specifying byte values"): `2b`, `64k`, `64kb`, `1mb`, `1gb`, or a plain
/// number of bytes. A kilobyte has 1024 bytes.
enum ComposeBytes {
    private static let scales = [
        "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
    ]

    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), let scale = scales[text.dropFirst(digits.count).lowercased()] else {
            return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: scale)
        return overflow ? nil : product
    }
}
