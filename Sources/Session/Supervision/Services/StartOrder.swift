import Composition
import Processes

/// The state of a service, as far as others depend on it.
struct Standing: Equatable {
    var name: String
    var dependsOn: [Dependency] = []
    var state = ServiceState.waiting
    var isReady = false
    /// Its check has failed too often.
    var isUnhealthy = false
    var outcome: Outcome?
    /// Not all that an earlier process has written has been read.
    var hasOutput = false

    fileprivate var isGone: Bool { state == .ended && !hasOutput }
    /// It was asked to end, and has not ended yet.
    fileprivate var isEnding: Bool { state.isAlive && !state.isStoppable }

    /// Whether there is nothing to wait for.
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

/// Which service is started or stopped next, by what each depends on.
enum StartOrder {
    enum Step: Equatable {
        /// All that the service depends on is there.
        case start(Int)
        /// What the service depends on will never be there.
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

    /// What a service still waits for, with the index of the other service.
    static func unmet(of index: Int, _ services: [Standing]) -> [(index: Int, dependency: Dependency)] {
        services[index].dependsOn.compactMap { dependency in
            services.firstIndex { $0.name == dependency.service && !$0.meets(dependency.condition) }
                .map { ($0, dependency) }
        }
    }

    /// Those to which no living service sends from outside of their circle, and on which none depends, in a session that ends. A
    /// service that depends on one that sends to it ends after that one.
    /// - Parameter senders: for each service, those whose end it waits for (``WiringOrder``).
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
