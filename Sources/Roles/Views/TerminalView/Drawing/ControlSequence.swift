import Processes

/// The control sequences that the view writes (ECMA-48 and xterm's private modes).
package enum ControlSequence {
    package static let hideCursor = "\u{1B}[?25l"
    package static let showCursor = "\u{1B}[?25h"
    package static let clearScreen = "\u{1B}[2J"
    package static let eraseToEndOfLine = "\u{1B}[K"
    package static let plainStyle = "\u{1B}[m"
    /// Terminals that know mode 2026 show everything between these two at once; the others ignore them.
    package static let beginSynchronizedUpdate = "\u{1B}[?2026h"
    package static let endSynchronizedUpdate = "\u{1B}[?2026l"

    /// The alternate screen, bracketed paste, no wrapping at the right edge.
    package static let enterFullScreen = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l" + hideCursor
    package static let leaveFullScreen = TerminalReset.sequence
    /// The same modes, on the screen that is there.
    static let enterInline = "\u{1B}[?2004h\u{1B}[?7l" + hideCursor
    static let leaveInline = TerminalReset.modes
    static let eraseBelow = "\u{1B}[J"
    /// Reports of buttons and the wheel (mode 1000), and of movements while a button is down (1002), in a form without limits (1006). Terminals that do not know these ignore
    /// them. With Shift, the mouse still selects text.
    package static let reportMouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    package static let ignoreMouse = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    /// The terminal answers by CSI 0 n (DSR), after all that was typed before.
    package static let askForStatus = "\u{1B}[5n"
    /// The terminal answers by the colour of the background (OSC 11), and from then on by CSI ? 997 ; n when it changes between dark and
    /// light (mode 2031).
    package static let askForBackground = "\u{1B}]11;?\u{1B}\\\u{1B}[?2031h"
    /// A terminal with kitty's graphics answers by APC G i=31;OK, and any by CSI ? … c (DA1), with a 4 where it has sixels.
    package static let askForPictures = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
    /// Keeps the window's title for the end (XTWINOPS 22; 23 brings it back).
    package static let keepTitle = "\u{1B}[22;2t"
    /// - Parameter title: without control characters.
    package static func title(_ title: String) -> String { "\u{1B}]2;\(title)\u{7}" }
    /// Copies a text to the clipboard, where the terminal allows it (OSC 52).
    package static func copy(base64 text: String) -> String { "\u{1B}]52;c;\(text)\u{7}" }

    /// Begins the text of a link (OSC 8). The id joins its separate pieces.
    package static func begin(_ link: Hyperlink) -> String {
        "\u{1B}]8;id=\(link.number);\(link.address)\u{1B}\\"
    }
    package static let endLink = "\u{1B}]8;;\u{1B}\\"

    package static func move(to position: Position) -> String { "\u{1B}[\(position.row + 1);\(position.column + 1)H" }
    package static func moveForward(_ columns: Int) -> String { columns == 1 ? "\u{1B}[C" : "\u{1B}[\(columns)C" }
    /// The beginning of the line below. At the lower margin it would scroll.
    package static let nextLine = "\r\n"
    /// The same column of the line above, or of the same line at the upper margin.
    package static let moveUp = "\u{1B}[A"
    /// Lets all rows scroll again (DECSTBM without parameters). The cursor goes home.
    package static let wholeScreen = "\u{1B}[r"
    /// The same, with the cursor where it was (DECSC, DECRC).
    static let wholeScreenAtCursor = "\u{1B}7\u{1B}[r\u{1B}8"
    /// Takes no cell. A terminal that orders text by direction takes what follows for a text of its own.
    package static let leftToRightMark = "\u{200E}"

    /// Rows within which line feeds and reverse indices scroll, as even a VT100 knows; SU and SD are not known everywhere. The
    /// cursor goes home.
    package static func margins(_ rows: Range<Int>) -> String { "\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r" }
    /// Down, or at the lower margin scrolls the rows up.
    package static let index = "\n"
    /// Up, or at the upper margin scrolls the rows down.
    package static let reverseIndex = "\u{1B}M"

    package static func style(_ parameters: [String]) -> String { "\u{1B}[\(parameters.joined(separator: ";"))m" }
}
