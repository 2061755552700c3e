import JSON
import Platform
import Spelling

/// Advice that libjq's errors lack: the bracket that is not closed, the function that was meant.
struct ProgramAdvice {
    let text: String
    let variables: [String]

    /// An error in clearer words. libjq takes the end of the text for a character, or recommends a form that does not fit.
    func words(for message: String) -> String {
        if text.hasPrefix("http://") || text.hasPrefix("https://") {
            return "a text in a jq program is in double quotes: \"\(text.prefix(Self.context))…\""
        }
        if message.contains("unexpected INVALID_CHARACTER") || message.contains("unexpected $end") {
            return Self.unclosed(in: text)
                ?? "a quotation mark or a bracket is missing, or a character is not jq's, such as ' in place of \""
        }
        if message.contains("expecting ':'") {
            return "\(message); a keyword of jq, such as label or end, needs its value: {\"label\": .label}"
        }
        guard message.hasSuffix(" is not defined") else { return message }
        if let refusal = Prelude.refusal(in: message) { return refusal }
        let name = String(message.prefix { $0 != " " })
        if name.hasPrefix("$") {
            return message + Suggestion.hint(for: name, among: variables.map { "$\($0)" })
        }
        return message + Self.hint(for: name)
    }

    // MARK: Functions

    /// - Parameter name: with the number of its arguments, such as `fcts/1`.
    private static func hint(for name: String) -> String {
        let functions = Prelude.functions + builtins
        let own = name.prefix { $0 != "/" }
        let forms = functions.filter { $0.prefix { $0 != "/" } == own }
        guard forms.isEmpty else { return "; there is \(forms.joined(separator: " and "))" }
        let names = functions.map { String($0.prefix { $0 != "/" }) }
        return Suggestion.hint(for: String(own), among: names)
    }

    private static var builtins: [String] {
        guard let program = try? JQProgram("builtins", variables: []),
            let output = try? program.run(
                Array("null".utf8), variables: Array("{}".utf8), most: .init(outputs: 1, bytes: 1 << 20))
        else { return [] }
        return output.first.flatMap { try? [String](json: $0) } ?? []
    }

    // MARK: Brackets

    private struct Opening {
        let byte: UInt8
        let place: Int
    }

    /// The first bracket without its partner; nil if all have one.
    private static func unclosed(in text: String) -> String? {
        let bytes = Array(text.utf8)
        var open: [Opening] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if open.last?.byte == UInt8(ascii: "\"") {
                switch byte {
                case UInt8(ascii: "\""): open.removeLast()
                case UInt8(ascii: "\\"):
                    place += 1
                    if place < bytes.count, bytes[place] == UInt8(ascii: "(") {
                        open.append(Opening(byte: bytes[place], place: place))
                    }
                default: break
                }
            } else {
                switch byte {
                case UInt8(ascii: "#"): while place < bytes.count, bytes[place] != 0x0A { place += 1 }
                case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                    open.append(Opening(byte: byte, place: place))
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    guard let last = open.last else { return sign(byte, bytes, place) + " closes nothing" }
                    guard partner(of: last.byte) == byte else {
                        return sign(last.byte, bytes, last.place) + " is not closed"
                    }
                    open.removeLast()
                default: break
                }
            }
            place += 1
        }
        return open.last.map { sign($0.byte, bytes, $0.place) + " is not closed" }
    }

    private static func partner(of byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: UInt8(ascii: "}")
        }
    }

    /// Bytes that are quoted of a program.
    private static let context = 20

    /// The sign with the text around it, because a program in YAML has no columns of its own.
    private static func sign(_ byte: UInt8, _ bytes: [UInt8], _ place: Int) -> String {
        let line = bytes[place...].prefix { $0 != 0x0A }.dropFirst()
        let after = String(decoding: line.prefix(context), as: UTF8.self)
        let before = String(decoding: bytes[..<place].suffix(context).split(separator: 0x0A).last ?? [], as: UTF8.self)
        let name = byte == UInt8(ascii: "\"") ? "the quotation mark" : "the \"\(Character(Unicode.Scalar(byte)))\""
        if !after.isEmpty { return "\(name) before \(after)\(line.count > context ? "…" : "")" }
        return before.isEmpty ? name : "\(name) after \(before)"
    }
}

extension Prelude {
    /// Functions that an author can use, with the number of their arguments.
    static var functions: [String] {
        definitions.compactMap { definition in
            let name = definition.dropFirst(4).prefix { $0 != "(" && $0 != ":" }
            guard !name.hasPrefix("viperline_") else { return nil }
            let hasArguments = definition.dropFirst(4 + name.count).first == "("
            let arguments = definition.dropFirst(4 + name.count).prefix { $0 != ")" }
            return "\(name)/\(hasArguments ? arguments.count { $0 == ";" } + 1 : 0)"
        }
    }
}
