/// The private folder of a session, for sockets and the like. It is removed with the session.
package enum SessionVariable {
    /// Its variable in compose files and in the environment of every service.
    package static let folder = "VIPERLINE_SESSION_DIR"
}
