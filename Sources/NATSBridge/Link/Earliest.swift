/// The earliest of several points in time. It is computed for each message, so it uses no array.
package struct Earliest: Sendable {
    /// Nil until there is one.
    package private(set) var instant: ContinuousClock.Instant?

    package init() {}

    package mutating func include(_ other: ContinuousClock.Instant?) {
        guard let other else { return }
        if instant.map({ other < $0 }) ?? true { instant = other }
    }
}
