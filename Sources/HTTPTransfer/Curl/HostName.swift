import CIDN2

/// Host names of all scripts as the look-up takes them (IDNA 2008 by way of UTS 46, as browsers and curl do). libcurl does
/// so only where the locale is one of UTF-8, and a service has none.
enum HostName {
    /// - Returns: the name in ASCII, such as `xn--bcher-kva.example`; nil where it cannot be one.
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
        // Some letters stand for more than one, such as a slash among others, which must not come to be in a host.
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
