import Foundation
import TestSupport
import Testing

/// What other tests stand on: a real server, and hosts of their own.
@Suite struct RigTests {
    /// What the server at an address greets with, seen from a host; empty if it does not answer.
    private static func greeting(of url: String, from host: TestNetwork.Host? = nil) throws -> String {
        let place = url.dropFirst("nats://".count).split(separator: ":").joined(separator: "/")
        let words = ["timeout", "0.3", "bash", "-c", "exec 3<>/dev/tcp/\(place); head -c 4 <&3"]
        return try Command.run(host?.command(words) ?? words).output
    }

    @Test func aServerComesBackAtItsAddress() throws {
        let server = try NATSServer()
        try expect(Self.greeting(of: server.url), equals: "INFO")
        server.kill()
        try expect(Self.greeting(of: server.url), equals: "")
        try server.start()
        try expect(Self.greeting(of: server.url), equals: "INFO")
        server.suspend()
        try expect(Self.greeting(of: server.url), equals: "")
        server.stop()
        try server.start()
        try expect(Self.greeting(of: server.url), equals: "INFO")
    }

    @Test func aServerThatCannotStartSaysWhy() throws {
        #expect(throws: NATSServer.Failure.self) { try NATSServer(configuration: "authorization {") }
    }

    @Test(.enabled(if: TestNetwork.isPossible, "\(TestNetwork.reason)")) func aLinkIsCutAndHealed() throws {
        let network = try TestNetwork(hosts: 3)
        let server = try NATSServer(on: network.hosts[0])
        for host in network.hosts { try expect(Self.greeting(of: server.url, from: host), equals: "INFO") }
        try expect(Self.greeting(of: server.url), equals: "", "nobody else is on that network")
        try network.cut(network.hosts[1])
        try expect(Self.greeting(of: server.url, from: network.hosts[1]), equals: "")
        try expect(Self.greeting(of: server.url, from: network.hosts[2]), equals: "INFO")
        try network.heal(network.hosts[1])
        #expect(try eventually { try Self.greeting(of: server.url, from: network.hosts[1]) == "INFO" })
    }
}
