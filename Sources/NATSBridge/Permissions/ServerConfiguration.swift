/// A part of nats-server's configuration: its users and their permissions.
package enum ServerConfiguration {
    /// - Parameters:
    ///   - hosts: in order, with one-line notes; a missing key is replaced by a text that the server refuses.
    package static func authorization(
        _ hosts: [(name: String, notes: [String], key: UserKey?, permissions: HostPermissions)]
    ) -> String {
        var text = "authorization {\n  users = [\n"
        for host in hosts {
            text += "    # \(host.name)\n"
            for note in host.notes { text += "    # \(note)\n" }
            text += "    {\n"
            text += "      nkey: \(host.key?.description ?? "\"U... of \(host.name), from `nk -gen user -pubout`\"")\n"
            text += "      permissions {\n"
            text += "        publish { allow: \(list(host.permissions.publish)) }\n"
            text += "        subscribe { allow: \(list(host.permissions.subscribe)) }\n"
            text += "      }\n    }\n"
        }
        return text + "  ]\n}\n"
    }

    /// Subjects contain only letters, digits and `_-.*>=$`.
    private static func list(_ subjects: [String]) -> String {
        let lines = subjects.map { "          \"\($0)\"\n" }.joined()
        return subjects.isEmpty ? "[]" : "[\n\(lines)        ]"
    }
}
