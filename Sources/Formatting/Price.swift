/// A price as people read it: "$1.29", "¥250", "2.40 CHF"; "Free" for nothing.
package struct Price: CustomStringConvertible {
    package let description: String

    /// Nil where there is no price: the store gives -1 for a song that is sold only with its album.
    /// - Parameter currency: ISO 4217.
    package init?(_ amount: Double?, currency: String?) {
        guard let amount, amount >= 0, amount < 1e12 else { return nil }
        guard amount > 0 else {
            description = "Free"
            return
        }
        let code = currency?.uppercased() ?? ""
        let number = Self.decimal(amount, places: Self.places[code] ?? 2)
        if let symbol = Self.symbols[code] {
            description = symbol + number
        } else {
            description = code.isEmpty ? number : "\(number) \(code)"
        }
    }

    private static let symbols = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "KRW": "₩", "INR": "₹"]

    /// The currencies whose minor unit is not a hundredth (ISO 4217).
    private static let places = [
        "CLP": 0, "ISK": 0, "JPY": 0, "KRW": 0, "PYG": 0, "UGX": 0, "VND": 0, "XAF": 0, "XOF": 0, "BHD": 3, "JOD": 3,
        "KWD": 3, "OMR": 3, "TND": 3,
    ]

    private static func decimal(_ amount: Double, places: Int) -> String {
        let unit = (0..<places).reduce(1) { product, _ in product * 10 }
        let minor = Int((amount * Double(unit)).rounded())
        guard places > 0 else { return Quantity.grouped(minor) }
        let fraction = String(minor % unit)
        return Quantity.grouped(minor / unit) + "." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
