/// Keys, what they do, and how to say so. One table decides what happens and writes the status line and the help.
package struct KeyBinding: Equatable, Sendable {
    package let keys: [Key]
    package let action: Action
    /// The keys as the help shows them: `⏎`.
    package let name: String
    /// What they do, as the help says it.
    package let label: String
    /// The hint in the status line, the key first: `⏎ open`. Nil for keys that only the help names.
    package let hint: String?

    package init(_ keys: [Key], _ action: Action, _ name: String, _ label: String, hint: String? = nil) {
        self.keys = keys
        self.action = action
        self.name = name
        self.label = label
        self.hint = hint
    }
}
