package import Wire

/// What the services of a session must not send or receive, and why, in the words of the architecture that forbids it.
package struct WiringRule: Hashable, Sendable {
    package enum Side: String, Sendable {
        case sends, receives
    }

    package var services: [String]
    package var side: Side
    package var patterns: [MessagePattern]
    package var because: String

    package init(_ services: [String], _ side: Side, _ patterns: [MessagePattern], because: String) {
        self.services = services
        self.side = side
        self.patterns = patterns
        self.because = because
    }

    /// Whether this is why a service may not send, or receive, a type.
    package func forbids(_ service: String, _ side: Side, _ type: String) -> Bool {
        self.side == side && services.contains(service) && patterns.contains { $0.matches(type) }
    }
}
