/// A way to draw a sequence diagram, line by line.
package protocol SequenceDiagram: Sendable {
    /// The heading lines.
    /// - Parameter participants: from left to right; others get a place when they appear.
    mutating func begin(_ participants: [String]) -> [String]
    mutating func lines(for row: DiagramRow) -> [String]
}
