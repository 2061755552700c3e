package import ViewMessages

/// A picture at its place in the content.
package struct PlacedPicture: Equatable, Sendable {
    package var picture: Picture
    /// What to have drawn for it; nil when its caption stands for it.
    package var request: PictureRequest?
    /// Its lines in ``Content/lines``.
    package var lines: Range<Int>
    /// Its width in cells.
    package var width: Int
}
