import JSON
import Platform
import Processes
import Version

/// The report that `--version --json` prints: the program, and the formats that it writes.
struct VersionReport {
    let name: String
    let version: String
    /// Nil for a program that was not installed by the project's scripts.
    var commit = VersionReport.installedCommit

    /// scripts/install writes it beside the program: PREFIX/bin/viperline has PREFIX/share/viperline/commit.
    private static var installedCommit: String? {
        let file = OwnExecutable.neighbour("../share/viperline/commit")
        return commit(in: WholeFile.beginning(of: file, count: longestCommit))
    }

    /// Bytes of a hash of git, with its LF.
    private static let longestCommit = 65

    /// - Returns: nil unless the text is a hash of Git.
    static func commit(in bytes: [UInt8]) -> String? {
        let digits = bytes.prefix { "0123456789abcdef".utf8.contains($0) }
        let rest = bytes[digits.count...]
        guard [40, 64].contains(digits.count), rest.isEmpty || rest.elementsEqual([0x0A]) else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The platform of this machine, such as `linux-x86_64`.
    static var platform: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        let (system, machine) = (Self.text(&names.sysname), Self.text(&names.machine))
        return "\(system.lowercased())-\(machine)"
    }

    /// The text in a buffer of C.
    private static func text<Buffer>(_ buffer: inout Buffer) -> String {
        withUnsafeBytes(of: &buffer) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The report on one line.
    var json: [UInt8] {
        JSONWriter.write { writer in
            writer.beginObject()
            writer.member("name", name)
            writer.member("version", version)
            if let commit { writer.member("commit", commit) }
            writer.member("protocol", Version.messages)
            writer.member("cassette", Version.cassette)
            writer.member("platform", Self.platform)
            writer.endObject()
        } + [0x0A]
    }
}
