import Wire
import YAML

/// The contents of the merged files, as values with their places: the subject of the checks, from which a ``Composition`` is then
/// made.
struct Draft {
    /// The first file.
    var place = Place(origin: "")
    var name: String?
    var description: String?
    var services: [ServiceDraft] = []
    /// Services that have profiles, none of them active.
    var inactive: [ServiceDraft] = []
    var states: [Located<MessagePattern>] = []
    var rules: [RuleDraft] = []
    var lineLimit: Int?
    var queueLimit: Int?
    /// True if every file could be read. If not, nothing is reported as missing.
    var isWhole = true
    /// True if all patterns of senders and receivers could be read. If not, unmatched ones are not reported.
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
    /// True if there is a command at all, readable or not.
    var hasCommand = false
    /// True if the command is the user's own (`--replace`).
    var isReplaced = false
    /// Variables from `env_file`; `environment` overrides them.
    var environmentOfFiles: [(name: String, value: String?)] = []
    /// Variables of the service. The value nil stands for the variable of the same name in the session's variables.
    var environment: [(name: String, value: String?)] = []
    var workingDirectory: Located<String>?
    var tty: Located<Bool>?
    var exitOnEnd: Located<Bool>?
    var receives: [Located<MessagePattern>] = []
    var sends: [Located<MessagePattern>] = []
    var dependsOn: [Located<Dependency>] = []
    /// Dependencies that the service can do without (`required: false`).
    var optionalDependencies: Set<String> = []
    /// Profiles: the service is part of the session if one of these is active, or if it has none.
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
    var isTested = true

    var path: String { "services.\(name)" }

    func mistake(_ message: String, key: String? = nil, at place: Place? = nil) -> Mistake {
        Mistake(place: place ?? self.place, path: key.map { "\(path).\($0)" } ?? path, message: message)
    }
}

/// A key of the Compose Specification that Viperline does not support. If it were called unknown, its author would look for a
/// typing mistake.
struct ForeignKey: CustomStringConvertible {
    enum Level {
        case topLevel, service
    }

    let description: String

    /// Nil for a key that Compose does not have there either.
    init?(_ key: String, _ level: Level) {
        let names =
            switch level {
            case .topLevel: Self.topLevelKeys
            case .service: Self.serviceKeys
            }
        guard names.contains(key) else { return nil }
        let way = Self.ways[key] ?? "a service here is a process, not a container"
        description = "Compose has \"\(key)\", Viperline does not; \(way)"
    }

    /// Hints for the user: another way to the same end.
    private static let ways = [
        "version": "it has no meaning; take it out"
    ]

    private static let topLevelKeys: Set = [
        "configs", "models", "networks", "secrets", "version", "volumes",
    ]

    private static let serviceKeys: Set = [
        "annotations", "attach", "blkio_config", "build", "cap_add", "cap_drop", "cgroup", "cgroup_parent", "configs",
        "container_name", "cpu_count", "cpu_percent", "cpu_period", "cpu_quota", "cpu_rt_period", "cpu_rt_runtime",
        "cpu_shares", "cpus", "cpuset", "credential_spec", "deploy", "device_cgroup_rules", "devices", "dns",
        "dns_opt", "dns_search", "domainname", "entrypoint", "expose", "external_links",
        "extra_hosts", "gpus", "group_add", "hostname", "image", "init", "ipc", "isolation",
        "label_file", "labels", "links", "logging", "mac_address", "mem_limit", "mem_reservation", "mem_swappiness",
        "memswap_limit",
        "models", "network_mode", "networks", "oom_kill_disable", "oom_score_adj", "pid", "pids_limit", "platform",
        "ports", "post_start", "pre_stop", "privileged", "provider", "pull_policy", "read_only", "runtime",
        "scale", "secrets", "security_opt", "shm_size", "stdin_open", "storage_opt", "sysctls", "tmpfs", "ulimits",
        "use_api_socket", "user", "userns_mode", "uts", "volumes", "volumes_from",
    ]
}

/// Upper limits of the numbers in a compose file: beyond anything sensible, and small enough that sums cannot overflow.
enum ComposeLimits {
    /// The highest `line_limit` and `queue_limit`; every program accepts lines of this length.
    static let mostBytes = LineBuffer.highestLimit
    static let longestDuration = Duration.seconds(24 * 3600)
    /// The shortest interval of repeated actions, so that they leave time for other things.
    static let shortestInterval = Duration.milliseconds(10)
    /// The most failed checks in a row.
    static let mostRetries = 1000
    /// The most deaths in a row.
    static let mostRestarts = 1_000_000
    /// The most rules in one file.
    static let mostRules = 1000
    /// The longest reason of a rule, in bytes: every refusal quotes it.
    static let longestReason = 500
    /// The longest description of an application, in bytes: it is one line of a list.
    static let longestDescription = 200
}
