/// A rating from 0 to 5 as stars and a number: "★★★★☆ 4.5".
///
/// The rating is rounded to halves, and its whole stars are drawn: terminals disagree about the width of a half star.
package struct StarRating: CustomStringConvertible {
    package let description: String

    package init?(_ rating: Double?) {
        guard let rating, rating.isFinite else { return nil }
        let clamped = min(max(rating, 0), 5)
        let stars = Int((clamped * 2).rounded() / 2)
        let tenths = Int((clamped * 10).rounded())
        description =
            String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars)
            + " \(tenths / 10).\(tenths % 10)"
    }
}
