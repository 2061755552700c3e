/// The cost of a text: features that make cmark-gfm slow or its memory large, counted in one pass over the bytes before it is parsed.
///
/// The library's time (0.29.0.gfm.6) is quadratic in brackets, in openers of declarations, in the depth of containers times what is in them,
/// and in lines that may begin a table; its memory is that of a definition times the references to it. Each count is an upper bound,
/// and far above what documents written by hand need.
struct MarkdownCost {
    private static let mostBrackets = 8192
    /// Bytes that the openers of declarations may make the parser visit.
    private static let mostVisits = 512 << 20
    /// The depth times the lines, and times the bytes.
    private static let (mostNestedLines, mostNestedBytes) = (2 << 20, 16 << 20)
    private static let mostDefined = 32 << 20
    private static let mostTableWork = 4 << 20
    /// The cells of tables. cmark-gfm gives each row as many as the header has, so a short text can require millions.
    private static let mostCells = 100_000

    private let bytes: Int
    private var (lines, brackets, declarations, deepest) = (0, 0, 0, 0)
    private var (widest, tableWork) = (0, 0)
    /// The longest text after the `]:` of what may be a definition.
    private var longestDefinition = 0
    private var definition: Int?
    /// Bytes and bars since the last empty line.
    private var block = (bytes: 0, bars: 0)

    init(_ text: String) {
        var text = text
        bytes = text.utf8.count
        text.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
                count(bytes[start..<end])
                start = end + 1
            }
            endDefinition(at: bytes.count)
        }
    }

    /// True if the text can be parsed.
    var isAffordable: Bool {
        brackets <= Self.mostBrackets && declarations * bytes <= Self.mostVisits
            && deepest * lines <= Self.mostNestedLines && deepest * bytes <= Self.mostNestedBytes
            && longestDefinition * brackets <= Self.mostDefined
    }

    /// True if the text can be parsed with tables.
    var hasAffordableTables: Bool {
        (widest + 1) * (lines + 1) <= Self.mostCells && tableWork <= Self.mostTableWork
    }

    /// Counts every byte, also in programs that are not optimised: numbers instead of characters make that bearable.
    private mutating func count(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        lines += 1
        let bytes = line.base
        let end = line.endIndex
        var (bars, isDelimiter, hasDash, isBlank) = (0, true, false, true)
        var index = line.startIndex
        while index < end {
            let byte = bytes[index]
            switch byte {
            case 0x5B: brackets += 1  // [
            case 0x7C: bars += 1  // |
            case 0x2D: hasDash = true  // -
            case 0x3C where index + 1 < end:  // <? and <! but for a comment, <!--, which is found in one pass
                let isDeclaration = bytes[index + 1] == 0x21 && index + 2 < end && bytes[index + 2] != 0x2D
                if bytes[index + 1] == 0x3F || isDeclaration { declarations += 1 }
            case 0x5D where index + 1 < end && bytes[index + 1] == 0x3A:  // ]:
                endDefinition(at: index)
                definition = index
            default: break
            }
            if isBlank, byte != 0x20, byte != 0x09 { isBlank = false }
            if isDelimiter { isDelimiter = Self.maySeparateTable(byte) }
            index += 1
        }
        if isBlank {
            endDefinition(at: line.startIndex)
            block = (0, 0)
            return
        }
        widest = max(widest, bars)
        deepest = max(deepest, Self.depth(of: line))
        block.bytes += line.count + 1
        block.bars += bars
        tableWork += bars * bars / 4
        // The library takes the paragraph so far for a header, and reads all of it.
        if isDelimiter, hasDash { tableWork += block.bytes + block.bars * block.bars / 4 }
    }

    private mutating func endDefinition(at index: Int) {
        if let definition { longestDefinition = max(longestDefinition, index - definition) }
        definition = nil
    }

    /// The most containers that a line begins or continues: its marks, and the indentation before them. Indentation alone begins none.
    private static func depth(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var (marks, columns) = (0, 0)
        scan: for index in line.indices {
            let isApart = index + 1 >= line.endIndex || isBlank(line[index + 1])
            switch line[index] {
            case UInt8(ascii: " "): columns += 1
            case 0x09: columns += 4
            case UInt8(ascii: ">"): marks += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ")"):
                guard isApart else { break scan }
                marks += 1
            default: break scan
            }
        }
        return marks == 0 ? 0 : marks + columns / 2
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Bars, colons and dashes, also after the marks of containers.
    private static func maySeparateTable(_ byte: UInt8) -> Bool {
        switch byte {
        // Blanks, ) * + - . > : | and digits.
        case 0x20, 0x09, 0x0B, 0x0C, 0x29...0x2B, 0x2D, 0x2E, 0x30...0x3A, 0x3E, 0x7C: true
        default: false
        }
    }
}
