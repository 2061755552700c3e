/// What the mouse is doing.
struct Pointer: Sendable {
    /// What was clicked, and on which scene.
    struct Place: Equatable {
        let scene: String?
        let meaning: Target.Meaning
    }

    /// What the button went down on, while it is down.
    var pressed: Place?
    /// What was clicked last.
    var last: Place?
    /// Whether it opens when the button goes up: it was the selection already.
    var opens = false
}
