import ScreenModel

/// The sequences that show pictures in pixels, and take them away.
enum PictureSequence {
    /// Bytes of base64 in one sequence of kitty's.
    private static let longestPiece = 4096

    /// Has the terminal keep a picture for ``show(_:)``, where it can.
    static func send(_ drawing: PixelDrawing) -> String {
        guard drawing.format == .kitty else { return "" }
        var keys = "a=t,f=32,s=\(drawing.pixels.width),v=\(drawing.pixels.height),i=\(drawing.number),q=2,"
        var output = ""
        var rest = drawing.data[...]
        repeat {
            let piece = rest.prefix(longestPiece)
            rest = rest.dropFirst(longestPiece)
            output += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
            keys = "q=2,"
        } while !rest.isEmpty
        return output
    }

    /// Shows it at the cursor. The cursor may be anywhere afterwards.
    static func show(_ placed: PlacedDrawing) -> String {
        let drawing = placed.drawing
        switch drawing.format {
        case .symbols: return ""
        case .kitty:
            let size = "c=\(drawing.size.columns),r=\(drawing.size.rows)"
            return "\u{1B}_Ga=p,i=\(drawing.number),p=\(placement(placed)),\(size),C=1,q=2\u{1B}\\"
        case .iterm:
            let size = "width=\(drawing.size.columns);height=\(drawing.size.rows)"
            return "\u{1B}]1337;File=inline=1;\(size);preserveAspectRatio=1:" + data(drawing) + "\u{7}"
        case .sixel:
            // Pixels that are not drawn stay as they are.
            return "\u{1B}P0;1;0q" + data(drawing) + "\u{1B}\\"
        }
    }

    /// Takes a picture away where writing over it is not enough.
    static func hide(_ placed: PlacedDrawing) -> String {
        guard placed.drawing.format == .kitty else { return "" }
        return "\u{1B}_Ga=d,d=i,i=\(placed.drawing.number),p=\(placement(placed)),q=2\u{1B}\\"
    }

    /// Has the terminal forget a picture that it keeps.
    static func forget(_ number: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\" }

    /// All that the terminal keeps.
    static let forgetAll = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

    /// The same picture may be in several places.
    private static func placement(_ placed: PlacedDrawing) -> Int {
        placed.position.row * 1000 + placed.position.column + 1
    }

    private static func data(_ drawing: PixelDrawing) -> String { String(decoding: drawing.data, as: UTF8.self) }
}
