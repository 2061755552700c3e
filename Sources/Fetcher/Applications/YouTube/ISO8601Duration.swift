/// Durations such as `PT1H2M3S` (ISO 8601-1 §5.5.2), of weeks, days and what is smaller: months have no length.
enum ISO8601Duration {
    /// - Returns: nil for any other text.
    static func seconds(_ text: String) -> Int? {
        guard text.hasPrefix("P"), text.count > 1 else { return nil }
        var units: [Character: Int] = ["W": 604_800, "D": 86_400]
        var total = 0
        var digits = ""
        for character in text.dropFirst() {
            if character == "T", digits.isEmpty {
                units = ["H": 3600, "M": 60, "S": 1]
            } else if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                guard let unit = units[character], let count = Int(digits) else { return nil }
                let (product, isTooLarge) = count.multipliedReportingOverflow(by: unit)
                let (sum, isOver) = total.addingReportingOverflow(product)
                guard !isTooLarge, !isOver else { return nil }
                total = sum
                digits = ""
            }
        }
        return digits.isEmpty && !text.hasSuffix("T") ? total : nil
    }
}
