/// A key of the Compose Specification that Viperline does not support. To call it unknown would make its author look for a
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

    /// What to do instead.
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
