import ArgumentParser
import Fetcher
import HTTPTransfer
import Wire

/// The cached answers of `--cache on`.
struct Cache: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "List or clear the cached answers.",
        discussion: "They are in $XDG_CACHE_HOME/viperline/http, or under ~/.cache.",
        subcommands: [CacheList.self, CacheClear.self])

    static func store() throws -> CacheStore {
        guard let folder = CacheSettings.standardFolder(variable: RoleEnvironment.variable) else {
            throw FetcherRun.failure("find the cache: neither HOME nor XDG_CACHE_HOME is set", .usage)
        }
        return CacheStore(folder: folder)
    }
}

struct CacheList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the cached answers, newest first: bytes, status, URL without the query.",
        discussion: "Example: viperline-fetcher cache list --json | jq -r 'select(.size > 1000000) | .url'")

    @Flag(help: "Write a JSON object per line: url, status, receivedAt (seconds since 1970), lifetime, size.")
    var json = false

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        let format = json ? CacheText.object : CacheText.line
        let lines = try Cache.store().list().flatMap { format($0) }
        do throws(StandardStream.Failure) {
            try StandardStream.write(lines, to: StandardStream.output)
        } catch .closed {
            return
        } catch {
            throw FetcherRun.failure("write the list: \(error)", .unavailable)
        }
    }
}

struct CacheClear: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Clear the cache.")

    func run() throws {
        let count = try Cache.store().clear()
        FetcherRun.diagnose("removed \(count) \(count == 1 ? "answer" : "answers") from the cache")
    }
}
