/// A picture to be drawn, and the size. The drawing may be smaller, since it keeps the proportions.
package struct PictureRequest: Hashable, Sendable {
    /// The picture's ``ImageFile/key``.
    package var key: String
    package var size: Size

    package init(key: String, size: Size) {
        self.key = key
        self.size = size
    }
}
