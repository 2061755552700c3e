import Analysis
import Composition
import Wire

extension WiringGraph {
    /// - Parameter drawsRules: whether what the compose files forbid is drawn too.
    init(_ composition: Composition, drawsRules: Bool) {
        self.init(
            services: composition.services.map(\.name), messages: Self.messages(of: composition.wiring),
            forbidden: drawsRules ? composition.forbiddenPairs : [])
    }

    private static func messages(of wiring: [Connection]) -> [Message] {
        wiring.flatMap { connection in
            connection.to.map { Message(from: connection.from, connection.pattern.description, to: $0) }
        }
    }
}
