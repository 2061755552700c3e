/// A theme as a user writes it: a look and its style a line, such as `accent: bold #ff8800 on black`. Lines below `[dark]` or
/// `[light]` hold only for that kind of background.
package struct ThemeFile: Equatable, Sendable {
    private var common: [Look: CellStyle] = [:]
    private var dark: [Look: CellStyle] = [:]
    private var light: [Look: CellStyle] = [:]
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    /// - Parameter given: lines that count more than the file, on each background.
    package init(_ text: String = "", given: [String] = []) {
        let text = given.isEmpty ? text : ([text, "[dark]"] + given + ["[light]"] + given).joined(separator: "\n")
        var section = \ThemeFile.common
        mistakes = SettingsFile.mistakes(in: text) { words throws(SettingsFile.Mistake) in
            switch words {
            case ["[dark]"]: section = \.dark
            case ["[light]"]: section = \.light
            default:
                let line = words.joined(separator: " ")
                let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard halves.count == 2, let look = Look(name: halves[0].filter { $0 != " " }) else {
                    throw .init(line, isNoneOf: Look.allCases.map { "\($0)" })
                }
                self[keyPath: section][look] = try Self.style(halves[1], of: look)
            }
        }
    }

    /// The theme for a terminal with that background.
    package func theme(isLight: Bool, depth: ColorDepth) -> Theme {
        (isLight ? Theme.light : .terminal).merging(Theme(common)).merging(Theme(isLight ? light : dark))
            .fitted(to: depth)
    }

    /// - Returns: the style that words such as `bold #ff8800 on black` describe.
    static func style(_ text: Substring, of look: Look? = nil) throws(SettingsFile.Mistake) -> CellStyle {
        var style = CellStyle(look: look)
        var isBackground = false
        for word in text.split(separator: " ") {
            switch word {
            case "plain": style = CellStyle(look: look)
            case "bold": style.isBold = true
            case "dim": style.isDim = true
            case "italic": style.isItalic = true
            case "reverse": style.isReversed = true
            case "underline": style.isUnderlined = true
            case "on": isBackground = true
            default:
                guard let color = color(word) else {
                    throw .init(
                        "\"\(word.prefix(40))\" is neither plain, bold, dim, italic, underline, reverse nor a colour "
                            + "(a name such as bright-blue, a number from 0 to 255, #rrggbb)")
                }
                if isBackground { style.background = color } else { style.color = color }
                isBackground = false
            }
        }
        return style
    }

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    private static func color(_ word: Substring) -> CellStyle.Color? {
        if word.hasPrefix("#"), word.utf8.count == 7, word.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(word.dropFirst(), radix: 16)
        {
            return .rgb(UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
        }
        let isBright = word.hasPrefix("bright-")
        if let index = names.firstIndex(of: String(isBright ? word.dropFirst(7) : word)) {
            return .palette(UInt8(index) + (isBright ? 8 : 0))
        }
        return word.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? UInt8(word).map { .palette($0) } : nil
    }
}
