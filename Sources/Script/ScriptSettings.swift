/// What a session of one program is asked to do.
package struct ScriptSettings: Sendable {
    /// What the first screen is called, unless the program says so.
    package var title: String
    /// Whether there is a program to call; else all rows are there from the beginning.
    package var hasProgram: Bool
    /// Whether rows that come as JSON are chosen like lines, and not told to the program.
    package var chooses: Bool
    /// How often the screen is made anew, in milliseconds.
    package var interval: Int?
    /// What ends a plain row: LF or NUL.
    package var separator: UInt8

    package init(
        title: String, hasProgram: Bool, chooses: Bool = false, interval: Int? = nil, separator: UInt8 = 0x0A
    ) {
        self.title = title
        self.hasProgram = hasProgram
        self.chooses = chooses || !hasProgram
        self.interval = interval
        self.separator = separator
    }
}
