/// Tabs as blanks: each moves to the next stop, as terminals, `less` and `cat` do. Stops count from the beginning of the line.
enum TabStops {
    /// - Parameters:
    ///   - distance: cells from one stop to the next.
    ///   - column: the cells before the text in its line.
    static func expanded(_ text: String, distance: Int = 8, column start: Int = 0) -> String {
        guard text.utf8.contains(UInt8(ascii: "\t")) else { return text }
        var output = ""
        var column = start % distance
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
