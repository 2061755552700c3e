import JSON

/// What opens a page. A file of the session's folder keeps it for a view that takes this one's place; it is in no event, so no
/// recording has it.
package struct Credentials: JSONCodable, Sendable {
    /// In the address that the person opens. It is good for one exchange.
    package internal(set) var token: Secret
    /// What the token is exchanged for: the value of the cookie.
    package let cookie: Secret
    /// In every form of a page. It shows that a form without a script is one of ours.
    package let form: Secret
    /// The name below `.localhost`, so that a browser gives the cookie to no other server of this machine.
    package var name: String
    /// Where the view listens; 0 until it does.
    package var port: Int

    /// - Returns: nil where the system has no random numbers.
    package static func random() -> Credentials? {
        guard let token = Secret.random(), let cookie = Secret.random(), let form = Secret.random(),
            let name = Secret.random()
        else { return nil }
        return Credentials(
            token: token, cookie: cookie, form: form, name: "v" + name.text.prefix(8), port: 0)
    }

    /// Spends the token, if it is the one.
    package mutating func exchange(_ text: String) -> Bool {
        guard token.matches(text), let next = Secret.random() else { return false }
        token = next
        return true
    }
}
