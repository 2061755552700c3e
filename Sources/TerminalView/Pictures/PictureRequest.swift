/// A picture to be drawn at a size. The drawing may be smaller than that, since it keeps the picture's proportions.
package struct PictureRequest: Hashable, Sendable {
    /// The picture's ``ImageFile/key``.
    package var key: String
    package var size: Size

    package init(key: String, size: Size) {
        self.key = key
        self.size = size
    }
}
