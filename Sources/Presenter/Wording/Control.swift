/// The names of the controls that more than one scene has.
enum Control {
    static let retry = "retry"
    static let dismiss = "dismiss"
    static let open = "open"
}
