/// Restores a terminal that a full-screen program has used: written by the view when it exits, and by the supervisor if the
/// view was killed.
package enum TerminalReset {
    /// In this order: the end of a synchronized update, no reports of the mouse and of colours, the window's title from before, plain text that is
    /// no link, automatic wrapping, no bracketed paste, no scrolling margins, a visible cursor, the screen from before.
    package static let sequence =
        "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2031l\u{1B}[23;2t\u{1B}[0m\u{1B}]8;;\u{1B}\\\u{1B}[?7h\u{1B}[?2004l\u{1B}[r\u{1B}[?25h\u{1B}[?1049l"
}
