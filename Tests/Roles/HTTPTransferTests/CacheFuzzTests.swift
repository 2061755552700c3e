import Foundation
@testable import HTTPTransfer
import TestSupport
import Testing

/// Random damage from a seed: no parser crashes, and no wrong body is served.
@Suite struct CacheFuzzTests {
    private static func entry(_ random: inout Seeded) -> CacheEntry {
        let digest = { (random: inout Seeded) in SHA256.digest([UInt8.random(in: 0...255, using: &random)]) }
        let headers = (0..<Int.random(in: 0...5, using: &random)).map {
            HTTPHeader(received: "X-\($0)", "värde \($0)")
        }
        let body = (0..<Int.random(in: 0...500, using: &random)).map { _ in UInt8.random(in: 65...70, using: &random) }
        return CacheEntry(
            key: CacheKey(url: digest(&random), variant: digest(&random)), summary: "http://a.example/",
            response: CachedResponse(status: 200, headers: headers, body: body, requestedAt: 5, receivedAt: 6))
    }

    private static func damage(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.removeLast(bytes.count - place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes.replaceSubrange(place..<min(place + 8, bytes.count), with: [0xFF, 0xFF, 0xFF, 0x7F])
        default: bytes.replaceSubrange(place..<bytes.count, with: repeatElement(0, count: bytes.count - place))
        }
        return bytes
    }

    @Test func whatIsWholeIsReadAsItWas() throws {
        var random = Seeded(seed: 1)
        for _ in 0..<200 {
            let entry = Self.entry(&random)
            expect(CacheEntry(file: try #require(entry.file), bodyLimit: .max), equals: entry)
        }
    }

    @Test func aDamagedFileIsNotAnEntry() throws {
        var random = Seeded(seed: 2)
        for _ in 0..<5000 {
            let file = try require(Self.entry(&random).file)
            let damaged = Self.damage(file, &random)
            if damaged != file { expect(CacheEntry(file: damaged, bodyLimit: .max), equals: nil) }
        }
    }

    /// Even damage with a correct checksum gets no further than the parser.
    @Test func aForgeryIsReadOrRefusedButNeverACrash() throws {
        var random = Seeded(seed: 3)
        for _ in 0..<5000 {
            let file = try require(Self.entry(&random).file)
            let content = Self.damage(Array(file[CacheEntry.sealLength...]), &random)
            guard let forged = CacheEntry(file: CacheEntry.sealed(content), bodyLimit: 1 << 20) else { continue }
            #expect(forged.response.body.count <= 1 << 20)
            _ = forged.response.isFresh(at: 7)
            _ = forged.response.mayReplaceError(at: 7)
        }
    }

    @Test func aDamagedFileIsRemovedAndNotServed() throws {
        let folder = try TemporaryFolder()
        let store = CacheStore(folder: folder.path)
        var random = Seeded(seed: 4)
        for _ in 0..<300 {
            let entry = Self.entry(&random)
            store.keep(entry)
            let path = store.path(of: entry.key)
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            let damaged = Self.damage(Array(file), &random)
            try Data(damaged).write(to: URL(fileURLWithPath: path))
            let served = store.response(for: entry.key, bodyLimit: .max)
            expect(served == nil || damaged == Array(file))
            expect(FileManager.default.fileExists(atPath: path), equals: (served != nil))
        }
        // Another entry under this name.
        let (one, other) = (Self.entry(&random), Self.entry(&random))
        store.keep(one)
        store.keep(other)
        try FileManager.default.removeItem(atPath: store.path(of: one.key))
        try FileManager.default.copyItem(atPath: store.path(of: other.key), toPath: store.path(of: one.key))
        expect(store.response(for: one.key, bodyLimit: .max), equals: nil)
        expect(store.response(for: other.key, bodyLimit: .max), equals: other.response)
    }

    private static let headerLines = [
        "HTTP/1.1 200 OK\r\n", "HTTP/2 103\r\n", "Cache-Control: max-age=60, no-cache=\"a, b\", stale-if-error\r\n",
        "Age: 99999999999999999999\r\n", "Date: Sun, 09 Sep 2001 01:46:40 GMT\r\n", "Expires: 0\r\n",
        "Last-Modified: Sun, 09 Sep 1601 01:46:40 GMT\r\n", "Retry-After: -9223372036854775808\r\n",
        "ETag: W/\"é\"\r\n",
        "X-RateLimit-Remaining: 0\r\n", "X-RateLimit-Reset: 9223372036854775807\r\n", "RateLimit: \"d\";r=0;t=-1\r\n",
        "Vary: *\r\n", ": none\r\n", "\r\n", "no colon\r\n",
    ]

    @Test func headersOfAnyKindAreReadWithoutACrash() throws {
        var random = Seeded(seed: 5)
        let request = HTTPRequest(try HTTPURL("http://a.example/"))
        for _ in 0..<5000 {
            var collector = ResponseCollector(request, of: 1, budget: BodyBudget(), headerLimit: 1 << 20)
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let line = Array((Self.headerLines.randomElement(using: &random) ?? "").utf8)
                let damaged = Bool.random(using: &random) ? line : Self.damage(line, &random)
                _ = damaged.withUnsafeBytes { collector.receive(header: $0) }
            }
            let response = HTTPResponse(
                url: request.url, status: 200, headers: collector.header.fields, receivedAt: 1_000_000_000)
            _ = RetryCause(.success(response), to: request)
            _ = response.rateLimit
            _ = response.header("Retry-After").map { RetryAfter.seconds($0, now: response.receivedAt) }
            let cached = CachedResponse(response, to: request)
            #expect(cached.map { $0.lifetime >= .zero && $0.age(at: 1_000_000_500) >= .zero } != false)
        }
    }
}
