import Foundation

/// A page token as YouTube forms it: a Protocol Buffers message in base64url. Field 1 is an offset; field 2 is 0 for the
/// page that begins there (`CAoQAA`), and 1 for the page that ends there (`CAUQAQ`).
struct PageToken: Equatable {
    /// 1 to 127, so that it takes a single byte.
    let offset: Int
    let isBackward: Bool

    init(offset: Int, isBackward: Bool = false) {
        self.offset = offset
        self.isBackward = isBackward
    }

    /// - Returns: nil for a text that is none.
    init?(_ text: String) {
        let padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + "=="
        guard let bytes = Data(base64Encoded: padded).map([UInt8].init), bytes.count == 4, bytes[0] == 0x08,
            1...127 ~= bytes[1], bytes[2] == 0x10, bytes[3] <= 1
        else { return nil }
        self.init(offset: Int(bytes[1]), isBackward: bytes[3] == 1)
    }

    var text: String {
        // Four bytes of these make no "+" or "/" of the other alphabet; the padding is left out.
        let bytes = Data([0x08, UInt8(clamping: offset), 0x10, isBackward ? 1 : 0])
        return bytes.base64EncodedString().replacingOccurrences(of: "=", with: "")
    }
}
