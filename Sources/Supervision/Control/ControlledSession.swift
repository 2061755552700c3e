import SupervisorMessages

/// What the control service asks of the session.
protocol ControlledSession: AnyObject {
    var description: SupervisorOutput.Described { get }
    var serviceNames: [String] { get }
    /// The last lines of the log.
    var recentLines: [RecentLines.Line] { get }
    /// The first line of a recording.
    var cassetteHeader: [UInt8] { get }

    /// Puts an event on the bus.
    func inject(_ line: [UInt8]) throws(InjectionRefusal)
    /// - Parameter requester: the id of the client that waits for the result.
    func swap(_ service: String, to program: Program?, for requester: Int) throws(ControlRefusal)
    func stop(_ service: String) throws(ControlRefusal)
    func stop()
    /// What a successor of the service's process would be sent now; nil for a service that is not there.
    func backlog(of service: String) -> Backlog?
    /// The newest line of each state that a service was sent, by service.
    func newestStates() -> [(service: String, line: [UInt8])]
    /// The record of a line that the supervisor sends to one service.
    func record(of line: [UInt8], to service: String) -> [UInt8]
}
