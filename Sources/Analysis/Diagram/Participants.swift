package import Recording

/// Who takes part in a diagram, from left to right: the view, those whom it speaks to, those whom these speak to, and so
/// on; so that most arrows go to a neighbour.
package struct Participants: Sendable {
    private let view: String
    private let span: ClosedRange<Double>
    /// In the order of appearance.
    private var seen: [String] = []
    private var spokenTo: [String: [String]] = [:]

    /// - Parameter span: seconds since the session began; who appears outside of it is not shown.
    package init(view: String, span: ClosedRange<Double> = 0...Double.infinity) {
        self.view = view
        self.span = span
    }

    package mutating func note(_ line: CassetteReader.Line) {
        guard case .passage(let passage) = line, span.contains(passage.time), !passage.receivers.isEmpty else { return }
        for service in [passage.sender] + passage.receivers where !seen.contains(service) { seen.append(service) }
        let known = spokenTo[passage.sender] ?? []
        for receiver in passage.receivers where !known.contains(receiver) {
            spokenTo[passage.sender, default: []].append(receiver)
        }
    }

    package var names: [String] {
        var names = seen.filter { $0 == view }
        var next = 0
        while names.count < seen.count {
            let near = next < names.count ? spokenTo[names[next]] ?? [] : seen
            names += near.filter { !names.contains($0) }
            next += 1
        }
        return names
    }

    /// - Parameter services: in the order that they shall have behind the view.
    package static func ordered(_ services: [String], view: String) -> [String] {
        services.filter { $0 == view } + services.filter { $0 != view }
    }
}
