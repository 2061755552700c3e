package import Recording

/// Who takes part in a diagram, from left to right: the view first, then in the order of appearance.
package struct Participants: Sendable {
    private let view: String
    private let span: ClosedRange<Double>
    private var seen: [String] = []

    /// - Parameter span: seconds since the session began; who appears outside of it is not shown.
    package init(view: String, span: ClosedRange<Double> = 0...Double.infinity) {
        self.view = view
        self.span = span
    }

    package mutating func note(_ line: CassetteReader.Line) {
        guard case .passage(let passage) = line, span.contains(passage.time), !passage.receivers.isEmpty else { return }
        for service in [passage.sender] + passage.receivers where !seen.contains(service) { seen.append(service) }
    }

    package var names: [String] { Self.ordered(seen, view: view) }

    /// - Parameter services: in the order that they shall have behind the view.
    package static func ordered(_ services: [String], view: String) -> [String] {
        services.filter { $0 == view } + services.filter { $0 != view }
    }
}
