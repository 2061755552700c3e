import Foundation
import TestSupport
import Testing

@testable import Commands

/// `--version --json`.
@Suite struct VersionReportTests {
    private static let hash = String(repeating: "0a", count: 20)

    @Test(
        arguments: [
            (hash, hash), (hash + "\n", hash), (hash + hash.prefix(24), hash + hash.prefix(24)), ("", nil),
            ("0a0a\n", nil),
            (hash + " x", nil), (hash.uppercased(), nil), (hash + "\n\n", nil), ("\u{1B}[2J" + hash, nil),
        ] as [(String, String?)])
    func onlyAHashIsACommit(_ text: String, _ commit: String?) {
        expect(VersionReport.commit(in: Array(text.utf8)), equals: commit)
    }

    @Test func aCommitThatIsNotKnownIsAbsent() {
        var report = VersionReport(name: "sample", version: "1.2", commit: nil)
        let rest = #""protocol":1,"cassette":1,"platform":"\#(VersionReport.platform)"}"# + "\n"
        expect(String(decoding: report.json, as: UTF8.self), equals: #"{"name":"sample","version":"1.2","# + rest)
        report.commit = Self.hash
        expect(
            String(decoding: report.json, as: UTF8.self),
            equals: #"{"name":"sample","version":"1.2","commit":"\#(Self.hash)","# + rest)
    }
}
