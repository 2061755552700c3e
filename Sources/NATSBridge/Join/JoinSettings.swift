package import Wire

/// What a join is told when it starts.
package struct JoinSettings: Sendable {
    package let session: SessionSubjects
    /// Tells this join from the session's others; the same after a restart.
    package let name: String
    /// The service's name on its own bus.
    package let service: String
    /// Distinguishes this process's events within its own session.
    package var run = "1"
    /// What no other process has: random.
    package let incarnation: String
    /// Names the consumers of states: whoever knows it may read them, so nobody is told.
    package var secret = Token.random()
    /// What all services of this session have in common, and no other session's; nil outside of one.
    package var bus: String?
    /// Types that come from the bus and go to NATS.
    package var receives: [MessagePattern] = []
    /// Types that come from NATS and go to the bus.
    package var sends: [MessagePattern] = []
    /// Types of which the newest event of each subject says all.
    package var states: [MessagePattern] = []
    /// Where the server keeps the streams.
    package var storage = StreamConfig.Storage.file
    /// Whether to be ready without a peer.
    package var isAlone = false
    /// Whether the first event is a predecessor's state.
    package var isRestored = false
    /// Bytes of the longest line that the bus takes.
    package var lineLimit = LineBuffer.standardLimit

    package init(session: SessionSubjects, name: String, service: String, incarnation: String) {
        self.session = session
        self.name = name
        self.service = service
        self.incarnation = incarnation
    }
}
