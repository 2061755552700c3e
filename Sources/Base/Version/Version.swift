/// The version of all programs: for `--version`, the fetcher's User-Agent, manual pages and packages.
/// scripts/package reads it from here. protocols/versions.md is the policy.
package enum Version {
    package static let current = "0.2.0"
    /// Of the messages between processes: the first number of `info.version` in protocols/asyncapi.yaml.
    package static let messages = 1
    /// Of recordings: the header's `version`.
    package static let cassette = 1

    /// Such as `linux-x86_64`.
    package static var platform: String { "\(system)-\(architecture)" }

    private static var system: String {
        #if os(Linux)
            "linux"
        #else
            "other"
        #endif
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "other"
        #endif
    }
}
