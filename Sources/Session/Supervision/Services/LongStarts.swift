import Composition
import Platform

/// Logs which services have not been started for a while, and what they wait for: a service that never reports that it is ready
/// would hold others up without a reason in the log.
struct LongStarts {
    static let patience = Duration.seconds(10)

    private var since: Instant?
    /// The indices of services that were logged.
    private var told: Set<Int> = []
    /// When the loop has to look again.
    private(set) var deadline: Instant?

    mutating func check(_ children: [ServiceProcess], at now: Instant) -> [Consequence] {
        deadline = nil
        guard children.contains(where: { $0.state == .waiting && !told.contains($0.port.index) }) else { return [] }
        let begin = since ?? now
        since = begin
        guard now >= begin + Self.patience else {
            deadline = begin + Self.patience
            return []
        }
        let standings = children.map(\.standing)
        return children.compactMap { child in
            let missing = StartOrder.unmet(of: child.port.index, standings).map(\.dependency.description)
            guard child.state == .waiting, !missing.isEmpty, told.insert(child.port.index).inserted else { return nil }
            let text = "\(child.service.name) waits for \(missing.joined(separator: ", "))"
            return .log(service: SessionLog.ownName, text: text)
        }
    }
}

extension Services {
    /// The dependencies that a service that was not started yet waits for.
    func missing(of child: ServiceProcess) -> [String] {
        guard child.state == .waiting else { return [] }
        return StartOrder.unmet(of: child.port.index, children.map(\.standing)).map(\.dependency.description)
    }
}
