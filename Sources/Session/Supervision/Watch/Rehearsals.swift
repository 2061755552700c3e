import Composition
import Platform
import Processes

/// Brings saved files into the session: their services' programs are tried, and swapped if they are good.
final class Rehearsals {

    /// A service whose files were saved.
    private struct Renewal {
        let files: [String]
        /// Nil where none is possible or needed, or once it has passed.
        var rehearsal: Rehearsal?
    }

    private let services: Services
    /// Lines that a successor of a service would receive now.
    private let backlog: (ServiceProcess) -> Backlog
    /// Renewals by the service's index.
    private var renewals: [Int: Renewal] = [:]

    init(_ services: Services, backlog: @escaping (ServiceProcess) -> Backlog) {
        self.services = services
        self.backlog = backlog
    }

    var nextDeadline: Instant? {
        renewals.values.reduce(nil) { earliest($0, $1.rehearsal?.deadline) }
    }

    /// The ids that end the rehearsed processes.
    var targets: [pid_t] { renewals.values.compactMap(\.rehearsal?.target) }

    func fill(_ round: inout PollRound) {
        for (index, renewal) in renewals { renewal.rehearsal?.fill(&round, as: index) }
    }

    func attend(to index: Int) -> [Consequence] {
        renewals[index]?.rehearsal?.attend().map { .log(service: name(index), text: $0) } ?? []
    }

    /// Files of a service were saved.
    func begin(_ save: [String], of child: ServiceProcess, isRecorded: Bool, at now: Instant) -> [Consequence] {
        // A service that waits for others is started with the new files anyway.
        guard child.state != .waiting else { return [] }
        let index = child.port.index
        let earlier = renewals.removeValue(forKey: index)
        earlier?.rehearsal?.end()
        var renewal = Renewal(files: save + (earlier?.files ?? []).filter { !save.contains($0) })
        defer { renewals[index] = renewal }
        guard Self.isRehearsed(child) else { return [] }
        do throws(SystemError) {
            let backlog = backlog(child)
            renewal.rehearsal = try services.guarded { token throws(SystemError) in
                try Rehearsal(
                    child.program,
                    services.environment(isRecorded)
                        .variables(
                            of: child.service, run: child.runs + 1, isRestored: backlog.isRestored, isSwapped: true,
                            token: token),
                    receiving: backlog, mayEnd: child.service.receives.isEmpty, at: now)
            }
            return []
        } catch {
            defer { renewals[index] = nil }
            return mistake(child, renewal.files, "could not be started: \(error)", because: [])
        }
    }

    /// True if two processes can run at once: there is one terminal, and a service off the bus may have a socket that only one process
    /// can have, and has no state to lose.
    private static func isRehearsed(_ child: ServiceProcess) -> Bool {
        child.state == .running && !child.service.tty && child.service.isOnBus
    }

    /// Decides what can be decided by now.
    func judge(at now: Instant) -> [Consequence] {
        var consequences: [Consequence] = []
        for index in renewals.keys.sorted() { consequences += judge(index, at: now) }
        return consequences
    }

    private func judge(_ index: Int, at now: Instant) -> [Consequence] {
        guard let renewal = renewals[index] else { return [] }
        guard let rehearsal = renewal.rehearsal else { return swap(index, renewal.files, at: now) }
        switch rehearsal.judge(at: now) {
        case nil: return []
        case .passed:
            rehearsal.end()
            renewals[index]?.rehearsal = nil
            return swap(index, renewal.files, at: now)
        case .failed(let outcome):
            let words = rehearsal.lastWords().map { Consequence.log(service: name(index), text: $0) }
            renewals[index] = nil
            return words
                + mistake(services.children[index], renewal.files, "\(outcome)", because: rehearsal.lastDiagnostics)
        }
    }

    private func swap(_ index: Int, _ files: [String], at now: Instant) -> [Consequence] {
        let child = services.children[index]
        do throws(ControlRefusal) {
            try services.swap(child, to: nil, for: nil, at: now)
        } catch {
            // The trial of the last save lasts for a second at most; then it is this one's turn.
            if case .underWay = error { return [] }
            renewals[index] = nil
            return []
        }
        renewals[index] = nil
        let message = "\(Self.names(of: files)) was saved; \(child.service.name) is replaced"
        return [.log(service: SessionLog.ownName, text: message), .notify(message, isGood: true)]
    }

    private func mistake(
        _ child: ServiceProcess, _ files: [String], _ reason: String, because words: [String]
    ) -> [Consequence] {
        let diagnosis = Diagnosis.mistaken(service: child.service.name, files: Self.names(of: files), reason: reason)
        return [.report(diagnosis), .notify(Self.notice(diagnosis, because: words))]
    }

    /// The session ends.
    func end() {
        for renewal in renewals.values { renewal.rehearsal?.end() }
        renewals = [:]
    }

    private func name(_ index: Int) -> String { services.children[index].service.name }

    /// A notice for the user, with the last lines of the program, which mostly name the error.
    static func notice(_ diagnosis: Diagnosis, because words: [String]) -> String {
        let last = words.last { !$0.allSatisfy(\.isWhitespace) }
        return "\(diagnosis)" + (last.map { ": \($0.prefix(200))" } ?? "")
    }

    /// `app.py`; `app.py and 3 more`.
    static func names(of files: [String]) -> String {
        let first = files.first.map { SessionLog.printable($0.split(separator: "/").last ?? "/") } ?? ""
        return files.count > 1 ? "\(first) and \(files.count - 1) more" : first
    }
}
