/// The earliest of several points in time. They are asked for with each message, so no array of them is made.
package struct Earliest: Sendable {
    /// Nil while none was there.
    package private(set) var instant: ContinuousClock.Instant?

    package init() {}

    package mutating func include(_ other: ContinuousClock.Instant?) {
        guard let other else { return }
        if instant.map({ other < $0 }) ?? true { instant = other }
    }
}
