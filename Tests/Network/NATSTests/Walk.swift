import Foundation
import TestSupport
import Testing

/// What protocols/nats.md has its reader do: files, and commands on the hosts hub, worker, office and desk. All hosts have one folder.
struct Walk {
    let network: TestNetwork
    let folder: TemporaryFolder
    private let path: String
    /// Its files are used as long as this value lives.
    private let identities: Identities

    private static let hosts = ["hub", "worker", "office", "desk"]

    /// A user has these programs.
    private static let programs = [
        "nats-server": #"exec "SERVER" "$@""#,
        // Each call prints another one of the keys.
        "nk":
            #"n=$(cat "FOLDER/keys" 2>/dev/null || echo 0); echo $((n + 1)) >"FOLDER/keys"; cat "KEYS/$(echo one two worker | cut -d " " -f $((n + 1))).seed""#,
    ]

    /// What differs from the document: the hub has no name here, and the catalog answers in the place of others' servers.
    private var differences: [(String, String)] {
        [
            ("nats://hub", "nats://\(network.hosts[0].address)"), ("VIPERLINE_PUBLIC_ONLY=1 ", ""),
            ("-- viperline-fetcher", "-- viperline-catalog -- viperline-fetcher"),
        ]
    }

    init(_ network: TestNetwork, _ identities: Identities) throws {
        (self.network, self.identities) = (network, identities)
        folder = try TemporaryFolder()
        for name in ["far.yaml", "desk.yaml", "office.yaml"] { try folder.write(try Self.file(name), to: name) }
        try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
        for (name, text) in Self.programs {
            let script = text.replacing("SERVER", with: try NATSServer.Program.tested.get().path)
                .replacing("FOLDER", with: folder.path)
                .replacing("KEYS", with: identities.folder.path)
            try folder.writeProgram(script, to: "bin/\(name)")
        }
        path = folder.path + "/bin:" + Products.folder.path + ":/usr/sbin:/usr/bin:/sbin:/bin"
    }

    static func document() throws -> String {
        try String(contentsOfFile: Checkout.path("protocols/nats.md"), encoding: .utf8)
    }

    /// A compose file of the document, which its first line names.
    static func file(_ name: String) throws -> String {
        let blocks = try document().components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        return try require(blocks.first { $0.hasPrefix("# \(name)\n") })
    }

    /// The commands below a heading, block by block, such as `desk$   viperline run ./desk.yaml`.
    static func commands(_ heading: String) throws -> [[(host: String, command: String)]] {
        let text = try document()
        let start = try require(text.range(of: "\n## \(heading)\n"))
        let section = text[start.upperBound...].components(separatedBy: "\n## ")[0]
        return section.components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").compactMap { line in
                guard line.hasPrefix("    "), let mark = line.firstIndex(of: "$") else { return nil }
                let host = line[..<mark].trimmingCharacters(in: .whitespaces)
                return hosts.contains(host)
                    ? (host, line[line.index(after: mark)...].trimmingCharacters(in: .whitespaces)) : nil
            }
        }.filter { !$0.isEmpty }
    }

    func host(_ name: String) throws -> TestNetwork.Host {
        network.hosts[try require(Self.hosts.firstIndex(of: name))]
    }

    /// Starts a command on its host.
    func start(_ host: String, _ command: String) throws -> HostedProcess {
        let text = differences.reduce(command) { $0.replacing($1.0, with: $1.1) }
        let script = text.contains("$(") || text.contains(";") ? text : "exec env \(text)"
        return try HostedProcess(
            ["sh", "-c", "cd \"$0\" && \(script)", folder.path], on: try self.host(host), server: nil, ["PATH": path])
    }
}
