package import Recording

/// A diagram's services from left to right: the view, its receivers, their receivers, and so on, so that most arrows go
/// to a neighbour.
package struct Participants: Sendable {
    /// Services with a lifeline of their own; the others share one.
    package static let most = 10_000
    /// The shared lifeline's name.
    package static let others = "(others)"
    /// Receivers of each service, needed only for the order.
    private static let mostSpokenTo = 64

    private let view: String
    private let span: ClosedRange<Double>
    /// In the order of appearance.
    private var seen: [String] = []
    private var known: Set<String> = []
    private var spokenTo: [String: [String]] = [:]

    /// - Parameter span: seconds since the session began; services that appear outside it are left out.
    package init(view: String, span: ClosedRange<Double> = 0...Double.infinity) {
        self.view = view
        self.span = span
    }

    package mutating func note(_ line: CassetteReader.Line) {
        guard case .passage(let passage) = line, span.contains(passage.time), !passage.receivers.isEmpty else { return }
        for service in [passage.sender] + passage.receivers where seen.count < Self.most {
            if known.insert(service).inserted { seen.append(service) }
        }
        guard known.contains(passage.sender) else { return }
        for receiver in passage.receivers {
            let others = spokenTo[passage.sender] ?? []
            guard others.count < Self.mostSpokenTo else { break }
            if !others.contains(receiver) { spokenTo[passage.sender, default: []].append(receiver) }
        }
    }

    package var names: [String] {
        var names = seen.filter { $0 == view }
        var placed = Set(names)
        var (next, rest) = (0, seen[...])
        while names.count < seen.count {
            if next < names.count {
                for near in spokenTo[names[next]] ?? [] where known.contains(near) && placed.insert(near).inserted {
                    names.append(near)
                }
                next += 1
            } else if let other = rest.popFirst(), placed.insert(other).inserted {
                names.append(other)
            }
        }
        return names
    }

    /// - Parameter services: in their order behind the view.
    package static func ordered(_ services: [String], view: String) -> [String] {
        services.filter { $0 == view } + services.filter { $0 != view }
    }
}
