package import ViewMessages

/// The places of values in a drawing.
package struct ChartScale: Sendable {
    package let minimum: Double
    package let maximum: Double

    /// The place of a value: 0 at the minimum, 1 at the maximum. On a scale without length all values are at its minimum.
    package func place(of value: Double) -> Double {
        guard maximum > minimum else { return 0 }
        return min(max((value - minimum) / (maximum - minimum), 0), 1)
    }
}

extension Chart {
    package var scale: ChartScale {
        let values = points.compactMap(\.value)
        let smallest = values.min() ?? 0
        return ChartScale(
            minimum: minimum ?? (kind == .line ? smallest : min(smallest, 0)), maximum: maximum ?? values.max() ?? 0)
    }
}
