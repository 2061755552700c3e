import Platform
import Foundation
@testable import HTTPTransfer
import TestSupport
import Testing

/// The memory of all bodies together.
@Suite struct BodyBudgetTests {
    private let upstream: Upstream

    init() throws { upstream = try Upstream.shared.get() }

    private func request(_ path: String) throws -> HTTPRequest { HTTPRequest(try HTTPURL(upstream.url(path))) }

    /// Releases each response at once.
    private func sizes(_ client: inout HTTPClient) throws -> [Int] {
        var sizes: [Int] = []
        while client.pending > 0 {
            for end in client.turn().completions { sizes.append(try end.result.get().size) }
        }
        return sizes
    }

    /// Body sizes, compressed and not. One compressed piece decompresses to more than the budget.
    @Test(arguments: [("/bytes/300000", 300_000), ("/packed/once/3000000", 3_000_000)])
    func bodiesOfAllTransfersShareABudget(_ row: (path: String, size: Int)) throws {
        let limit = 200_000
        var client = try client {
            $0.parallel = 8
            $0.bodyBudget = limit
        }
        for id in 1...16 { client.start(try request(row.path), as: TransferID(id)) }
        try expect(sizes(&client), equals: Array(repeating: row.size, count: 16))
        // Only one transfer continues without room; it exceeds the budget by its body and one decompressed piece.
        #expect(client.budget.peak <= limit + row.size + ContentDecoder.step)
        expect(client.budget.held, equals: 0, "handles let go of their last body")
    }

    /// The caller holds the first responses while it waits for the last.
    @Test func theOneThatIsAwaitedMayExceedTheBudget() throws {
        var client = try client {
            $0.parallel = 2
            $0.bodyBudget = 100_000
        }
        for id in 1...6 { client.start(try request("/bytes/80000?\(id)"), as: TransferID(id)) }
        client.awaited = 6
        var held: [HTTPResponse] = []
        while !held.contains(where: { $0.url.text.hasSuffix("?6") }) {
            held += try client.turn().completions.map { try $0.result.get() }
        }
        #expect(client.budget.peak <= 100_000 + 80_000)
        held = []
        client.awaited = nil
        #expect(try sizes(&client).allSatisfy { $0 == 80_000 })
    }

    @Test func aPausedTransferDoesNotTimeOut() throws {
        var client = try client { $0.bodyBudget = 100_000 }
        client.start(try request("/bytes/90000"), as: 1)
        var held = client.turn().completions
        while held.isEmpty { held = client.turn().completions }
        var second = try request("/bytes/200000")
        second.timeout = .milliseconds(300)
        client.start(second, as: 2)
        let end = Instant.now + .milliseconds(700)
        while Instant.now < end { #expect(client.turn(within: .milliseconds(50)).completions.isEmpty) }
        held = []
        try expect(sizes(&client), equals: [200_000])
    }

    @Test func unwantedBodiesAreNotHeld() throws {
        var client = try client()
        for (id, path) in ["/bytes/20000000", "/packed/once/20000000"].enumerated() {
            var request = try request(path)
            request.sink = .nowhere
            request.bodyLimit = nil
            client.start(request, as: TransferID(id))
        }
        try expect(sizes(&client), equals: [20_000_000, 20_000_000])
        expect(client.budget.peak, equals: 0)
    }

    @Test func aBodyGoesIntoItsFileWithoutBeingHeld() throws {
        let folder = try TemporaryFolder()
        var client = try client()
        for (id, path) in ["/bytes/20000000", "/packed/twice", "/empty", "/truncate", "/packed/early"].enumerated() {
            var request = try request(path)
            request.sink = .file("\(folder.path)/\(id)")
            request.bodyLimit = nil
            client.start(request, as: TransferID(id))
        }
        let results = drain(&client)
        try expect(results[0]?.get().file, equals: folder.path + "/0")
        try expect(folder.text(of: "0").utf8.count, equals: 20_000_000)
        try expect(folder.text(of: "1"), equals: "one two")
        #expect(try folder.text(of: "2").isEmpty)
        expect(client.budget.peak, equals: 0)
        // Incomplete bodies leave no share behind.
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), equals: ["0", "1", "2"])
    }

    @Test func aFileThatCannotBeWrittenIsReportedWithItsReason() throws {
        var request = try request("/bytes/10")
        request.sink = .file("/nowhere/at/all")
        try expect(
            fetch(request),
            equals: .failure(.file("write /nowhere/at/all: make a file beside it: No such file or directory")))
    }
}
