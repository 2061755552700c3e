/// How a terminal is told a picture.
package enum PictureFormat: String, CaseIterable, Sendable {
    /// As coloured characters, which every terminal shows.
    case symbols
    /// As pixels: kitty's graphics protocol, iTerm2's inline images, DEC's sixels.
    case kitty, iterm, sixel
}
