import Platform
package import Recording
import SafeText
import Secrecy
import Wire

/// Decides which services of a cassette may be started without the user's consent: a cassette may come from an untrusted sender,
/// and its header names commands and variables.
///
/// Harmless are our own roles, with arguments that neither run a program nor touch a file outside the session's folder,
/// and with variables that only these roles read. Everything else is reported for the user to decide.
package enum HarmlessService {
    /// The values that an option may have.
    private typealias Rule = @Sendable (String) -> Bool

    private static let folder = "${VIPERLINE_SESSION_DIR}/"

    /// The folder of this installation's applications.
    private static let installed = "${VIPERLINE_COMPOSE_DIR}/"

    private static let presenterOptions: [String: Rule?] = ["--playlist": anything]
    private static let routerOptions: [String: Rule?] = [
        "--root": anything, "--parameter": anything, "--print-urls": nil,
    ]
    private static let viewOptions: [String: Rule?] = [
        "--linear": nil, "--no-mouse": nil, "--background": isPlain, "--patience": anything,
        "--mcp": nil, "--settings": anything,
    ]

    /// The roles of one program, by pattern.
    private static let roles: [String: Set<String>] = [
        "mvc": ["viewcontroller"], "mvp": ["presenter"], "mvvm": ["view", "viewmodel"],
        "vip": ["interactor", "presenter", "router"],
    ]

    /// Our roles, and their harmless options; nil is a flag.
    private static let options: [String: [String: Rule?]] = [
        "viperline-presenter": presenterOptions.merging(
            ["--scenes": anything, "--application": isInstalledFile, "--mcp": nil]
        ) {
            $1
        },
        "viperline-router": routerOptions,
        "viperline-view": viewOptions,
        "viperline-web": ["--memory": isInSessionFolder],
        "viperline-pattern": presenterOptions.merging(routerOptions) { $1 }.merging(viewOptions) { $1 },
        "viperline-fetcher": [
            "--application": isInstalledFile, "--timeout": anything, "--parallel": anything,
            "--parallel-per-host": anything, "--rate": anything,
            "--retries": anything, "--retry-budget": anything, "--public-only": nil,
        ],
        "viperline-catalog": ["--socket": isInSessionFolder, "--fault": anything, "--seed": anything],
    ]

    private static let variables: [String: Rule] = [
        // Without a browser.
        "BROWSER": { ["true", "false"].contains($0) },
        "ITUNES_BASE_URL": { isUpstream($0, "https://itunes.apple.com") },
        "GITHUB_BASE_URL": { isUpstream($0, "https://api.github.com") },
        "YOUTUBE_BASE_URL": { isUpstream($0, "https://www.googleapis.com/youtube/v3") },
        "VIPERLINE_BASE_URLS": areUpstreams,
        RoleEnvironment.printsURLs: { $0 == "1" },
        "VIPERLINE_PUBLIC_ONLY": { $0 == "1" },
        "VIPERLINE_UNIX_HOSTS": areHostsInSessionFolder,
        "VIPERLINE_PROTOCOLS": { (try? ProtocolAliases($0)) != nil },
        "YOUTUBE_PLAYLIST": anything, "LANG": isPlain, "LC_ALL": isPlain, "LC_TIME": isPlain, "LC_MESSAGES": isPlain,
        "NO_COLOR": isPlain,
        "COLORTERM": isPlain,
    ]

    /// The things that the user has to vouch for, one text each; empty if everything is harmless.
    /// - Parameter runsCommand: whether the recorded command is run, and not one that the user named.
    package static func concerns(_ name: String, _ service: CassetteHeader.Service, runsCommand: Bool) -> [String] {
        var concerns: [String] = []
        if runsCommand, !isHarmless(service.command) {
            concerns.append("\(name) runs: \(ShellWords.joined(service.command))")
        }
        for (variable, value) in (service.environment ?? [:]).sorted(by: { $0.key < $1.key })
        where !isHarmless(variable, value) {
            concerns.append("\(name) is given: \(variable)=\(value.map(ShellWords.quoted) ?? "(yours)")")
        }
        return concerns
    }

    package static func isOurs(_ program: String) -> Bool { options[program] != nil }

    private static func isHarmless(_ command: [String]) -> Bool {
        guard let program = command.first, let known = options[program] else { return false }
        var rest = command.dropFirst()
        if program == "viperline-pattern" {
            guard let pattern = rest.popFirst(), let role = rest.popFirst(), roles[pattern]?.contains(role) == true
            else {
                return false
            }
        }
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = known[parts[0]] else { return false }
            guard let rule = option else {
                if parts.count > 1 { return false }
                continue
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.hasPrefix("-"), rule(value) else {
                return false
            }
        }
        return true
    }

    private static func isHarmless(_ variable: String, _ value: String?) -> Bool {
        // A withheld secret, which becomes a placeholder.
        guard let value else { return isName(variable) && SecretName.mayBe(variable) }
        return variables[variable]?(value) ?? false
    }

    /// A name with `=` would set another variable.
    package static func isName(_ name: String) -> Bool {
        name.utf8.first?.isDigit == false && name.utf8.isWord(with: "_")
    }

    private static let anything: Rule = { _ in true }

    /// A plain word, such as a locale's name; not a path.
    private static let isPlain: Rule = { value in !value.contains("/") }

    /// A file directly in that folder, without `..`.
    private static let isInSessionFolder: Rule = { isFile($0, in: folder) }

    private static let isInstalledFile: Rule = { isFile($0, in: installed) }

    private static func isFile(_ value: String, in folder: String) -> Bool {
        guard value.hasPrefix(folder) else { return false }
        let name = value.dropFirst(folder.count)
        return !name.hasPrefix(".") && name.utf8.isWord(with: ".-_")
    }

    /// `HOST=PATH,…`, as the fetcher reads it. Hosts below `.invalid` never resolve (RFC 6761).
    private static let areHostsInSessionFolder: Rule = { value in
        value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { entry in
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 && parts[0].hasSuffix(".invalid") && isInSessionFolder(parts[1])
        }
    }

    /// `HOST=URL,…`, as the fetcher reads it.
    private static let areUpstreams: Rule = { value in
        value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { entry in
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 && isUpstream(parts[1], "")
        }
    }

    /// The real server, or a host that only a socket in the session's folder serves.
    private static func isUpstream(_ value: String, _ real: String) -> Bool {
        guard value != real else { return true }
        guard value.hasPrefix("http://") else { return false }
        let host = value.dropFirst("http://".count).prefix { $0 != "/" }
        return host.hasSuffix(".invalid") && host.utf8.isWord(with: ".-")
    }
}

/// The variables that a program inherits when verified against a cassette that the user does not vouch for.
///
/// Recorded inputs may make it act: open pages, ask servers. So it gets none of the user's credentials, starts no
/// browser and no player, and asks only servers on the public internet.
package enum VerificationEnvironment {
    /// Variables that programs need to run normally; none is a secret.
    private static let harmless: Set = [
        "PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR",
        "SSL_CERT_FILE", "CURL_CA_BUNDLE",
    ]

    /// - Parameters:
    ///   - user: the user's whole environment.
    ///   - isOwnProgram: whether the user named the program, which may then need any variable.
    package static func inherited(from user: [String: String], isOwnProgram: Bool) -> [String: String] {
        let kept = isOwnProgram ? user : user.filter { harmless.contains($0.key) || $0.key.hasPrefix("LC_") }
        return kept.merging(["BROWSER": "true", RoleEnvironment.printsURLs: "1", "VIPERLINE_PUBLIC_ONLY": "1"]) { $1 }
    }
}
