import Foundation
import TestSupport
import Testing

/// HTTPS: certificates, and reuse of connections.
@Suite(.enabled(if: Installed.openssl, "openssl is not installed"))
struct TLSTests {
    private static let program = Products.executable("viperline-fetcher")
    private let folder: TemporaryFolder
    private let certificate: Certificate

    init() throws {
        folder = try TemporaryFolder()
        certificate = try Certificate(in: folder)
    }

    private func get(
        _ urls: [String], _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Command.Result {
        let none = ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": ""]
        return try Command.run(
            [Self.program, "get"] + urls + ["--bodies", "text", "--fields", "status,httpVersion"] + arguments,
            environment: none.merging(environment) { $1 })
    }

    @Test func aServerIsTrustedByOptionOrVariable() throws {
        let server = try Upstream(certificate: certificate.path)
        let url = [server.url("/bytes/3")]
        let answer = [#"{"status":200,"httpVersion":"1.1","body":"xxx"}"#]
        try expect(get(url, ["--cacert", certificate.path]).lines, equals: answer)
        try expect(get(url, environment: ["CURL_CA_BUNDLE": certificate.path]).lines, equals: answer)
        try expect(get(url, environment: ["SSL_CERT_FILE": certificate.path]).lines, equals: answer)
        // Reported once, and not as a temporary failure.
        for stranger in [[], ["--cacert", folder.path + "/nowhere.pem"]] {
            let refused = try get(url, stranger + ["--verbose"])
            expect(refused.status, equals: 69)
            #expect(refused.diagnostics.isEmpty)
            let error = try JSONValue(refused.output)["error"]
            expect(error["kind"], equals: .string("network"))
            expect(error["message"].description, contains: "certificate")
            expect(error["retryable"], equals: .bool(false))
        }
    }

    @Test func anybodyIsTrustedWhereThatIsAskedFor() throws {
        let server = try Upstream(certificate: certificate.path)
        try expect(
            get([server.url("/bytes/3")], ["-k"]).lines, equals: [#"{"status":200,"httpVersion":"1.1","body":"xxx"}"#])
        let times = try get([server.url("/bytes/3")], ["-k", "--fields", "connect,tls"])
        guard case .number(let connect) = try JSONValue(times.output)["connect"],
            case .number(let handshake) = try JSONValue(times.output)["tls"]
        else {
            Issue.record("no times in \(times.output)")
            return
        }
        #expect(connect < handshake)
    }

    @Test func theClientCertificateIsForTheFirstServerAlone() throws {
        let server = try Upstream(certificate: certificate.path, isMutual: true)
        let ours = ["-k", "--cert", certificate.path, "--key", certificate.path, "--retries", "0"]
        try expect(
            get([server.url("/bytes/3")], ours).lines, equals: [#"{"status":200,"httpVersion":"1.1","body":"xxx"}"#])
        try expect(get([server.url("/bytes/3")], ["-k", "--retries", "0"]).status, equals: 75)
        let elsewhere = try Upstream.shared.get().url("/redirect-to?url=\(server.url("/bytes/3"))")
        try expect(get([elsewhere], ours).status, equals: 75, "a redirect led there")
        let absent = try get([server.url("/bytes/3")], ["-k", "--cert", folder.path + "/absent.pem"])
        try expect(JSONValue(absent.output)["error"]["kind"], equals: .string("local"))
    }

    @Test(.enabled(if: Installed.nginx, "nginx is not installed"))
    func transfersToOneServerShareAConnection() throws {
        let server = try HTTP2Server(certificate, in: folder)
        let trusting = ["--cacert", certificate.path]
        #expect(try eventually { try get([server.base], trusting).status == 0 })
        let urls = (1...200).map { "\(server.base)/\($0)" }
        let result = try get(urls, trusting + ["--parallel", "50"])
        expect(result.lines.count, equals: urls.count)
        expect(result.lines.first?.hasPrefix(#"{"status":200,"httpVersion":"2","body":""#), equals: true)
        expect(Set(result.lines).count, equals: 1, "all on the connection of one number")
    }
}
