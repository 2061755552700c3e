import JSON

/// The servers that a client starts, in its configuration: JSON with members such as
///
///     {"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}
///
/// Some clients write a command as one array, or have the two members in an object `command` or `binary`, under the names `path` and
/// `args` or `arguments`. A change replaces only bytes of the two; all others stay. ``unwrapping(_:)`` undoes ``wrapping(_:in:options:)`` byte for byte.
package struct ClientConfiguration: Sendable {
    /// The reason why a server's command stays as it is.
    package struct Problem: Error, Equatable, CustomStringConvertible, Sendable {
        package let description: String

        fileprivate init(_ description: String) { self.description = description }
    }

    /// A server, where the file has it.
    package struct Server: Equatable, Sendable {
        package let name: String
        /// The members that lead to it: `mcpServers`, or `projects`, a folder and `mcpServers`.
        package let owners: [String]
        /// The program and its arguments; empty if the server has a problem.
        package let command: [String]
        /// The reason why it cannot be wrapped.
        package let problem: Problem?
        /// The whole entry.
        fileprivate let range: Range<Int>

        /// The command without viperline rpc; nil if it is not wrapped.
        package var wrapped: [String]? { ClientConfiguration.wrapped(command) }
    }

    private static let projects = "projects"

    package let bytes: [UInt8]
    /// The file without what plain JSON does not know.
    private let plain: [UInt8]
    private let keys: [String]

    /// - Parameters:
    ///   - bytes: JSON, with comments and trailing commas as editors allow them.
    ///   - keys: the members whose members are servers.
    package init(_ bytes: [UInt8], keys: [String]) {
        self.bytes = bytes
        plain = RelaxedJSON.blanked(bytes)
        self.keys = keys
    }

    // MARK: Servers

    /// All servers, in the order of the file. Those of a project come first, as they do for the client.
    /// - Parameter folder: the project's folder.
    package func servers(in folder: String) throws(Problem) -> [Server] {
        let whole = 0..<plain.count
        var found: [Server] = []
        for member in try members(whole) where member.key == Self.projects && isObject(member.value) {
            for project in try members(member.value) where project.key == folder && isObject(project.value) {
                found += try servers(under: project.value, [Self.projects, folder])
            }
        }
        return try found + servers(under: whole, [])
    }

    private func servers(under range: Range<Int>, _ owners: [String]) throws(Problem) -> [Server] {
        var found: [Server] = []
        var groups: Set<String> = []
        for group in try members(range) where keys.contains(group.key) && isObject(group.value) {
            guard groups.insert(group.key).inserted else { throw Self.ambiguous(group.key) }
            let entries = try members(group.value).filter { isObject($0.value) }
            let names = Dictionary(grouping: entries) { Array($0.key.utf8) }
            for entry in entries {
                var (command, problem): ([String], Problem?) = ([], nil)
                if let same = names[Array(entry.key.utf8)], same.count > 1 { problem = Self.ambiguous(entry.key) }
                do throws(Problem) {
                    let parts = try parts(of: entry.value, entry.key)
                    command = [parts.program] + parts.arguments
                } catch { problem = problem ?? error }
                found.append(
                    Server(
                        name: entry.key, owners: owners + [group.key], command: command, problem: problem,
                        range: entry.value))
            }
        }
        return found
    }

    private static func ambiguous(_ name: String) -> Problem { Problem("it has \(name) twice in the same place") }

    /// The text of a server's entry, to see whether it is still the same.
    package func text(of server: Server) -> [UInt8] { Array(bytes[server.range]) }

    // MARK: Changes

    /// The file with a server that starts through another program.
    /// - Parameters:
    ///   - program: the path of viperline.
    ///   - options: those of viperline rpc.
    package func wrapping(_ server: Server, in program: String, options: [String]) throws(Problem) -> [UInt8] {
        if let problem = server.problem { throw problem }
        let parts = try parts(of: server.range, server.name)
        guard server.wrapped == nil else { throw Problem("\(server.name) starts through viperline rpc already") }
        let added = (["rpc"] + options + ["--"]).map(\.json).joined(separator: ", ".utf8)
        let original = bytes[parts.command]
        if parts.isOneArray {
            let start = parts.elements[0].lowerBound
            return bytes.replacing([(start..<start, program.json + ", ".utf8 + Array(added) + ", ".utf8)])
        }
        guard let arguments = parts.argumentsRange else {
            let entry =
                program.json + parts.addedArguments.utf8 + Array(added) + ", ".utf8 + original + "]".utf8
            return bytes.replacing([(parts.command, entry)])
        }
        let start = arguments.lowerBound + 1
        let inserted = Array(added) + ", ".utf8 + original + (parts.elements.isEmpty ? "" : ",").utf8
        return bytes.replacing([(parts.command, program.json), (start..<start, inserted)])
    }

    /// The file with a server that starts by itself again.
    package func unwrapping(_ server: Server) throws(Problem) -> [UInt8] {
        if let problem = server.problem { throw problem }
        let parts = try parts(of: server.range, server.name)
        if parts.isOneArray, let separator = parts.texts.firstIndex(of: "--"), server.wrapped != nil {
            return bytes.replacing([(parts.elements[0].lowerBound..<parts.elements[separator + 1].lowerBound, [])])
        }
        guard server.wrapped != nil, let separator = parts.arguments.firstIndex(of: "--"),
            let arguments = parts.argumentsRange, parts.elements.indices.contains(separator + 1)
        else { throw Problem("\(server.name) does not start through viperline rpc") }
        let original = Array(bytes[parts.elements[separator + 1]])
        let isLast = separator + 2 == parts.elements.count
        if isLast, bytes[parts.command.upperBound...].starts(with: parts.addedArguments.utf8),
            arguments.lowerBound == parts.command.upperBound + parts.addedArguments.utf8.count - 2
        {
            return bytes.replacing([(parts.command.lowerBound..<arguments.upperBound, original)])
        }
        let isTight = parts.elements[0].lowerBound == arguments.lowerBound + 1
        var end = parts.elements[separator + 1].upperBound
        if !isLast {
            let next = parts.elements[separator + 2].lowerBound
            let comma = plain[end..<next].firstIndex(of: UInt8(ascii: ",")) ?? end
            end = isTight ? comma + 1 : next
        }
        return bytes.replacing([(parts.command, original), (parts.elements[0].lowerBound..<end, [])])
    }

    /// The words behind `viperline rpc … --`; nil for any other command.
    static func wrapped(_ command: [String]) -> [String]? {
        guard let program = command.first, program.split(separator: "/").last == "viperline",
            command.dropFirst().first == "rpc", let separator = command.firstIndex(of: "--"),
            separator == 2 || command[2].hasPrefix("-"), separator + 1 < command.count
        else { return nil }
        return Array(command[(separator + 1)...])
    }

    // MARK: An entry

    private struct Parts {
        /// The name of the member with the arguments.
        var argumentsKey = "args"
        /// The value of `command`.
        var command: Range<Int>
        var program = ""
        /// The value of `args`; nil if there is none.
        var argumentsRange: Range<Int>?
        /// The ranges of the arguments; with the program in front if `isOneArray`.
        var elements: [Range<Int>] = []
        var texts: [String] = []
        var isOneArray = false

        var arguments: [String] { isOneArray ? Array(texts.dropFirst()) : texts }

        /// The beginning of the member that a server without arguments gets. The blank behind the bracket is its mark.
        var addedArguments: String { #", "\#(argumentsKey)": [ "# }
    }

    private func parts(of entry: Range<Int>, _ name: String) throws(Problem) -> Parts {
        let members = try members(entry)
        let command = try single("command", members, name)
        let object = command == nil ? try single("binary", members, name) : command
        if let object, isObject(object) {
            let inner = try self.members(object)
            guard let path = try single("path", inner, name) else { throw Self.commandless(name) }
            let key = inner.contains { $0.key == "arguments" } || command == nil ? "arguments" : "args"
            return try parts(Parts(argumentsKey: key, command: path), inner, name)
        }
        guard let command else {
            let hasAddress = members.contains { $0.key.lowercased().hasSuffix("url") }
            throw hasAddress
                ? Problem("\(name) has no command: the client does not start it, but connects to it")
                : Self.commandless(name)
        }
        return try parts(Parts(command: command), members, name)
    }

    private func parts(
        _ found: Parts, _ members: [(key: String, value: Range<Int>)], _ name: String
    ) throws(Problem) -> Parts {
        var parts = found
        let isArray = plain[parts.command].first == UInt8(ascii: "[")
        if isArray {
            parts.isOneArray = true
            (parts.elements, parts.texts) = try texts(in: parts.command, "command", name)
        } else if let arguments = try single(parts.argumentsKey, members, name) {
            parts.argumentsRange = arguments
            (parts.elements, parts.texts) = try texts(in: arguments, parts.argumentsKey, name)
        }
        guard let program = isArray ? parts.texts.first : text(parts.command), !program.isEmpty else {
            throw Self.unreadable("command", of: name)
        }
        parts.program = program
        return parts
    }

    private func texts(
        in range: Range<Int>, _ member: String, _ name: String
    ) throws(Problem) -> (ranges: [Range<Int>], texts: [String]) {
        guard let elements = JSONSlices.elements(ofArray: plain.span.extracting(range)) else {
            throw Self.unreadable(member, of: name)
        }
        let ranges = elements.map { range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound }
        let texts = ranges.compactMap { text($0) }
        guard texts.count == ranges.count else { throw Self.unreadable(member, of: name) }
        return (ranges, texts)
    }

    private func single(
        _ key: String, _ members: [(key: String, value: Range<Int>)], _ name: String
    ) throws(Problem) -> Range<Int>? {
        let found = members.filter { $0.key == key }
        guard found.count < 2 else { throw Self.unreadable(key, of: name) }
        return found.first?.value
    }

    private static func commandless(_ name: String) -> Problem {
        Problem("\(name) has no command that viperline rpc knows")
    }

    private static func unreadable(_ member: String, of name: String) -> Problem {
        let other = member == "command" ? "neither a text nor" : "not"
        return Problem("\(member) of \(name) is \(other) an array of texts")
    }

    private func isObject(_ range: Range<Int>) -> Bool { plain[range].first == UInt8(ascii: "{") }

    private func text(_ range: Range<Int>) -> String? { JSONText.decode(plain.span.extracting(range)) }

    private func members(_ range: Range<Int>) throws(Problem) -> [(key: String, value: Range<Int>)] {
        let found: [JSONSlices.Member]
        do throws(JSONError) { found = try JSONSlices.members(plain.span.extracting(range)) } catch {
            throw Problem("it is not valid JSON: \(error)")
        }
        let start = range.lowerBound
        return found.map { member in
            let key = start + member.key.lowerBound..<start + member.key.upperBound
            return (text(key) ?? "", start + member.value.lowerBound..<start + member.value.upperBound)
        }
    }
}
