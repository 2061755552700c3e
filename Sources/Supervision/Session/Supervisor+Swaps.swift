import Composition
import SupervisorMessages
import Wire

/// How a service is given another process while the session runs.
extension Supervisor {
    /// Begins it; how it went is told to `client` when it is known.
    /// - Parameter program: nil for what it runs already.
    func swap(_ child: Child, to program: Program?, for client: ControlClient) throws(OperationRefusal) {
        let name = child.service.name
        guard !isStopping else { throw .ending }
        guard child.swap == nil else { throw .underWay(service: name) }
        guard Transition.from(child.state, on: .swapRequested).state != child.state || child.state == .waiting else {
            throw .stopping(service: name)
        }
        child.swap = Swap(from: child.program, at: clock.now, for: client)
        if let program { child.program = program }
        child.beginAnew()
        child.handle(.swapRequested, at: clock.now)
        relay.flush(child)
    }

    /// The new process has failed.
    func abandonSwap(of child: Child, _ reason: String) {
        guard let swap = child.swap else { return }
        child.swap = nil
        child.program = swap.old
        let diagnosis = Diagnosis.notSwapped(service: child.service.name, reason: reason)
        report(diagnosis)
        swap.client?.fail("\(diagnosis)")
    }

    /// Ends the trial of those who have shown that they run.
    func judgeSwaps() {
        let now = clock.now
        for child in children {
            guard let swap = child.swap,
                swap.hasProvedItself(said: child.port.counters.written.lines, isReady: child.isReady, at: now)
            else { continue }
            child.swap = nil
            let swapped = SupervisorOutput.Swapped(
                service: child.service.name, pid: child.pid, gap: swap.gap / .seconds(1))
            swap.client?.answer(SupervisorOutput.Swapped.type, swapped)
        }
    }
}

/// Why something that was asked for on the control socket is not done.
enum OperationRefusal: Error, Equatable {
    case unknownService(String, there: [String])
    case underWay(service: String)
    case stopping(service: String)
    case ending
    case notUnderstood(String)
}

extension OperationRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownService(let name, let there):
            "there is no service \"\(name)\" in this session; there are: \(there.joined(separator: ", "))"
        case .underWay(let service): "\(service) is being replaced already; wait for that"
        case .stopping(let service): "\(service) is being stopped"
        case .ending: "the session is ending"
        case .notUnderstood(let reason): reason
        }
    }
}
