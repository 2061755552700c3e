import Processes
import Wire

/// The environment of a worker's child.
enum ChildEnvironment {
    /// Our environment, without our own wiring and secrets.
    static func make(_ service: String, run: String, lineLimit: Int) -> [String: String] {
        var variables = OwnEnvironment.variables.filter { !isOurs($0.key) }
        variables["VIPERLINE_SERVICE"] = service
        variables["VIPERLINE_RUN"] = run
        variables["VIPERLINE_LINE_LIMIT"] = "\(lineLimit)"
        return variables
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix("NATS_") || name.hasPrefix("VIPERLINE_NATS_") || own.contains(name)
    }

    private static let own = ["RESTORED", "RECORDED", "REHEARSAL", "WIRING", "START"].map { "VIPERLINE_\($0)" }
}
