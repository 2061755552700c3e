import Commands
import Encodings
import Platform
import Processes
import Wire

/// A folder in which each dialogue is recorded in a file of its own. Clients start a server more than once, and several at a time.
enum RecordingFolder {
    /// Characters of a server's name in a path.
    private static let longestName = 100
    /// Bytes of its folder's name, without a number behind it.
    private static let mostBytes = 200
    /// Recordings of a folder, and bytes of all, beyond which the oldest ones are removed.
    static let mostRecordings = 100
    static let mostStored = 1 << 30

    /// For the recordings of a wrapped server, with a slash at its end.
    static func path(for server: String) throws -> String {
        guard let state = variable("XDG_STATE_HOME") ?? variable("HOME").map({ "\($0)/.local/state" }) else {
            throw CommandFailure(
                "there is no place for recordings: neither XDG_STATE_HOME nor HOME is an absolute path; name one: -- --record FOLDER/",
                .badInput)
        }
        return "\(state)/viperline/rpc/\(folderName(of: server))/"
    }

    /// An absolute path in the environment.
    static func variable(_ name: String) -> String? {
        RoleEnvironment.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The folder's name, another one for each server: what is not for a file name becomes `%` and two digits, and a name that is cut keeps its number.
    static func folderName(of server: String) -> String {
        var name = ""
        for character in server.prefix(longestName) {
            let isFirst = name.isEmpty
            if character.isLetter || character.isNumber || "-_@+".contains(character) || character == "." && !isFirst {
                name.append(character)
            } else {
                for byte in String(character).utf8 { name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            }
        }
        guard name.utf8.count > mostBytes || server.count > longestName else { return name }
        while name.utf8.count > mostBytes { name.removeLast() }
        return "\(name)-\(String(server.utf8.hash(), radix: 16))"
    }

    /// The file for a recording: `path` itself, or, if that ends in a slash, a new name in this folder, which is made.
    static func file(_ path: String) throws(SystemError) -> String {
        guard path.hasSuffix("/") else { return path }
        try PrivateFolder.makeAll(path)
        return path + name(of: getpid(), at: Int(time(nil)))
    }

    private static func name(of process: pid_t, at seconds: Int) -> String {
        "\(Timestamp.text(seconds: seconds).filter { $0 != ":" })-\(process).ndjson"
    }

    /// Removes the oldest recordings of a folder, so that with a new one there are at most ``mostRecordings`` in ``mostStored`` bytes. Files
    /// with other names stay, and those whose process still runs.
    /// - Returns: what to tell the user; nil if nothing was removed.
    static func makeRoom(in path: String) -> String? {
        guard path.hasSuffix("/") else { return nil }
        let old = FolderListing.names(in: path).filter { process(of: $0) != nil }.sorted(by: >)
        var (kept, bytes, removed) = (1, 0, 0)
        for name in old {
            guard let size = FileStatus(at: path + name)?.size else { continue }
            if kept < mostRecordings, bytes <= mostStored - size {
                (kept, bytes) = (kept + 1, bytes + size)
            } else if let process = process(of: name), kill(process, 0) != 0, errno == ESRCH, unlink(path + name) == 0 {
                removed += 1
            }
        }
        guard removed > 0 else { return nil }
        return
            "\(path) keeps \(mostRecordings) recordings and \(mostStored >> 20) MiB: the \(removed) oldest were removed"
    }

    /// The number in the name of a recording; nil for any other file.
    private static func process(of name: String) -> pid_t? {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 4, name.hasSuffix(".ndjson"), words[2].count == 10, words[2].hasSuffix("Z"),
            words[0].count == 4, words[1].count == 2, let process = pid_t(words[3].dropLast(7)), process > 0
        else { return nil }
        return process
    }
}
