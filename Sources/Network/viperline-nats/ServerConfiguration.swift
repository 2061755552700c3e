import NATSBridge

/// A file that nats-server starts with: its address, its users and what each may do.
struct ServerConfiguration {
    struct User {
        /// The host's name; only characters that a comment can hold.
        let name: String
        /// Nil until the operator fills it in.
        let key: UserKey?
        let permissions: HostPermissions
        /// Commands that the host runs, as a shell takes them.
        let commands: [String]
    }

    let users: [User]
    /// HOST:PORT
    let listen: String

    /// The whole file.
    var text: String {
        """
        # Printed by `viperline-nats permissions`. Start the server: nats-server -c FILE
        listen: "\(listen)"
        \(authorization)
        \(commands)
        """
    }

    /// The users alone, for the `include` of another file.
    var authorization: String {
        var text = "authorization {\n  users = [\n"
        for user in users {
            text += "    # \(user.name)\n"
            text += "    {\n"
            text += "      nkey: \(user.key?.description ?? "\"U... of \(user.name), from `nk -gen user -pubout`\"")\n"
            text += "      permissions {\n"
            text += "        publish { allow: \(Self.list(user.permissions.publish)) }\n"
            text += "        subscribe { allow: \(Self.list(user.permissions.subscribe)) }\n"
            if user.permissions.responds { text += "        allow_responses { max: 100, expires: \"2m\" }\n" }
            text += "      }\n    }\n"
        }
        return text + "  ]\n}\n"
    }

    private var commands: String {
        var text = """
            # What the hosts run. HUB is the address of this server's host. HOST.nk is the host's own key, as `nk -gen user -pubout` prints it,
            # in a file of mode 600. PROGRAM does the pool's work, such as viperline-fetcher.

            """
        for user in users {
            text += "#\n# \(user.name):\n"
            for command in user.commands { text += "#   NATS_URL=nats://HUB NATS_NKEY=\(user.name).nk \(command)\n" }
        }
        return text
    }

    /// Subjects contain only letters, digits and `_-.*>=$`.
    private static func list(_ subjects: [String]) -> String {
        let lines = subjects.map { "          \"\($0)\"\n" }.joined()
        return subjects.isEmpty ? "[]" : "[\n\(lines)        ]"
    }
}
