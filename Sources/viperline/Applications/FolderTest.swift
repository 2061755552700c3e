/// A test of an application's folder.
struct FolderTest {
    enum Kind {
        case conversation
        /// A cassette, with the service whose program is verified.
        case cassette
    }

    let kind: Kind
    /// Relative to the application's folder.
    let path: String
    let service: String

    /// What the table calls it, and `--filter` looks through.
    var name: String { "\(path) \(service)" }
}
