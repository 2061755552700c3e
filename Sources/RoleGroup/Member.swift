package import Wire

extension RoleGroup {
    /// A role of a group, with the keys that a service has in a compose file.
    package struct Member {
        let name: String
        var role: any Role
        let receives: [MessagePattern]
        let sends: [MessagePattern]

        /// - Parameters:
        ///   - receives: protocols or types, such as `view.output`.
        ///   - sends: the same.
        package init(_ name: String, _ role: any Role, receives: [String], sends: [String]) {
            self.name = name
            self.role = role
            self.receives = receives.map(MessagePattern.init)
            self.sends = sends.map(MessagePattern.init)
        }

        func hears(_ type: String) -> Bool { receives.contains { $0.matches(type) } }

        func maySend(_ type: String) -> Bool { sends.contains { $0.matches(type) } }
    }
}
