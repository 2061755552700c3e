import ViewMessages

/// The controls that the role itself puts on screens. No program should use their names.
enum OwnControl {
    static let refresh = "viperline.refresh"
    static let retry = "viperline.retry"
    static let close = "viperline.close"

    static let refreshKey = ScreenKey(control: refresh, title: "Refresh", character: "r")

    /// - Parameter mayRetry: whether the same can be done again without harm.
    static func alert(_ title: String, _ message: String, mayRetry: Bool) -> Alert {
        let retry = Button(control: Self.retry, title: "Try again", key: "r", role: .default)
        let close = Button(control: Self.close, title: "Close", role: .cancel)
        return Alert(title: title, message: message, buttons: (mayRetry ? [retry] : []) + [close], isFailure: true)
    }
}
