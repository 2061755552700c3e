import CommandBasis
import Commands
import Composition
import Platform
import RPC
import SafeText
import Secrecy
import Wire

/// The file that has a server: that of an option, or the ones that clients read.
struct ConfigurationChoice: CommandOptions {
    /// A server and the file in which it is.
    struct Found {
        let path: String
        let configuration: ClientConfiguration
        let server: ClientConfiguration.Server
    }

    var config: String?
    var key: String?

    static var table: OptionTable<Self> {
        [
            .option("config", value: "file", \.config, "The client's configuration file; by default, the known ones."),
            .option(
                "key", value: "name", \.key,
                "The file's member that contains the servers; by default \(MCPClient.keys.joined(separator: " or "))."
            ),
        ]
    }

    /// The options as words of a command.
    var words: [String] { (config.map { ["--config", $0] } ?? []) + (key.map { ["--key", $0] } ?? []) }

    /// The clients' files in this folder, then those of the user.
    private var paths: [String] {
        if let config { return [config] }
        let home = RecordingFolder.variable("HOME")
        let settings = RecordingFolder.variable("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
        let files = MCPClient.all.flatMap(\.files)
        let own = files.filter { !$0.hasPrefix("~") }.map { "\(Folders.current.working)/\($0)" }
        let all =
            own
            + files.filter { $0.hasPrefix("~") }.compactMap { file in
                file.hasPrefix("~/.config")
                    ? settings.map { $0 + file.dropFirst(9) } : home.map { $0 + file.dropFirst() }
            }
        // This folder may be the user's own.
        return all.enumerated().filter { all[..<$0].contains($1) == false }.map(\.element)
    }

    /// All servers. A file of the known ones that cannot be read is named on stderr, and left out.
    func servers() throws -> [Found] {
        var found: [Found] = []
        for path in paths where config != nil || access(path, F_OK) == 0 {
            do {
                let configuration = configuration(try ConfigurationFile.read(path))
                found += try configuration.servers(in: Folders.current.working).map {
                    Found(path: path, configuration: configuration, server: $0)
                }
            } catch {
                if config != nil { throw Self.refusal(error, in: path) }
                StandardStream.diagnose("viperline rpc", "\(Self.refusal(error, in: path))".printable)
            }
        }
        return found
    }

    /// The server with that name. A project's own comes before the user's in the same file.
    /// - Parameter isWrapped: true if a wrapped one is meant, where there is one.
    func server(named name: String, isWrapped: Bool = false) throws -> Found {
        let named = try servers().filter { $0.server.name == name }
        let wrapped = isWrapped ? named.filter { $0.server.wrapped != nil } : []
        let all = wrapped.isEmpty ? named : wrapped
        guard let first = all.first else {
            let known = paths.filter { access($0, F_OK) == 0 }
            let places: String = config ?? known.joined(separator: ", ")
            throw CommandFailure(
                places.isEmpty
                    ? "no client's configuration is here; name one with --config"
                    : "\(name) is not a server in \(places); --list shows all", .badInput)
        }
        let files = all.map(\.path).filter { $0 != first.path }
        guard files.isEmpty else {
            throw CommandFailure(
                "\(name) is in \(first.path) and \(files.joined(separator: ", ")): name one with --config", .badInput)
        }
        return first
    }

    private func configuration(_ bytes: [UInt8]) -> ClientConfiguration {
        ClientConfiguration(bytes, keys: key.map { [$0] } ?? MCPClient.keys)
    }

    /// Shows the change of a server's command, asks, and changes the entry that the user has seen, in the file as it is now.
    /// - Parameters:
    ///   - command: the new one.
    ///   - isAgreed: whether the user need not be asked.
    func change(
        _ found: Found, to command: [String], isAgreed: Bool,
        _ edit: (ClientConfiguration, ClientConfiguration.Server) throws -> [UInt8]
    ) throws {
        let shown = found.configuration.text(of: found.server)
        do {
            _ = try edit(found.configuration, found.server)
            try Output.report("\(found.title):\n- \(Found.shown(found.server.command))\n+ \(Found.shown(command))\n")
            try Consent.confirm("Write it?", isGiven: isAgreed)
            try ConfigurationFile.change(found.path) { bytes in
                let configuration = configuration(bytes)
                let now = try configuration.servers(in: Folders.current.working).first {
                    $0.name == found.server.name && $0.owners == found.server.owners
                }
                guard let now, configuration.text(of: now) == shown else {
                    throw CommandFailure("\(found.server.name) has changed meanwhile; nothing was written", .badInput)
                }
                return try edit(configuration, now)
            }
        } catch { throw Self.refusal(error, in: found.path) }
    }

    private static func refusal(_ error: any Error, in path: String) -> any Error {
        error is ClientConfiguration.Problem ? CommandFailure("\(path): \(error)", .badInput) : error
    }
}

extension ConfigurationChoice.Found {
    /// A command as one line, without the secrets that it may have.
    static func shown(_ command: [String]) -> String {
        var isSecret = false
        let words = command.map { word in
            defer { isSecret = word.hasPrefix("-") && !word.contains("=") && SecretName.mayBe(word) }
            return isSecret || SecretText.holdsSecret(word) ? "(a secret)" : ShellWords.joined([word])
        }
        return words.joined(separator: " ").printable
    }

    var title: String { "\(server.name) in \(path) (\(server.owners.joined(separator: " › ")))".printable }
}
