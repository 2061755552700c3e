import Composition
import Processes

/// The state of a service, as far as others depend on it.
struct Standing: Equatable {
    var name: String
    var dependsOn: [Dependency] = []
    var state = ServiceState.waiting
    var isReady = false
    /// The service's check has failed too often.
    var isUnhealthy = false
    var outcome: Outcome?
    /// Output of an earlier process has not been read yet.
    var hasOutput = false

    fileprivate var isGone: Bool { state == .ended && !hasOutput }
    /// The service was asked to end, and has not ended yet.
    fileprivate var isEnding: Bool { state.isAlive && !state.isStoppable }

    /// True if waiting is of no use: the condition cannot come true any more.
    fileprivate func neverMeets(_ condition: Dependency.Condition) -> Bool {
        isGone || (condition == .healthy && isUnhealthy)
    }

    fileprivate func meets(_ condition: Dependency.Condition) -> Bool {
        switch condition {
        case .started: state != .waiting
        case .healthy: isReady
        case .completedSuccessfully: outcome == .exited(0)
        }
    }
}

/// The order in which services start and stop, by their dependencies.
enum StartOrder {
    enum Step: Equatable {
        /// Every dependency of the service is met.
        case start(Int)
        /// A dependency of the service will never be met.
        case giveUp(Int, missing: Int)
    }

    /// Nil until something changes.
    static func nextStep(_ services: [Standing]) -> Step? {
        for (index, service) in services.enumerated() where service.state == .waiting {
            let unmet = unmet(of: index, services)
            if let missing = unmet.first(where: { services[$0.index].neverMeets($0.dependency.condition) }) {
                return .giveUp(index, missing: missing.index)
            }
            if unmet.isEmpty, !service.hasOutput { return .start(index) }
        }
        return nil
    }

    /// The dependencies that a service still waits for, with the index of the other service.
    static func unmet(of index: Int, _ services: [Standing]) -> [(index: Int, dependency: Dependency)] {
        services[index].dependsOn.compactMap { dependency in
            services.firstIndex { $0.name == dependency.service && !$0.meets(dependency.condition) }
                .map { ($0, dependency) }
        }
    }

    /// Services to which no living service sends from outside of their circle, and on which none depends, in a session that ends. A
    /// service that depends on one that sends to it ends after that one.
    /// - Parameter senders: for each service, the services whose end it waits for (``WiringOrder``).
    static func stoppable(_ services: [Standing], after senders: [Set<Int>]) -> [Int] {
        let idle = services.indices.filter { index in
            services[index].state.isStoppable && !senders[index].contains { services[$0].state.isAlive }
        }
        let free = idle.filter { index in
            !services.contains { other in
                other.state.isAlive && other.dependsOn.contains { $0.service == services[index].name }
            }
        }
        return free.isEmpty && !services.contains(where: \.isEnding) ? idle : free
    }
}
