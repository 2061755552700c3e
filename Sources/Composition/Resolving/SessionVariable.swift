/// The folder that is private to a session, for sockets and the like. It goes when the session does.
package enum SessionVariable {
    /// What it is called in compose files and in the environment of every service.
    package static let folder = "VIPERLINE_SESSION_DIR"
}
