/// Parameters of Select Graphic Rendition (ECMA-48, 8.3.117), for drawings in which the terminal's palette has fixed colours.
struct GraphicRendition: Equatable, Sendable {
    static let usualInk = "#d6d9e0"
    static let usualPaper = "#1c1f26"
    private static let palette = [
        "#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4", "#7f848e", "#ff8790",
        "#b5e890", "#ffd68a", "#82c4ff", "#de94f2", "#74d7e2", "#ffffff",
    ]

    /// The classes of the drawing's style: `b` bold, `d` dim, `i` italic, `u` underlined.
    private(set) var classes: Set<String> = []
    private var isReversed = false
    /// `#rrggbb`; nil for the usual one.
    private var color: String?
    private var background: String?

    /// The colour of the text.
    var ink: String { isReversed ? background ?? Self.usualPaper : color ?? Self.usualInk }
    /// Nil where nothing is drawn behind the text.
    var paper: String? { isReversed ? color ?? Self.usualInk : background }

    /// Unknown parameters are ignored.
    init(_ parameters: String) {
        var numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }[...]
        while let number = numbers.popFirst() {
            switch number {
            case 0: self = GraphicRendition("")
            case 1...4: classes.insert(["b", "d", "i", "u"][number - 1])
            case 7: isReversed = true
            case 30...37: color = Self.palette[number - 30]
            case 90...97: color = Self.palette[number - 82]
            case 38: color = Self.extended(&numbers) ?? color
            case 40...47: background = Self.palette[number - 40]
            case 100...107: background = Self.palette[number - 92]
            case 48: background = Self.extended(&numbers) ?? background
            default: break
            }
        }
    }

    /// The colour of `5;N` or `2;R;G;B`.
    private static func extended(_ numbers: inout ArraySlice<Int>) -> String? {
        switch numbers.popFirst() {
        case 2:
            let parts = numbers.prefix(3)
            numbers = numbers.dropFirst(3)
            return parts.count == 3 ? hexadecimal(Array(parts)) : nil
        case 5: return numbers.popFirst().flatMap(color(of:))
        default: return nil
        }
    }

    /// A colour of xterm's palette: sixteen colours, a cube of 6×6×6, and 24 greys.
    private static func color(of number: Int) -> String? {
        switch number {
        case 0..<16: return palette[number]
        case 16..<232:
            let levels = [0, 95, 135, 175, 215, 255]
            return hexadecimal([36, 6, 1].map { levels[(number - 16) / $0 % 6] })
        case 232..<256: return hexadecimal(Array(repeating: 8 + 10 * (number - 232), count: 3))
        default: return nil
        }
    }

    private static func hexadecimal(_ parts: [Int]) -> String {
        "#"
            + parts.map { part in
                let text = String(min(max(part, 0), 255), radix: 16)
                return text.count < 2 ? "0\(text)" : text
            }.joined()
    }
}
