import RoleGroup
import TerminalView
import Wire

/// A view's bus with a role between: both are in this process.
final class HostingBus: ViewBus {
    private let bus: StandardBus
    private var hosted: HostedRole
    /// A role that restores nothing begins at the first read.
    private var isToStart: Bool

    init(_ role: any Role, in environment: RoleEnvironment) {
        bus = StandardBus(in: environment)
        hosted = HostedRole(role, in: environment)
        isToStart = !environment.isRestored
    }

    var input: Int32 { bus.input }
    var hasAnswers: Bool { isToStart || hosted.hasAnswers }

    func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        if isToStart {
            isToStart = false
            try bus.send(hosted.start())
            return (hosted.takeAnswers(), false)
        }
        if hosted.hasAnswers { return (hosted.takeAnswers(), false) }
        let (incoming, hasEnded) = try bus.read()
        for next in incoming { try bus.send(hosted.receive(fromBus: next)) }
        return (hosted.takeAnswers(), hasEnded)
    }

    func send(_ events: [Event]) throws(StandardStream.Failure) {
        try hosted.receive(fromView: events) { events throws(StandardStream.Failure) in try bus.send(events) }
    }

    func lines(of reports: [Event]) -> [UInt8] { bus.lines(of: hosted.remember(reports)) }

    func send(lines: [UInt8]) throws(StandardStream.Failure) { try bus.send(lines: lines) }
}
