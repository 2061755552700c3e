import JSON

/// How much of a scene fits into a line of the bus: first its lists become shorter; if that is not enough, all of its parts
/// are left out.
package struct Fitting: JSONCodable, Equatable, Sendable {
    /// The fraction of each list that is kept; nil while the whole scene fits.
    var share: Double?
    var attempts: Int = 0

    package init() {}

    /// Several reports may have been sent before the first is refused, so one refusal is no reason to give up.
    private static let mostAttempts = 3

    /// Nil while everything fits; 0 when nothing does. It may come from a snapshot, which may contain any number.
    package var kept: Double? { share.map { max(0, min(1, $0)) } }

    var isReduced: Bool { share != nil }

    /// - Returns: whether there is anything left to remove.
    package mutating func shrink(bytes: Int, limit: Int) -> Bool {
        attempts = max(0, min(attempts, Self.mostAttempts + 1)) + 1
        guard bytes > 0, attempts <= Self.mostAttempts + 1 else { return false }
        // A margin: rows differ in length, and the envelope takes some room.
        let fitting = max(0, min(1, Double(limit) / Double(bytes))) * 0.8
        share = attempts > Self.mostAttempts ? 0 : min(share ?? 1, fitting)
        return true
    }

    /// The rows of a list that fit.
    package func shortened<Row>(_ rows: [Row]) -> [Row] {
        kept.map { Array(rows.prefix(Int(Double(rows.count) * $0))) } ?? rows
    }
}
