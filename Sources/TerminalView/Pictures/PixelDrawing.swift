import ScreenModel

/// A picture in pixels. Two are equal only if they are one.
package struct PixelDrawing: Sendable {
    let format: PictureFormat
    /// The number by which the terminal knows it.
    let number: Int
    /// In cells.
    let size: Size
    let pixels: PixelSize
    /// What the terminal is told of the pixels, in the words of the format: printable ASCII.
    let data: [UInt8]
}

extension PixelDrawing: Hashable {
    package static func == (left: PixelDrawing, right: PixelDrawing) -> Bool { left.number == right.number }
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A picture in pixels at its place on the screen.
package struct PlacedDrawing: Hashable, Sendable {
    let drawing: PixelDrawing
    var position: Position
}

/// What has been made of a picture.
package enum Drawing: Sendable {
    case cells(CellBuffer)
    case pixels(PixelDrawing)
}
