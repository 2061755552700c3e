import Encodings
import Platform
import Processes
import Wire

/// A folder in which each dialogue is recorded in a file of its own. Clients start a server more than once, and several at a time.
enum RecordingFolder {
    /// Characters of a server's name in a path.
    private static let longestName = 100

    /// For the recordings of a wrapped server, with a slash at its end.
    static func path(for server: String) throws -> String {
        func folder(_ name: String) -> String? {
            RoleEnvironment.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ "\($0)/.local/state" }) else {
            throw WrapRefused(
                "there is no place for recordings: neither XDG_STATE_HOME nor HOME is an absolute path; name one: -- --record FOLDER/"
            )
        }
        let name = String(server.prefix(longestName).map { isPlain($0) ? $0 : "_" })
        return "\(state)/viperline/rpc/\(name.hasPrefix(".") ? "_" : "")\(name)/"
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.@+".contains(character))
    }

    /// The file for a recording: `path` itself, or, if that ends in a slash, a new name in this folder, which is made.
    static func file(_ path: String) throws(SystemError) -> String {
        guard path.hasSuffix("/") else { return path }
        var made = path.hasPrefix("/") ? "" : "."
        for word in path.split(separator: "/") {
            made += "/\(word)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
                throw SystemError("make the folder \(made)")
            }
        }
        let now = Timestamp.text(seconds: Int(time(nil))).filter { $0 != ":" }
        return "\(path)\(now)-\(getpid()).ndjson"
    }
}
