/// The earlier of two points in time, either of which may be missing. The loop asks in each round, so no list is built.
func earliest(
    _ first: ContinuousClock.Instant?, _ second: ContinuousClock.Instant?
) -> ContinuousClock.Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
}
