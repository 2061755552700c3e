import Foundation
import HTTPTransfer
import TestSupport
import Testing

/// Parallel transfers. The server proves it: it answers only when all requests have arrived.
@Suite struct ParallelTests {
    private let upstream: Upstream

    init() throws { upstream = try Upstream.shared.get() }

    private func request(_ path: String) throws -> HTTPRequest { HTTPRequest(try HTTPURL(upstream.url(path))) }

    @Test func fiftyRunSideBySide() throws {
        let results = try fetch(Array(repeating: try request("/together/50/side-by-side"), count: 50), parallel: 50)
        expect(results.count, equals: 50)
        #expect(try results.values.allSatisfy { try $0.get().text == "together" })
    }

    @Test func theQueueDoesNotEatTheTimeout() throws {
        // One at a time: the last request waits until the others have timed out, longer than its own timeout, which
        // starts then.
        var stalled = try request("/stall")
        stalled.timeout = .seconds(1)
        var next = try request("/bytes/1")
        next.timeout = .milliseconds(1900)
        let results = try fetch([stalled, stalled, next], parallel: 1)
        expect(results[0], equals: .failure(.timeout(.seconds(1), from: stalled.url.place)))
        try expect(results[2]?.get().text, equals: "x")
    }

    @Test func answersInOrderOfCompletion() throws {
        var client = try client { $0.parallel = 2 }
        client.start(try request("/together/2/order"), as: 1)
        client.start(try request("/bytes/1"), as: 2)
        var order: [TransferID] = []
        while order.isEmpty { order += client.turn().completions.map(\.id) }
        client.start(try request("/together/2/order"), as: 3)
        while client.pending > 0 { order += client.turn().completions.map(\.id) }
        expect(order.first, equals: 2)
        expect(Set(order), equals: [1, 2, 3])
    }

    /// The server works on a request while the answer before it is made: another client proves that it has arrived.
    @Test func theNextRequestIsSentBeforeTheAnswerIsHandedBack() throws {
        var client = try client { $0.parallel = 1 }
        client.start(try request("/bytes/1"), as: 1)
        client.start(try request("/together/2/ahead"), as: 2)
        while client.turn().completions.isEmpty {}
        var other = try request("/together/2/ahead")
        other.timeout = .seconds(10)
        try expect(fetch(other).get().text, equals: "together")
        try expect(drain(&client)[2]?.get().text, equals: "together")
    }

    /// All options of libcurl's are set once for requests that differ in their URL only.
    @Test(
        arguments: [
            ([], 1), (["X-A: 1", "X-A: 1"], 2), (["X-A: 1", "X-A: 2"], 3), (["X-A: 1", "", "X-A: 1"], 4),
        ] as [([String], Int)])
    func optionsAreKept(_ row: (headers: [String], setups: Int)) throws {
        var client = try client { $0.parallel = 1 }
        for header in ["", ""] + row.headers {
            var request = try request("/echo?\(header.count)")
            let parts = header.split(separator: ":").map(String.init)
            if parts.count == 2 { request.headers = [try HTTPHeader(parts[0], parts[1])] }
            client.start(request, as: 1)
            let text = try require(drain(&client)[1]?.get().text)
            expect(text.lowercased().contains("x-a"), equals: (parts.count == 2))
        }
        expect(client.setups, equals: row.setups)
    }

    /// Neither of them is left on a handle for the next request.
    @Test func bodiesAndCredentialsAreNotKept() throws {
        var client = try client { $0.parallel = 1 }
        var post = try request("/echo")
        post.method = "POST"
        post.body = .bytes(Array("secret".utf8))
        let credentials = HTTPURL.Credentials(user: "ann", password: "secret")
        let known = HTTPRequest(try HTTPURL(upstream.url("/echo")).with(credentials))
        for request in [post, try request("/echo"), known, try request("/echo"), try request("/echo")] {
            client.start(request, as: 1)
            let text = try require(drain(&client)[1]?.get().text).lowercased()
            expect(text.contains("authorization"), equals: (request.url.credentials != nil))
            expect(text.contains(#""body": "secret""#), equals: (request.body != nil))
        }
        expect(client.setups, equals: 4)
    }

    @Test func cancelledTransfersAreNotHandedBack() throws {
        var client = try client { $0.parallel = 1 }
        client.start(try request("/stall"), as: 1)
        client.start(try request("/stall"), as: 2)
        client.start(try request("/bytes/1"), as: 3)
        _ = client.turn(within: .milliseconds(50))
        client.cancel(1)
        client.cancel(2)
        client.cancel(99)
        expect(drain(&client).keys.sorted(), equals: [3])
    }

    @Test func aPauseKeepsTheQueue() throws {
        var client = try client()
        client.isPaused = true
        client.start(try request("/bytes/1"), as: 1)
        #expect(client.turn(within: .milliseconds(200)).completions.isEmpty)
        expect(client.pending, equals: 1)
        client.isPaused = false
        expect(drain(&client).keys.sorted(), equals: [1])
    }

    @Test func wakesForRoomInAPipe() throws {
        var client = try client()
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        expect(client.turn(writing: [descriptor]).ready, equals: [descriptor])
        let flags = fcntl(descriptor, F_GETFL)
        expect(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK), equals: 0)
        while write(descriptor, [0], 1) == 1 {}
        #expect(client.turn(writing: [descriptor], within: .zero).ready.isEmpty)
        // The reader has gone; a write would fail.
        try pipe.fileHandleForReading.close()
        expect(client.turn(writing: [descriptor]).ready, equals: [descriptor])
    }

    @Test func wakesForADescriptor() throws {
        var client = try client()
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(client.turn(reading: [descriptor], within: .zero).ready.isEmpty)
        pipe.fileHandleForWriting.write(Data("x".utf8))
        expect(client.turn(reading: [descriptor]).ready, equals: [descriptor])
        _ = pipe.fileHandleForReading.readData(ofLength: 1)
        // The end of a pipe is reported as POLLHUP alone.
        try pipe.fileHandleForWriting.close()
        expect(client.turn(reading: [descriptor]).ready, equals: [descriptor])
    }

    @Test func thousandsLeaveNothingBehind() throws {
        var client = try client { $0.parallel = 16 }
        let paths = ["/bytes/10", "/redirect/1", "/truncate", "/bad-gzip", "/status/500"]
        func round() throws -> Int {
            for id in 0..<500 { client.start(try request(paths[id % paths.count]), as: TransferID(id)) }
            expect(drain(&client).count, equals: 500)
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let first = try round()
        var last = first
        for _ in 0..<3 { last = try round() }
        // Other suites open and close descriptors meanwhile, so a few more are no leak; a leak is hundreds.
        #expect(abs(last - first) < 100)
    }
}
