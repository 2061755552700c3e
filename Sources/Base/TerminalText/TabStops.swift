/// Tabs as blanks: each moves to the next stop, as terminals, `less` and `cat` do. Stops count from the beginning of the line.
enum TabStops {
    /// - Parameter distance: cells from one stop to the next.
    static func expanded(_ text: String, distance: Int = 8) -> String {
        guard text.utf8.contains(UInt8(ascii: "\t")) else { return text }
        var output = ""
        var column = 0
        for character in text {
            switch character {
            case "\t":
                // Blanks are appended one by one: to append several copies all that is there.
                for _ in column..<distance { output.append(" ") }
                column = 0
            case "\n":
                output.append(character)
                column = 0
            default:
                output.append(character)
                column = (column + CellWidth.of(character)) % distance
            }
        }
        return output
    }
}
