import Foundation
@testable import HTTPTransfer
import TestSupport
import Testing

@Suite struct PublicAddressTests {
    private func isPublic(_ text: String) throws -> Bool {
        PublicAddress.contains(try require(IPAddress(text)))
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
        "223.255.255.255", "2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
    ])
    func isOfTheInternet(_ text: String) throws { #expect(try isPublic(text)) }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1",
        "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1",
        "64:ff9b:1::1", "100::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "2001::1",
        "2001:db8::1", "2002:7f00:1::1", "3fff::1",
    ])
    func isNot(_ text: String) throws { #expect(try !isPublic(text)) }
}

@Suite struct OwnHostTests {
    @Test(arguments: [
        ("localhost", true), ("app.localhost", true), ("api", true), ("127.0.0.1", true), ("10.0.0.1:80", true),
        ("[::1]", true),
        ("2130706433", true), ("0x7f.1", true), ("printer.local", true), ("nas.home.arpa", true), ("db.internal", true),
        ("api.example", false), ("local.example", false), ("1.example", false), ("localhost.", true),
    ])
    func isWrittenAsOne(_ host: String, _ isOwn: Bool) throws {
        try expect(HTTPURL("http://\(host)/x").isOwnHost, equals: isOwn)
    }
}

/// What `publicOnly` refuses, over real sockets.
@Suite struct PublicOnlyTests {
    private func fetch(_ url: String, unixSocket: String? = nil) throws -> Result<HTTPResponse, TransferError>? {
        var client = try client { $0.publicOnly = true }
        client.start(HTTPRequest(try HTTPURL(url), unixSocket: unixSocket), as: 1)
        return drain(&client)[1]
    }

    /// Numbers, a name, disguised numbers, and IPv6.
    @Test(arguments: ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"])
    func refusesThisMachine(_ host: String) throws {
        let port = try Upstream.shared.get().base.split(separator: ":").last ?? ""
        guard case .failure(.refusedAddress(let refused)) = try fetch("http://\(host):\(port)/bytes/1") else {
            Issue.record("\(host) was asked")
            return
        }
        #expect(!refused.isEmpty)
    }

    @Test func aConfiguredSocketNeedsNoPublicAddress() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/s"
        let local = try Upstream(socket: socket)
        try expect(fetch(local.url("/bytes/1"), unixSocket: socket)?.get().text, equals: "x")
        // A redirect from there to this machine is refused.
        let elsewhere = try Upstream.shared.get().url("/bytes/1")
        let redirected = try fetch(local.url("/redirect-to?url=\(elsewhere)"), unixSocket: socket)
        expect(redirected, equals: .failure(.refusedAddress(host: "127.0.0.1")))
    }

    @Test func isNotToBeCombinedWithAProxy() throws {
        #expect(throws: TransferError.self) {
            _ = try client {
                $0.publicOnly = true
                $0.connection.proxy = .url("http://127.0.0.1:1")
            }.pending
        }
    }
}
