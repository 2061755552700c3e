/// Command-line options that are followed by a secret.
enum CommandOption {
    /// Whether a secret follows the option, as after `--token`.
    static func isSecret(_ word: ArraySlice<UInt8>, withValue value: String) -> Bool {
        let name = word.drop { $0 == UInt8(ascii: "-") }
        guard word.first == UInt8(ascii: "-"), !name.isEmpty else { return false }
        // curl's and wget's `-b name=value`.
        if word.elementsEqual("-b".utf8) { return value.utf8.contains(UInt8(ascii: "=")) }
        return name.count > 1
            && SecretName.isSecretParameter(String(decoding: name, as: UTF8.self), withValue: value)
    }

    /// Whether `name:password` follows.
    static func isUser(_ word: ArraySlice<UInt8>) -> Bool {
        ["-u", "--user", "--proxy-user", "-U", "-a", "--auth"].contains { word.elementsEqual($0.utf8) }
    }

    /// The password of `name:password`; nil for another form.
    static func password(in text: [UInt8], _ value: Range<Int>) -> Range<Int>? {
        guard let colon = text[value].firstIndex(of: UInt8(ascii: ":")), colon > value.lowerBound,
            !text[colon...].starts(with: "://".utf8)
        else { return nil }
        return colon + 1..<value.upperBound
    }
}
