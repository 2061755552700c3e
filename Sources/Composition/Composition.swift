package import Wire

/// A session as its compose files describe it: checked, merged, nothing left to resolve.
package struct Composition: Equatable, Sendable {
    package var name: String
    /// What the application is, in one line without control characters; nil for a fragment.
    package var description: String?
    /// In the order of the files.
    package var services: [Service]
    /// Types of which only the newest event of each subject matters; the bus may drop older ones from queues.
    package var states: [MessagePattern]
    /// What the wiring keeps, in the order of the files.
    package var rules: [WiringRule]
    /// The longest line that the bus accepts, in bytes.
    package var lineLimit: Int
    /// How much may be queued for a receiver before its senders have to wait, in bytes.
    package var queueLimit: Int
    /// The compose files that it was read from, but for installed ones; empty while nothing is watched.
    package var files: [String] = []
    /// The file that declares its sources and scenes; nil where none does.
    package var application: String?

    package init(
        name: String, description: String? = nil, services: [Service], states: [MessagePattern] = [],
        rules: [WiringRule] = [],
        lineLimit: Int = 1 << 20,
        queueLimit: Int = 1 << 20
    ) {
        self.name = name
        self.description = description
        self.services = services
        self.states = states
        self.rules = rules
        self.lineLimit = lineLimit
        self.queueLimit = queueLimit
    }
}
