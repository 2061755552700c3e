import Foundation
import TestSupport

/// A session or a worker on a host. Its commands are typed while it runs, and what it prints goes to files. It ends with this value.
final class HostedProcess {
    let folder: TemporaryFolder
    let process: ChildProcess
    private let commands: Int32
    private let environment: [String: String]

    /// - Parameters:
    ///   - words: the command, whose first word is a program of this build, or `sh`; `@` stands for its folder.
    ///   - files: by name, what is in its folder.
    ///   - variables: more of its environment.
    init(
        _ words: [String], files: [String: String] = [:], on host: TestNetwork.Host? = nil, server: NATSServer?,
        _ variables: [String: String] = [:]
    ) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        for (name, text) in files { try folder.write(text, to: name) }
        environment = Self.environment(in: folder, server).merging(variables) { $1 }
        let input = folder.path + "/commands"
        guard mkfifo(input, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Opened for reading too, so that opening does not block.
        commands = open(input, O_RDWR | O_CLOEXEC)
        let streams = try ["screen", "errors"].map { try folder.write("", to: $0).path }
        process = try ChildProcess(
            Self.command(words, in: folder, on: host), environment: environment, streams: [input] + streams)
    }

    deinit {
        close(commands)
        end()
    }

    static func environment(in folder: TemporaryFolder, _ server: NATSServer?) -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let variables = [
            "XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "PATH": Products.folder.path + ":" + path,
        ]
        return server.map { variables.merging(["NATS_URL": $0.url]) { $1 } } ?? variables
    }

    static func command(_ words: [String], in folder: TemporaryFolder, on host: TestNetwork.Host?) -> [String] {
        let named = words.map { $0.replacing("@", with: folder.path) }
        let command = [named[0] == "sh" ? "sh" : Products.executable(named[0])] + named.dropFirst()
        return host?.command(command) ?? command
    }

    func type(_ text: String) { _ = write(commands, text, text.utf8.count) }

    /// Everything printed on stdout so far.
    var screen: String { text(of: "screen") }
    /// Everything printed on stderr so far.
    var errors: String { text(of: "errors") }

    private func text(of file: String) -> String {
        (try? String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)) ?? ""
    }

    /// Runs `viperline` with these arguments, such as `ps`, on the session.
    @discardableResult
    func operate(_ words: String...) throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, environment: environment)
    }

    /// The process of a service.
    func pid(of service: String) throws -> Int32? {
        guard case .list(let services) = try JSONValue(operate("ps", "--json").output)["services"],
            case .number(let pid)? = services.first(where: { $0["name"] == .string(service) })?["pid"]
        else { return nil }
        return Int32(exactly: pid)
    }

    /// Kills a service's process, and waits until there is another one.
    func kill(_ service: String) throws {
        guard let old = try pid(of: service) else { return }
        Foundation.kill(old, SIGKILL)
        _ = try eventually { try pid(of: service).map { $0 != old } ?? false }
    }

    func kill() {
        Foundation.kill(process.pid, SIGKILL)
        _ = process.wait()
    }

    func end() {
        guard process.isRunning else { return }
        Foundation.kill(process.pid, SIGTERM)
        _ = process.wait()
    }
}
