/// A part of nats-server's configuration: its users, and what each may do.
package enum ServerConfiguration {
    /// - Parameters:
    ///   - hosts: in order; the NKey's public key, or nil where it is to be filled in.
    package static func authorization(_ hosts: [(name: String, nkey: String?, permissions: HostPermissions)]) -> String
    {
        var text = "authorization {\n  users = [\n"
        for host in hosts {
            text += "    # \(host.name)\n    {\n"
            text += "      nkey: \(host.nkey ?? "\"U... of \(host.name), from `nk -gen user -pubout`\"")\n"
            text += "      permissions {\n"
            text += "        publish { allow: \(list(host.permissions.publish)) }\n"
            text += "        subscribe { allow: \(list(host.permissions.subscribe)) }\n"
            text += "      }\n    }\n"
        }
        return text + "  ]\n}\n"
    }

    /// Subjects have letters, digits and `_-.*>=$` only.
    private static func list(_ subjects: [String]) -> String {
        let lines = subjects.map { "          \"\($0)\"\n" }.joined()
        return subjects.isEmpty ? "[]" : "[\n\(lines)        ]"
    }
}
