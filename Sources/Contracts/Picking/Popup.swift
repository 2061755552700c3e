/// The place and the size of a popup of tmux, as fzf writes them: `70%`, `left,40%`, `top,80%,20`, and nothing for `center,50%`.
package struct Popup: Sendable {
    /// For tmux's `display-popup`: -x, -y, -w and -h.
    package let x: String
    package let y: String
    package let width: String
    package let height: String

    package init?(_ text: String) {
        var parts = text.split(separator: ",", omittingEmptySubsequences: text.isEmpty)[...]
        // The border is always that of tmux.
        if parts.last == "border-native" { parts.removeLast() }
        let place = parts.first.flatMap { Self.places[$0] }
        if place != nil { parts.removeFirst() }
        guard parts.count <= 2, parts.allSatisfy(Self.isSize) else { return nil }
        let first = parts.first.map(String.init) ?? "50%"
        let second = parts.count > 1 ? parts.last.map(String.init) : nil
        (x, y) = place ?? ("C", "C")
        // With one size, a popup at an edge is as long as the edge.
        width = second == nil && x == "C" && y != "C" ? "100%" : first
        height = second ?? (x != "C" ? "100%" : first)
    }

    /// tmux moves a popup beyond the last row up into sight.
    private static let places: [Substring: (String, String)] = [
        "center": ("C", "C"), "top": ("C", "0"), "bottom": ("C", "9999"), "left": ("0", "C"), "right": ("R", "C"),
    ]

    private static func isSize(_ part: Substring) -> Bool {
        let isShare = part.last == "%"
        return Int(isShare ? part.dropLast() : part).map { 1...(isShare ? 100 : 9999) ~= $0 } ?? false
    }
}
