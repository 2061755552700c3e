import JSON
import ViewMessages

/// Shortens a screen that is too long for a line: first its lists become shorter; if that is not enough, all of its parts
/// are left out.
struct FittingScreen: JSONCodable, Equatable, Sendable {
    /// The fraction of each list that is kept; nil while the whole screen fits.
    var share: Double?
    var attempts: Int = 0

    /// Several screens may have been sent before the first is refused, so one refusal is no reason to give up.
    private static let mostAttempts = 3

    var isReduced: Bool { share != nil }

    /// - Returns: whether there is anything left to remove.
    mutating func shrink(bytes: Int, limit: Int) -> Bool {
        attempts = max(0, min(attempts, Self.mostAttempts + 1)) + 1
        guard bytes > 0, attempts <= Self.mostAttempts + 1 else { return false }
        // A margin: rows differ in length, and the envelope takes some room.
        let fitting = max(0, min(1, Double(limit) / Double(bytes))) * 0.8
        share = attempts > Self.mostAttempts ? 0 : min(share ?? 1, fitting)
        return true
    }

    func applied(to screen: Screen) -> Screen {
        guard let share else { return screen }
        var screen = screen
        // More rows would not fit either.
        screen.hasMore = nil
        // The share may come from a snapshot, which may contain any number.
        let kept = max(0, min(1, share))
        screen.parts = kept == 0 ? [] : screen.parts.map { Self.shortened($0, to: kept) }
        return screen
    }

    private static func shortened(_ part: Part, to share: Double) -> Part {
        guard case .list(var list) = part else { return part }
        list.rows = Array(list.rows.prefix(Int(Double(list.rows.count) * share)))
        return .list(list)
    }
}
