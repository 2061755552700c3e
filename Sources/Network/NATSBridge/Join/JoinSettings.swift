package import Wire

package struct JoinSettings: Sendable {
    package let session: SessionSubjects
    /// The join's name in the session; the same after a restart.
    package let name: String
    /// The service on its own bus.
    let environment: RoleEnvironment
    /// Distinguishes this join from those that other sessions give its name; a successor has its predecessor's.
    package var incarnation: String
    /// A mark of this bus in lines that have passed it (``PeerLine``): common to all services of a session, and unique to it.
    package var bus: String
    /// Types that come from the bus and go to NATS.
    package var receives: [MessagePattern] = []
    /// Types that come from NATS and go to the bus.
    package var sends: [MessagePattern] = []
    /// Types of which only the newest event of each subject matters.
    package var states: [MessagePattern] = []
    /// True if the join is ready without a peer.
    package var isAlone = false
    package var servers = ""
    /// Lines that may wait for a process of another join.
    package var mostWaiting = SendLink.mostLines

    package init(session: SubjectName, name: String, in environment: RoleEnvironment, incarnation: String) {
        self.session = SessionSubjects(session)
        (self.name, self.environment, self.incarnation, bus) = (name, environment, incarnation, incarnation)
    }
}
