/// JSON laid out for readers: indented by two blanks, with what is short in one line.
public struct JSONLayout {
    /// The width in characters. A container that fits is not broken.
    private static let width = 100

    private let json: [UInt8]
    private var output: [UInt8] = []
    private var depth = 0
    private var at = 0

    /// - Parameters:
    ///   - json: one value, valid and without white space outside of strings.
    ///   - most: bytes of output after which it breaks off.
    public static func laidOut(_ json: [UInt8], most: Int = .max) -> [UInt8] {
        var layout = JSONLayout(json: json)
        layout.output.reserveCapacity(2 * json.count)
        while layout.at < json.count, layout.output.count < most { layout.step() }
        return layout.output
    }

    private init(json: [UInt8]) { self.json = json }

    private mutating func step() {
        let byte = json[at]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let end = shortEnd() {
                while at < end { copyToken(isInLine: true) }
            } else {
                copyToken()
                depth += 1
                newLine()
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth = max(0, depth - 1)
            newLine()
            copyToken()
        default: copyToken()
        }
    }

    /// A string, or one byte of anything else, and what follows it for readers.
    private mutating func copyToken(isInLine: Bool = false) {
        let byte = json[at]
        let end = byte == UInt8(ascii: "\"") ? stringEnd(at) : at + 1
        output += json[at..<end]
        at = end
        if byte == UInt8(ascii: ":") || (byte == UInt8(ascii: ",") && isInLine) {
            output.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: ",") {
            newLine()
        }
    }

    private mutating func newLine() {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private func stringEnd(_ start: Int) -> Int {
        var end = start + 1
        while end < json.count, json[end] != UInt8(ascii: "\"") { end += json[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end + 1, json.count)
    }

    /// The end of the container that begins here, if it fits into a line.
    private func shortEnd() -> Int? {
        let most = min(json.count, at + max(2, Self.width - 2 * depth))
        var (nesting, place) = (0, at)
        while place < most {
            switch json[place] {
            case UInt8(ascii: "\""):
                place = stringEnd(place)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): nesting += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): nesting -= 1
            default: break
            }
            place += 1
            if nesting == 0 { return place <= most ? place : nil }
        }
        return nil
    }
}
