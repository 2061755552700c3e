/// Names of controls that more than one scene has, or that the view knows.
package enum ControlName {
    package static let retry = "retry"
    package static let dismiss = "dismiss"
    package static let open = "open"
    /// The button of the greeting.
    package static let greet = "show"
    /// The keys of a pager.
    package static let next = "next"
    package static let previous = "previous"
    /// The key that opens the settings.
    package static let settings = "settings"
}
