/// Rules for addresses.
enum AddressRules {
    /// - Parameter colon: that of `://`.
    static func password(_ reader: inout TextReader, _ colon: Int) -> Range<Int>? {
        guard reader.has("://", at: colon) else { return nil }
        let start = colon + 3
        let authority = start..<reader.end(.authority, from: start)
        guard let end = reader.lastAt(.authority, from: start) else { return slashed(&reader, authority) }
        guard let password = reader.place(of: UInt8(ascii: ":"), in: start..<end) else {
            // A token as the user name.
            return SecretValue.isTokenLike(reader.text(start..<end)) ? start..<end : nil
        }
        return password + 1..<end
    }

    /// A password with an unescaped slash: the text after the colon is not a port, and an `@` follows.
    private static func slashed(_ reader: inout TextReader, _ authority: Range<Int>) -> Range<Int>? {
        guard let colon = reader.place(of: UInt8(ascii: ":"), in: authority), colon > authority.lowerBound,
            reader[authority.upperBound] == UInt8(ascii: "/")
        else { return nil }
        let port = reader.text(colon + 1..<authority.upperBound)
        guard !port.isEmpty, !port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), port.utf8.first != UInt8(ascii: "[") else {
            return nil
        }
        return reader.lastAt(.url, from: authority.lowerBound).map { colon + 1..<$0 }
    }

    private static let harmlessUsers = SecretTable.set("harmless users")

    /// `name:password@host` without a scheme.
    static func userInfo(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        var start = at
        var colon: Int?
        while start > 0, at - start < 128, let byte = reader[start - 1], byte > 0x20,
            !#""'`/@<>,;=()[]{}?&"#.utf8.contains(byte)
        {
            start -= 1
            if byte == UInt8(ascii: ":") { colon = start }
        }
        guard let colon, colon > start, !reader.has("sha256:", at: at + 1), let host = reader[at + 1],
            TextReader.isInside(host)
        else { return nil }
        let user = reader.text(start..<colon)
        guard !harmlessUsers.contains(user.lowercased()), user.utf8.contains(where: { !(0x30...0x39 ~= $0) }) else {
            return nil
        }
        return SecretValue.looksChosen(reader.text(colon + 1..<at)) ? colon + 1..<at : nil
    }
}
