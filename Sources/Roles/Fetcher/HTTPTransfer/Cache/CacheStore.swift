import Platform
import Processes

/// The folder of cached responses, shared by any number of processes without locks: each entry is a file that is only
/// ever put in place whole, or removed.
///
///     3f/3f…-9a…    an entry: its key's digests, in a folder by the first two letters
///     growth        a byte for each KiB written since the last sweep, by any process
package struct CacheStore: Sendable {
    private let folder: String
    private let limit: Int
    private static let digestLetters = 32
    private static let temporaryPrefix = ".writing-"

    /// - Parameter limit: bytes of all entries. It may be exceeded by a sixteenth before the oldest entries are
    ///   removed.
    package init(folder: String, limit: Int = CacheSettings.standardLimit) {
        self.folder = folder
        self.limit = limit
    }

    /// All entries, the newest first.
    package func list() -> [CacheListing] {
        let listings = paths().compactMap { path -> CacheListing? in
            guard let file = CacheFile.read(path, touches: false), let entry = CacheEntry(file: file, bodyLimit: nil)
            else { return nil }
            let response = entry.response
            return CacheListing(
                url: entry.summary, status: response.status, receivedAt: response.receivedAt,
                lifetime: response.lifetime, size: file.count)
        }
        return listings.sorted { ($0.receivedAt, $1.url) > ($1.receivedAt, $0.url) }
    }

    /// Removes all entries, and no other files.
    /// - Returns: the number so far.
    @discardableResult
    package func clear() -> Int {
        let entries = paths()
        for path in entries { unlink(path) }
        for path in temporaries() { unlink(path) }
        for shard in shards() { rmdir("\(folder)/\(shard)") }
        unlink(growthFile)
        return entries.count
    }

    /// The cached response for a key. A damaged or foreign file is removed.
    /// - Parameter bodyLimit: larger bodies are not returned.
    func response(for key: CacheKey, bodyLimit: Int) -> CachedResponse? {
        let path = path(of: key)
        guard let file = CacheFile.read(path, touches: true) else { return nil }
        guard let entry = CacheEntry(file: file, bodyLimit: .max), entry.key == key else {
            unlink(path)
            return nil
        }
        return entry.response.body.count <= bodyLimit ? entry.response : nil
    }

    /// The entry without its body.
    func head(for key: CacheKey) -> CachedResponse? {
        guard let file = CacheFile.read(path(of: key), touches: false),
            let entry = CacheEntry(file: file, bodyLimit: nil), entry.key == key
        else { return nil }
        return entry.response
    }

    /// Stores a response, unless it is too large a share of the cache, or the disk is full.
    func keep(_ entry: CacheEntry) {
        guard let file = entry.file, file.count <= limit / 4 else { return remove(entry.key) }
        let shard = shard(of: entry.key.url)
        let temporary = "\(shard)/\(Self.temporaryPrefix)\(getpid())-\(UInt64.random(in: 0...(.max)))"
        if !CacheFile.write(file, to: path(of: entry.key), by: temporary) {
            try? PrivateFolder.makeAll(shard)
            guard CacheFile.write(file, to: path(of: entry.key), by: temporary) else {
                // The present entry may be older than the one that could not be stored.
                return remove(entry.key)
            }
        }
        noteGrowth(Self.room(file.count))
    }

    func remove(_ key: CacheKey) { unlink(path(of: key)) }

    /// Removes all variants of a URL.
    /// - Parameter url: the digest of the URL.
    func removeAll(of url: String) {
        let shard = shard(of: url)
        for name in FolderListing.names(in: shard) where name.hasPrefix("\(Self.name(url))-") {
            unlink("\(shard)/\(name)")
        }
    }
}

/// Names.
extension CacheStore {
    private var growthFile: String { "\(folder)/growth" }

    func path(of key: CacheKey) -> String {
        "\(shard(of: key.url))/\(Self.name(key.url))-\(Self.name(key.variant))"
    }

    private func shard(of digest: String) -> String { "\(folder)/\(digest.prefix(2))" }

    private static func name(_ digest: String) -> Substring { digest.prefix(digestLetters) }

    private func shards() -> [String] { FolderListing.names(in: folder).filter { $0.utf8.count == 2 } }

    private func paths() -> [String] { files { $0.utf8.count == 2 * Self.digestLetters + 1 && $0.contains("-") } }

    private func temporaries() -> [String] { files { $0.hasPrefix(Self.temporaryPrefix) } }

    private func files(where isWanted: (String) -> Bool) -> [String] {
        shards().flatMap { shard in
            FolderListing.names(in: "\(folder)/\(shard)").filter(isWanted).map { "\(folder)/\(shard)/\($0)" }
        }
    }
}

/// Size.
extension CacheStore {
    /// The age in seconds at which a temporary file counts as abandoned.
    private static let longestWrite = 3600 * 1_000_000_000

    /// The space that a file takes on disk.
    private static func room(_ size: Int) -> Int { (size + 4095) & ~4095 }

    /// Adds to the bytes written by all processes, and sweeps when they reach a sixteenth of the limit, so storing has
    /// the same cost however much the cache holds.
    private func noteGrowth(_ bytes: Int) {
        guard let file = Descriptor(opening: growthFile, O_WRONLY | O_CREAT | O_APPEND) else { return }
        let marks = [UInt8](repeating: UInt8(ascii: "."), count: bytes >> 10)
        // Appended, so that concurrent writers both count.
        _ = write(file.number, marks, marks.count)
        let growth = (CacheFile.attributes(growthFile)?.size ?? 0) << 10
        guard growth > limit / 16 else { return }
        ftruncate(file.number, 0)
        sweep()
    }

    /// Removes the least recently used entries until a quarter of the limit is free.
    private func sweep() {
        let now = Int(time(nil)) * 1_000_000_000
        for path in temporaries() {
            if let file = CacheFile.attributes(path), now - file.usedAt > Self.longestWrite { unlink(path) }
        }
        let files = paths().compactMap { path in CacheFile.attributes(path).map { (path, $0) } }
        var total = files.reduce(0) { $0 + Self.room($1.1.size) }
        guard total > limit else { return }
        for (path, file) in files.sorted(by: { $0.1.usedAt < $1.1.usedAt }) where total > limit / 4 * 3 {
            unlink(path)
            total -= Self.room(file.size)
        }
    }
}

/// A cached response, as listed for the user.
package struct CacheListing: Equatable, Sendable {
    /// The URL without its query, which may contain a key.
    package let url: String
    package let status: Int
    /// Seconds since 1970 when the server last confirmed it.
    package let receivedAt: Int
    /// The time from ``receivedAt`` for which it is fresh.
    package let lifetime: Duration
    /// Bytes of the file.
    package let size: Int
}
