/// Names of controls that more than one scene has, or that the view knows.
enum ControlName {
    static let retry = "retry"
    static let dismiss = "dismiss"
    static let open = "open"
    /// The keys of a pager.
    static let next = "next"
    static let previous = "previous"
}
