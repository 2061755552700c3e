/// The mouse on the frame that the user sees. A click selects; a click on the selection opens, so a double click does too.
/// Things happen when the button goes up, so that moving away from them changes a user's mind, and so that no report
/// comes after the one that ends the program.
struct Pointer: Sendable {
    /// Target of a click, and its scene.
    private struct Place: Equatable {
        let scene: String?
        let meaning: Target.Meaning
    }

    var targets = Targets()
    /// Target that the button went down on, while it is down.
    private var pressed: Place?
    /// Target of the last click.
    private var last: Place?
    /// The choice under it opens when the button goes up: it was the selection already.
    var opens = false

    var isOnBorder: Bool { pressed?.meaning == .border }

    /// - Returns: the target that the button went down on.
    mutating func press(_ event: MouseEvent, on scene: String?) -> Target.Meaning? {
        let place = place(event.position, on: scene)
        pressed = nil
        // The first click may have brought another screen: the second was not meant for that.
        guard let place, event.clicks == 1 || place == last else { return nil }
        (pressed, last) = (place, place)
        return place.meaning
    }

    /// - Returns: the target that the button went down on, if it has gone up there.
    mutating func release(_ event: MouseEvent, on scene: String?) -> Target.Meaning? {
        defer { pressed = nil }
        return place(event.position, on: scene).flatMap { $0 == pressed ? $0.meaning : nil }
    }

    private func place(_ position: Position, on scene: String?) -> Place? {
        targets[position].map { Place(scene: scene, meaning: $0) }
    }
}
