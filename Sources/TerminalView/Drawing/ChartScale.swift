/// From values to places in a drawing.
struct ChartScale {
    let minimum: Double
    let maximum: Double

    /// From 0 at the minimum to 1 at the maximum. On a scale without length all values are at its minimum.
    func place(of value: Double) -> Double {
        guard maximum > minimum else { return 0 }
        return min(max((value - minimum) / (maximum - minimum), 0), 1)
    }
}
