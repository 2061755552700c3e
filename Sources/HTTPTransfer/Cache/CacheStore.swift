/// The folder in which answers are kept, for any number of processes at once.
package struct CacheStore: Sendable {
    private let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// All entries, newest first.
    package func list() -> [CacheListing] { [] }

    /// Removes every entry.
    /// - Returns: how many there were.
    @discardableResult
    package func clear() -> Int { 0 }
}
