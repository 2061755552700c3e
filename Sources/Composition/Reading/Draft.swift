import Wire
import YAML

/// What the merged files say, as values with their places: the subject of the checks, from which a ``Composition`` is then
/// made.
struct Draft {
    /// The first file.
    var place = Place(origin: "")
    var name: String?
    var description: String?
    var services: [ServiceDraft] = []
    /// Those of which no profile is active.
    var inactive: [ServiceDraft] = []
    var states: [Located<MessagePattern>] = []
    var rules: [RuleDraft] = []
    var lineLimit: Int?
    var queueLimit: Int?
    /// Whether every file could be read. If not, nothing is reported as missing.
    var isWhole = true
    /// Whether all patterns of senders and receivers could be read. If not, none is reported as unmatched.
    var wiringIsKnown = true

    subscript(service: String) -> ServiceDraft? { services.first { $0.name == service } }
}

/// The values of `recovery`.
enum RecoveryMode: String, CaseIterable {
    case none, redeliver, replay, latest
}

struct RuleDraft {
    var services: [Located<String>]
    var side: WiringRule.Side
    var patterns: [Located<MessagePattern>]
    var because: String
    var place: Place

    static let path = "forbids"

    var rule: WiringRule { WiringRule(services.map(\.value), side, patterns.map(\.value), because: because) }

    func mistake(_ message: String, at place: Place) -> Mistake {
        Mistake(place: place, path: Self.path, message: message)
    }
}

struct HealthCheckDraft {
    var place: Place
    /// The program and its arguments.
    var test: Located<[String]>?
    var isDisabled = false
    var interval: Duration?
    var timeout: Duration?
    var retries: Int?
    var startPeriod: Duration?
    var startInterval: Duration?
}

struct WatchDraft {
    var path: Located<String>
    var ignore: [PathPattern]
    var include: [PathPattern]
}

struct ServiceDraft {
    var name: String
    /// The place of the service's name in the first file that has it.
    var place: Place
    /// nil when there is none, or it cannot be read.
    var command: Located<[String]>?
    /// Whether there is a command at all, readable or not.
    var hasCommand = false
    /// Whether the command is the person's own (`--replace`).
    var isReplaced = false
    /// What `env_file` gives; `environment` goes before it.
    var environmentOfFiles: [(name: String, value: String?)] = []
    /// nil stands for a name whose value comes from the variables.
    var environment: [(name: String, value: String?)] = []
    var workingDirectory: Located<String>?
    var tty: Located<Bool>?
    var exitOnEnd: Located<Bool>?
    var receives: [Located<MessagePattern>] = []
    var sends: [Located<MessagePattern>] = []
    var dependsOn: [Located<Dependency>] = []
    /// Those that it can do without (`required: false`).
    var optionalDependencies: Set<String> = []
    /// It is part of the session if one of these is active, or if it has none.
    var profiles: [String] = []
    var healthCheck: HealthCheckDraft?
    var aliases: [String] = []
    var stopSignal: Int32?
    var stopGracePeriod: Duration?
    var restart: RestartMode?
    var recovery: RecoveryMode?
    var notices: [Located<MessagePattern>] = []
    var progress: [Located<MessagePattern>] = []
    var successExitCodes: [Int32] = []
    /// nil without `develop.watch`.
    var watch: [WatchDraft]?

    var path: String { "services.\(name)" }

    func mistake(_ message: String, key: String? = nil, at place: Place? = nil) -> Mistake {
        Mistake(place: place ?? self.place, path: key.map { "\(path).\($0)" } ?? path, message: message)
    }
}
