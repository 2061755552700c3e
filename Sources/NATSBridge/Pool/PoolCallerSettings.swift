package import Wire

/// What a caller of a pool is told.
package struct PoolCallerSettings: Sendable {
    package var pool: SessionName
    /// Answers come to this name. A successor has the same.
    package var caller: SessionName
    /// What the bus calls us; answers are written under this name.
    package var service: String
    /// Distinguishes this process from its predecessors.
    package var incarnation: String
    package var inbox: Inbox
    package var limits = PoolLimits()
    /// Types that an answer may have; nil for all.
    package var sends: [MessagePattern]?
    /// Types that have no answer.
    package var notices: [MessagePattern] = []
    /// Types of answers that are not the last one.
    package var progress: [MessagePattern] = []
    package var lineLimit = LineBuffer.standardLimit
    package var isSupervised = false
    /// Requests that may be published and not stored.
    package var window = 64
    /// Requests that may be unanswered.
    package var underWay = 1024

    package init(pool: SessionName, caller: SessionName, service: String, incarnation: String, inbox: Inbox) {
        self.pool = pool
        self.caller = caller
        self.service = service
        self.incarnation = incarnation
        self.inbox = inbox
    }
}
