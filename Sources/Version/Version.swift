/// The version of all programs: what `--version` prints, what the fetcher calls itself, what manual pages and packages say.
/// scripts/package reads it from here.
package enum Version {
    package static let current = "0.2.0"
}
