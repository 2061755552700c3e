/// An entry of a playlist.
struct YouTubeVideo: Sendable {
    /// Eleven characters.
    let id: String
    let title: String
    let description: String
    /// ISO 8601: `PT4M13S`.
    let duration: String
    /// RFC 3339; when the video came out, and when it was added to the list.
    let published: String
    let added: String
    let state: State

    enum State: Sendable {
        case available
        /// Its entry stays in the list, without pictures.
        case deleted
        /// The same for a private video.
        case closed
    }
}
