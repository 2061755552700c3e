package import Wire

/// The settings of a pool's caller.
package struct PoolCallerSettings: Sendable {
    package var pool: SessionName
    /// The name that answers come to. A successor has the same.
    package var caller: SessionName
    /// Our name on the bus; answers are written under it.
    package var service: String
    /// Distinguishes this process from its predecessors.
    package var incarnation: String
    package var inbox: Inbox
    package var limits = PoolLimits()
    /// Types that answers may have; nil for all.
    package var sends: [MessagePattern]?
    /// Types that get no answer.
    package var notices: [MessagePattern] = []
    /// Types of answers before the last one.
    package var progress: [MessagePattern] = []
    package var lineLimit = LineBuffer.standardLimit
    package var isSupervised = false
    /// The most requests published but not stored.
    package var window = 64
    /// The most unanswered requests.
    package var underWay = 1024

    package init(pool: SessionName, caller: SessionName, service: String, incarnation: String, inbox: Inbox) {
        self.pool = pool
        self.caller = caller
        self.service = service
        self.incarnation = incarnation
        self.inbox = inbox
    }
}
