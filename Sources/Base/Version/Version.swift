/// The version of all programs: for `--version`, the fetcher's User-Agent, manual pages and packages.
/// scripts/package reads it from here. protocols/versions.md is the policy.
package enum Version {
    package static let current = "0.2.0"
    /// The version of the messages between processes: the first number of `info.version` in protocols/asyncapi.yaml.
    package static let messages = 1
    /// The version of recordings: the header's `version`.
    package static let cassette = 1
}
