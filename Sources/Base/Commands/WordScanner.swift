import CGetopt
import Platform
import Synchronization

/// Divides the words of a command line into options and arguments, in their order: getopt_long(3), without its abbreviations, since
/// a new option would change what they mean.
struct WordScanner {
    enum Finding {
        /// The index of the option's shape; `spelled` is `--file` or `-f`.
        case option(Int, spelled: String, value: String?)
        case argument(String, at: Int)
        /// All words after `--`.
        case rest([String])
        case unknown(String)
        /// The option lacks its value; `next` is the word after it, if that looks like an option.
        case missingValue(Int, spelled: String, next: String? = nil)
        case superfluousValue(String, of: String)
    }

    /// The first number above all letters.
    private static let firstName: Int32 = 1 << 21
    /// C keeps its place in global variables.
    private static let lock = Mutex(())

    private let words: [String]
    private let shapes: [OptionShape]

    init(_ words: [String], _ shapes: [OptionShape]) {
        self.words = words
        self.shapes = shapes
    }

    func findings() -> [Finding] {
        // The words for C, after one for the program's name.
        let vector = [strdup("")] + words.map { strdup($0) } + [nil]
        defer { for word in vector { free(word) } }
        return Self.lock.withLock { _ in findings(vector) }
    }

    private func findings(_ vector: [UnsafeMutablePointer<CChar>?]) -> [Finding] {
        let names = names
        let letters = letters.utf8CString.map(\.self)
        var findings: [Finding] = []
        viperline_begin_words()
        while true {
            var found = viperline_found()
            let code = viperline_next_word(Int32(words.count + 1), vector, letters, names, &found)
            let next = min(words.count, Int(found.next) - 1)
            let place = min(next, Int(found.word) - 1)
            if code == -1 { return next < words.count ? findings + [.rest(Array(words[next...]))] : findings }
            let isArgument = code == 1
            findings.append(
                isArgument
                    ? .argument(words[place], at: place)
                    : finding(code, found, words[place], takesNextWord: next - place > 1))
        }
    }

    private var names: [option] {
        let options = shapes.enumerated().filter { $1.kind == .flag || $1.kind == .option }.map { index, shape in
            option(
                name: UnsafeRawPointer(shape.name.utf8Start).assumingMemoryBound(to: CChar.self),
                has_arg: shape.kind != .option
                    ? no_argument : shape.mayLackValue ? optional_argument : required_argument, flag: nil,
                val: Self.firstName + Int32(index))
        }
        return options + [option(name: nil, has_arg: 0, flag: nil, val: 0)]
    }

    /// Arguments come in their place, and a missing value is not an unknown option.
    private var letters: String {
        shapes.reduce(into: "-:") { letters, shape in
            guard let letter = shape.letter else { return }
            letters += "\(letter)" + (shape.kind != .option ? "" : shape.mayLackValue ? "::" : ":")
        }
    }

    private func finding(_ code: Int32, _ found: viperline_found, _ word: String, takesNextWord: Bool) -> Finding {
        let isMissing = code == Int32(UInt8(ascii: ":"))
        let isRefused = isMissing || code == Int32(UInt8(ascii: "?"))
        let name = word.prefix { $0 != "=" }
        guard let (index, spelled) = shape(isRefused ? found.option : code, isName: word.hasPrefix("--"), name) else {
            return .unknown(unknown(found.option, word))
        }
        if isMissing { return .missingValue(index, spelled: spelled) }
        if isRefused { return .superfluousValue(String(word.dropFirst(name.count + 1)), of: spelled) }
        guard let bytes = found.value else { return .option(index, spelled: spelled, value: nil) }
        let value = String(cString: bytes)
        // Rather a forgotten value than one that looks like an option.
        if takesNextWord, value.hasPrefix("-"), value != "-", !shapes[index].takesDash {
            return .missingValue(index, spelled: spelled, next: value)
        }
        let isAssigned = !takesNextWord && !word.hasPrefix("--") && value.hasPrefix("=")
        return .option(index, spelled: spelled, value: isAssigned ? String(value.dropFirst()) : value)
    }

    /// - Parameter name: the word up to its value.
    private func shape(_ code: Int32, isName: Bool, _ name: Substring) -> (index: Int, spelled: String)? {
        guard isName else {
            let letter = Unicode.Scalar(UInt32(max(0, code)))
            return shapes.firstIndex { $0.letter != nil && $0.letter == letter }.flatMap { index in
                letter.map { (index, "-\($0)") }
            }
        }
        let index = Int(code - Self.firstName)
        guard shapes.indices.contains(index), name == "--\(shapes[index].name)" else { return nil }
        return (index, String(name))
    }

    /// The option as the user wrote it: of several letters in a word, the unknown one, unless the word is rather a name with one dash.
    private func unknown(_ letter: Int32, _ word: String) -> String {
        guard !word.hasPrefix("--") else { return String(word.prefix { $0 != "=" }) }
        guard 0x21..<0x7F ~= letter, let scalar = Unicode.Scalar(UInt32(letter)) else { return word }
        let isName = word.unicodeScalars.dropFirst().first == scalar || shapes.contains { word == "-\($0.name)" }
        return isName ? word : "-\(scalar)"
    }
}
