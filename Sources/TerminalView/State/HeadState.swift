import ScreenModel
import ViewMessages

/// A scene's head: parts that stay in sight above the others. Where they would take more than half of the lines, they are scrolled
/// with the others.
struct HeadState: Sendable {
    private var parts: [Part]
    private var images: [String: ImageFile]
    private var laidOut: Content?
    /// Whether the head stays in sight.
    private(set) var sticks = true
    /// The lines that it takes from the others: its own and an empty one. None where it is scrolled with them.
    private(set) var lines = 0

    init(_ parts: [Part]?, images: [String: ImageFile] = [:]) {
        self.parts = parts ?? []
        self.images = images
    }

    mutating func show(_ new: [Part]?, images newImages: [String: ImageFile]) {
        if new ?? [] != parts || newImages.count != images.count { laidOut = nil }
        parts = new ?? []
        images = newImages
    }

    mutating func use(images: [String: ImageFile]) {
        self.images = images
        laidOut = nil
    }

    /// The parts that are scrolled with the others.
    var scrolled: [Part] { sticks ? [] : parts }

    mutating func content(width: Int) -> Content {
        if let laidOut, laidOut.width == width { return laidOut }
        let content = Content(parts, width: width, images: images)
        laidOut = content
        return content
    }

    /// Decides whether it stays in sight.
    /// - Parameter rows: those of the content.
    /// - Returns: whether that has changed.
    mutating func adapt(width: Int, rows: Int) -> Bool {
        let stuck = sticks
        let count = content(width: width).lines.count
        let wanted = count == 0 ? 0 : count + 1
        sticks = wanted <= rows / 2
        lines = sticks ? wanted : 0
        return sticks != stuck
    }

    /// What can be drawn of its pictures.
    mutating func pictureRequests(width: Int) -> [PictureRequest] {
        content(width: width).pictureRequests(on: 0..<max(lines, 1))
    }
}
