/// The version of all programs: for `--version`, the fetcher's User-Agent, manual pages and packages.
/// scripts/package reads it from here.
package enum Version {
    package static let current = "0.2.0"
}
