/// A theme as a user writes it: a look and its style a line, such as `accent: bold #ff8800 on black`. Lines below `[dark]` or
/// `[light]` hold only for that kind of background. `#` begins a comment at the beginning of a line.
package struct ThemeFile: Equatable, Sendable {
    private var common: [Look: CellStyle] = [:]
    private var dark: [Look: CellStyle] = [:]
    private var light: [Look: CellStyle] = [:]
    /// The lines that are wrong. All others are used.
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    package init() {}

    package init(_ text: String) {
        var section = \ThemeFile.common
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.filter { $0 != "\r" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            switch line {
            case "": continue
            case _ where line.hasPrefix("#"): continue
            case "[dark]": section = \.dark
            case "[light]": section = \.light
            default:
                do throws(SettingsFile.Mistake) {
                    let (look, style) = try Self.entry(line, index + 1)
                    self[keyPath: section][look] = style
                } catch {
                    mistakes.append(error)
                }
            }
        }
    }

    /// The theme for a terminal with that background.
    package func theme(isLight: Bool, depth: ColorDepth) -> Theme {
        (isLight ? Theme.light : .terminal).merging(Theme(common)).merging(Theme(isLight ? light : dark))
            .fitted(to: depth)
    }

    private static func entry(_ line: String, _ number: Int) throws(SettingsFile.Mistake) -> (Look, CellStyle) {
        let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let look = Look(name: halves[0].filter { $0 != " " }) else {
            let names = Look.allCases.map { "\($0)" }.joined(separator: ", ")
            throw SettingsFile.Mistake(line: number, reason: "\"\(line.prefix(40))\" is not one of \(names)")
        }
        var style = CellStyle(look: look)
        var isBackground = false
        for word in halves[1].split(separator: " ") {
            switch word {
            case "plain": style = CellStyle(look: look)
            case "bold": style.isBold = true
            case "dim": style.isDim = true
            case "reverse": style.isReversed = true
            case "underline": style.isUnderlined = true
            case "on": isBackground = true
            default:
                guard let color = color(word) else {
                    throw SettingsFile.Mistake(
                        line: number,
                        reason: "\"\(word.prefix(40))\" is neither plain, bold, dim, underline, reverse nor a colour "
                            + "(a name such as bright-blue, a number from 0 to 255, #rrggbb)")
                }
                if isBackground { style.background = color } else { style.color = color }
                isBackground = false
            }
        }
        return (look, style)
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
