/// The words of the App Store's scenes.
package enum AppStoreText {
    package static let title = "App Store"
    package static let service = "The store"
    package static let noun = "app"
    package static let placeholder = "Search apps"
    /// Hint for an empty query.
    package static let hint = "Type the name of an app, or what it should be about."
}
