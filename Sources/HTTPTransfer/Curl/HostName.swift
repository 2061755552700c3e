import CIDN2

/// Converts host names of all scripts to ASCII (IDNA 2008 with UTS 46, like browsers and curl). libcurl does so only in
/// a UTF-8 locale, which services lack.
enum HostName {
    /// - Returns: the name in ASCII, such as `xn--bcher-kva.example`; nil for an invalid name.
    static func ascii(_ name: String) -> String? {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        let modes = [IDN2_NONTRANSITIONAL, IDN2_TRANSITIONAL]
        return modes.lazy.compactMap { convert(name, $0) }.first
    }

    private static func convert(_ name: String, _ mode: idn2_flags) -> String? {
        var output: UnsafeMutablePointer<UInt8>?
        let flags = Int32(bitPattern: IDN2_NFC_INPUT.rawValue | mode.rawValue)
        guard idn2_lookup_u8(name, &output, flags) == IDN2_OK.rawValue, let output else { return nil }
        defer { idn2_free(output) }
        let ascii = String(cString: output)
        // Some characters map to several, among them slashes, which a host must not contain.
        return ascii.utf8.allSatisfy(isHostByte) ? ascii : nil
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
