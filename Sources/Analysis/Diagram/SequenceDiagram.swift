/// A way to draw a sequence diagram, line by line.
package protocol SequenceDiagram: Sendable {
    /// The first lines.
    /// - Parameter participants: in their order from left to right; who is none of them has a place when it appears.
    mutating func begin(_ participants: [String]) -> [String]
    mutating func lines(for row: DiagramRow) -> [String]
}
