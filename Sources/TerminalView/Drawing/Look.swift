/// What a cell's style is for. These are the names that a theme gives colours to.
package enum Look: String, CaseIterable, Hashable, Sendable {
    /// The title of the screen, marks, buttons, and the tone `accent`.
    case accent
    /// Headings, the titles of rows, keys.
    case strong
    /// Subtitles, borders, hints, and the tone `muted`.
    case muted
    /// What stands at the right of a row.
    case accessory
    case success, warning
    /// Also failures and what destroys something.
    case danger
    case selection
    /// The letters that a filter or a search has found.
    case match
}
