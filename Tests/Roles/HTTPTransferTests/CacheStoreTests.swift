import Foundation
@testable import HTTPTransfer
import TestSupport
import Testing

/// Entries as files: complete or absent.
@Suite struct CacheStoreTests {
    private let folder: TemporaryFolder
    private let store: CacheStore
    private let settings = ClientSettings(userAgent: "tests/1")

    init() throws {
        folder = try TemporaryFolder()
        store = CacheStore(folder: folder.path + "/deep/http", limit: 1 << 20)
    }

    private func request(_ url: String, _ headers: [(String, String)] = []) throws -> HTTPRequest {
        HTTPRequest(try HTTPURL(url), headers: headers.map { HTTPHeader(received: $0, $1) })
    }

    private func key(_ url: String, _ headers: [(String, String)] = []) throws -> CacheKey {
        CacheKey(try request(url, headers), settings)
    }

    private func response(_ body: String, at time: Int = 1_000_000_000) -> CachedResponse {
        CachedResponse(
            status: 200, headers: [HTTPHeader(received: "Cache-Control", "max-age=60")], body: Array(body.utf8),
            requestedAt: time, receivedAt: time)
    }

    private func keep(_ body: String, for key: CacheKey, at time: Int = 1_000_000_000) {
        store.keep(CacheEntry(key: key, summary: "http://a.example/", response: response(body, at: time)))
    }

    private func kept(_ key: CacheKey) -> String? {
        store.response(for: key, bodyLimit: 1 << 20).map { String(decoding: $0.body, as: UTF8.self) }
    }

    private func files() throws -> [URL] {
        let all = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.allObjects as? [URL] ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
                && $0.lastPathComponent != "growth"
        }
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 119), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
    func digestsAsInTheStandard(_ row: (text: String, digest: String)) {
        expect(SHA256.digest(Array(row.text.utf8)), equals: row.digest)
    }

    @Test func keepsAndReplacesAndRemoves() throws {
        let key = try key("http://a.example/x")
        expect(kept(key), equals: nil)
        keep("one", for: key)
        expect(kept(key), equals: "one")
        keep("two", for: key)
        expect(kept(key), equals: "two")
        try expect(files().count, equals: 1)
        store.remove(key)
        expect(kept(key), equals: nil)
    }

    /// Requests that differ in anything that may affect the answer have separate entries.
    @Test func variantsAreApart() throws {
        let url = "http://a.example/x"
        let keys = [
            try key(url), try key(url, [("Authorization", "Bearer a")]), try key(url, [("Authorization", "Bearer b")]),
            try key(url, [("Accept", "text/plain")]), try key(url + "?q"), try key("http://ann:a@a.example/x"),
            try key("http://ann:b@a.example/x"), try key("http://a.example:81/x"), try key("https://a.example/x"),
        ]
        expect(Set(keys).count, equals: keys.count)
        for (index, key) in keys.enumerated() { keep("\(index)", for: key) }
        for (index, key) in keys.enumerated() { expect(kept(key), equals: "\(index)") }
        try expect(key(url + "#part"), equals: keys[0])
        try expect(key(url, [("cache-control", "no-cache")]), equals: keys[0])
        try expect(key(url, [("accept", "text/plain")]), equals: keys[3])
        var open = settings
        open.publicOnly = true
        #expect(CacheKey(try request(url), open) != keys[0])
        store.removeAll(of: keys[0].url)
        #expect(keys[0...3].allSatisfy { kept($0) == nil })
        expect(kept(keys[4]), equals: "4")
    }

    @Test func noSecretIsInAFile() throws {
        let url = "http://ann:pass-word@a.example/x?key=query-secret"
        let request = try request(url, [("Authorization", "Bearer header-secret")])
        let key = CacheKey(request, settings)
        store.keep(CacheEntry(key: key, summary: request.url.summary, response: response("body")))
        let file = try require(files().first)
        let text = file.path + String(decoding: try Data(contentsOf: file), as: UTF8.self)
        for secret in ["pass-word", "query-secret", "header-secret"] { expect(text, lacks: secret) }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        expect(attributes[.posixPermissions] as? Int, equals: 0o600)
        expect(store.list().map(\.url), equals: ["http://a.example/x?…"])
    }

    @Test func listsAndClearsWhatIsItsOwn() throws {
        keep("one", for: try key("http://a.example/1"), at: 1_000_000_000)
        keep("two", for: try key("http://a.example/2"), at: 1_000_000_001)
        let foreign = try folder.write("mine", to: "deep/http/note.txt")
        expect(store.list().map(\.receivedAt), equals: [1_000_000_001, 1_000_000_000])
        #expect(store.list().allSatisfy { $0.lifetime == .seconds(60) && $0.status == 200 && $0.size > 100 })
        expect(store.clear(), equals: 2)
        #expect(store.list().isEmpty)
        try expect(files().map(\.path), equals: [foreign.path])
        #expect(CacheStore(folder: "/nowhere/at/all").list().isEmpty)
        expect(CacheStore(folder: "/nowhere/at/all").clear(), equals: 0)
    }

    @Test func staysWithinItsLimitAndKeepsWhatIsOfUse() throws {
        var random = Seeded(seed: 7)
        let favourite = try key("http://a.example/favourite")
        keep("favourite", for: favourite)
        for index in 0..<300 {
            keep(noise(20_000, &random), for: try key("http://a.example/\(index)"))
            expect(kept(favourite), equals: "favourite")
        }
        let size = try files().reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
        #expect(size < (1 << 20) / 16 * 17)
        #expect(size > (1 << 20) / 2)
        #expect(kept(try key("http://a.example/299")) != nil)
        expect(kept(try key("http://a.example/0")), equals: nil)
        // Too large a share of the limit.
        keep(noise(400_000, &random), for: favourite)
        expect(kept(favourite), equals: nil)
    }

    /// Data that does not compress well: a piece of ``noise``, since a random number for each byte of 6 MB takes seconds.
    private func noise(_ count: Int, _ random: inout Seeded) -> String {
        let start = Int.random(in: 0...Self.noise.count - count, using: &random)
        return String(decoding: Self.noise[start..<start + count], as: UTF8.self)
    }

    private static let noise: [UInt8] = {
        var random = Seeded(seed: 8)
        return (0..<500_000).map { _ in UInt8.random(in: 32...126, using: &random) }
    }()

    @Test func withoutAPlaceNothingIsKept() throws {
        let file = try folder.write("no folder", to: "file")
        let store = CacheStore(folder: file.path + "/http")
        let key = try key("http://a.example/")
        store.keep(CacheEntry(key: key, summary: "", response: response("body")))
        expect(store.response(for: key, bodyLimit: 99), equals: nil)
    }

    @Test func aWriteThatFailsLeavesNothing() throws {
        let target = folder.path + "/target"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        #expect(!CacheFile.write([1], to: target, by: folder.path + "/temporary"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/temporary"))
    }

    @Test func manyWritersAndReadersSeeWholeEntriesOnly() async throws {
        let store = store
        let key = try key("http://a.example/contested")
        let bodies = (0..<4).map { String(repeating: "\($0)", count: 50_000 + $0) }
        let entries = bodies.map { CacheEntry(key: key, summary: "", response: response($0)) }
        store.keep(entries[0])
        await withTaskGroup(of: Bool.self) { group in
            for entry in entries {
                group.addTask {
                    for _ in 0..<100 { store.keep(entry) }
                    return true
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    (0..<200).allSatisfy { _ in
                        guard let seen = store.response(for: key, bodyLimit: 1 << 20) else { return false }
                        return bodies.contains(String(decoding: seen.body, as: UTF8.self))
                    }
                }
            }
            for await isWhole in group { #expect(isWhole) }
        }
    }
}
