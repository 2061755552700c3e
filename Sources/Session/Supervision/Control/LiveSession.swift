import Composition
import Platform
import Recording
import SupervisorMessages
import Wire

/// The running session as the control service sees it.
final class LiveSession: ControlledSession {
    private let name: String
    private let folder: String
    private let began: Instant
    private let now: () -> Instant
    private let services: Services
    private let switchboard: Switchboard
    private let taps: Taps
    private let log: SessionLog
    private let end: SessionEnd

    init(
        named name: String, in folder: String, began: Instant,
        now: @escaping () -> Instant, _ services: Services, _ switchboard: Switchboard, _ taps: Taps,
        _ log: SessionLog, _ end: SessionEnd
    ) {
        self.name = name
        self.folder = folder
        self.began = began
        self.now = now
        self.services = services
        self.switchboard = switchboard
        self.taps = taps
        self.log = log
        self.end = end
    }

    var description: SupervisorOutput.Described {
        let now = now()
        return SupervisorOutput.Described(
            name: name, pid: getpid(), uptime: (now - began) / .seconds(1), folder: folder,
            services: services.children.map { child in
                var report = child.report(at: now)
                let missing = services.missing(of: child)
                if !missing.isEmpty {
                    report.status = .init(text: "waits for \(missing.joined(separator: ", "))", trouble: false)
                }
                return report
            })
    }

    var serviceNames: [String] { services.children.map(\.service.name) }
    var wiredTypes: [MessagePattern] { services.children.flatMap { $0.service.sends + $0.service.receives } }
    var recentLines: [RecentLines.Line] { Array(log.recent.lines) }
    var cassetteHeader: [UInt8] { taps.cassetteHeader.line }

    func inject(_ line: [UInt8]) throws(InjectionRefusal) { try switchboard.inject(line) }

    func swap(_ service: String, to program: ServiceCommand?, for requester: Int) throws(ControlRefusal) {
        guard !end.isUnderWay else { throw .ending }
        try services.swap(try child(service), to: program, for: requester, at: now())
    }

    func stop(_ service: String) throws(ControlRefusal) { services.stop(try child(service), at: now()) }

    func stop() { end.request() }

    private func child(_ service: String) throws(ControlRefusal) -> ServiceProcess {
        guard let child = services.child(named: service) else {
            throw .unknownService(service, there: serviceNames)
        }
        return child
    }

    func backlog(of service: String) -> Backlog? {
        // A copy of the journal is asked, because the service has no successor now.
        var journal = services.child(named: service)?.port.outgoing.journal
        return journal?.backlog()
    }

    func newestStates() -> [(service: String, line: [UInt8])] {
        services.children.flatMap { child in
            child.port.outgoing.journal.newestStates.map { (child.service.name, $0) }
        }
    }

    func record(of line: [UInt8], to service: String) -> [UInt8] { taps.record(of: line, to: service) }
}
