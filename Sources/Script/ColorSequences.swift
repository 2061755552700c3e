/// The terminal's sequences for colours and the like (CSI), which programs write into their lines.
enum ColorSequences {
    static func removed(from line: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(line.count)
        var rest = line[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B, rest.first == UInt8(ascii: "[") else {
                output.append(byte)
                continue
            }
            // Parameters and intermediate bytes, then a final one (ECMA-48, 5.4).
            rest = rest.dropFirst().drop { 0x20...0x3F ~= $0 }
            if let final = rest.first, 0x40...0x7E ~= final { rest = rest.dropFirst() }
        }
        return output
    }
}
