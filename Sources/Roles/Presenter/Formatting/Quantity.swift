import Platform

/// Numbers in a readable form.
package enum Quantity {
    /// At most six characters, cut and never rounded up: "999", "12.3k", "1.2M".
    package static func short(_ count: Int, for reader: Reader) -> String {
        switch count {
        case ..<1000: "\(count)"
        case ..<1_000_000: reader.localized(tenths(count / 100)) + "k"
        default: reader.localized(tenths(count / 100_000)) + "M"
        }
    }

    private static func tenths(_ count: Int) -> String {
        count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)"
    }
}

/// A price in a readable form: "$1.29", "¥250", "2.40 CHF", in German "1,29 $"; "Free" for nothing.
package struct Price: CustomStringConvertible {
    package let description: String

    /// Nil without a price: the store gives -1 for a song that is sold only with its album.
    /// - Parameter currency: ISO 4217.
    package init?(_ amount: Double?, currency: String?, for reader: Reader) {
        guard let amount, amount >= 0, amount < 1e12 else { return nil }
        guard amount > 0 else {
            description = reader["Free"]
            return
        }
        let code = currency?.uppercased() ?? ""
        let number = Self.decimal(amount, places: Self.places[code] ?? 2, reader)
        if let symbol = Self.symbols[code] {
            description = reader("$%", number).replacing("$", with: symbol)
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

    private static func decimal(_ amount: Double, places: Int, _ reader: Reader) -> String {
        let unit = (0..<places).reduce(1) { product, _ in product * 10 }
        let minor = Int((amount * Double(unit)).rounded())
        guard places > 0 else { return reader.number(minor) }
        let fraction = String(minor % unit)
        let point = reader.localized(".")
        return reader.number(minor / unit) + point + String(repeating: "0", count: places - fraction.count) + fraction
    }
}

/// A rating from 0 to 5 as stars and a number: "★★★★☆ 4.5".
///
/// The rating is rounded to halves, and its whole stars are drawn: terminals disagree about the width of a half star.
package struct StarRating: CustomStringConvertible {
    package let description: String

    package init?(_ rating: Double?, for reader: Reader) {
        guard let rating, rating.isFinite else { return nil }
        let clamped = min(max(rating, 0), 5)
        let stars = Int((clamped * 2).rounded() / 2)
        description = Self.stars[stars] + reader.localized(Self.numbers[Int((clamped * 10).rounded())])
    }

    /// By their number.
    private static let stars = (0...5).map {
        String(repeating: "★", count: $0) + String(repeating: "☆", count: 5 - $0) + " "
    }
    /// By their tenths.
    private static let numbers = (0...50).map { "\($0 / 10).\($0 % 10)" }
}

extension Reader {
    /// A rating as stars; nil without one.
    package func stars(_ rating: Double?) -> String? { StarRating(rating, for: self)?.description }
}

/// The length of a song or a film: "3:05", "1:02:09".
package enum PlayingTime {
    /// Nil for a negative length.
    package static func text(seconds: Int) -> String? {
        guard seconds >= 0 else { return nil }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = padded(seconds % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
