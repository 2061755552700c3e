import Composition
import Processes

extension Services {
    /// Reports what services have left undone that have ended for good.
    func noteLeftovers(sessionEnds: Bool) -> [Consequence] {
        children.compactMap { child in
            guard var leftover = child.takeLeftover() else { return nil }
            if sessionEnds { leftover.requests = 0 }
            guard !leftover.isEmpty else { return nil }
            let diagnosis = Diagnosis.leftUndone(service: child.service.name, child.outcome ?? .notStarted, leftover)
            let isUsual =
                (leftover.requests == 0 || child.service.exitOnEnd)
                && leftover.events.allSatisfy {
                    isUsualLoss(from: $0.sender, to: child.service.name, sessionEnds: sessionEnds)
                }
            return isUsual ? .log(service: SessionLog.ownName, text: "\(diagnosis)") : .report(diagnosis)
        }
    }

    /// True if an event that is not delivered means that nothing went wrong: its receiver has ended the session, or both end together,
    /// since each sends to the other, or the user did not want to wait.
    func isUsualLoss(from sender: String, to receiver: String, sessionEnds: Bool) -> Bool {
        guard let receiver = child(named: receiver) else { return false }
        if receiver.service.exitOnEnd || isHurried { return true }
        return sessionEnds && child(named: sender).map { wiring.isCircle($0.port.index, receiver.port.index) } ?? true
    }
}
