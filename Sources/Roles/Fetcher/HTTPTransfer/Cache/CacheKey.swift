/// Identifies the requests that a cached response answers, as digests, so file names reveal neither URLs nor headers.
///
/// The variant covers everything in a request besides its URL. So a response is only ever used for the same
/// credentials, and Vary needs no evaluation.
struct CacheKey: Hashable {
    let url: String
    let variant: String

    init(_ request: HTTPRequest, _ settings: ClientSettings) {
        url = Self.digest(of: request.url)
        // Cache directives do not change the response.
        let relevant = request.headers.filter { !$0.isNamed("Cache-Control") && !$0.isNamed("Pragma") }
        var lines = relevant.map { "\($0.name.lowercased()):\($0.value)" }.sorted()
        if let credentials = request.url.credentials {
            // Neither can contain a NUL.
            lines.append("\0\(credentials.user)\0\(credentials.password)")
        }
        lines.append("user-agent:\(settings.userAgent)")
        // Responses from a private network are not for requests that may not go there.
        if settings.publicOnly, !request.isConfigured { lines.append("\0public") }
        variant = SHA256.digest(Array(lines.joined(separator: "\n").utf8))
    }

    init(url: String, variant: String) {
        self.url = url
        self.variant = variant
    }

    /// The digest without the fragment, which is not sent.
    static func digest(of url: HTTPURL) -> String { SHA256.digest(Array(url.text.prefix { $0 != "#" }.utf8)) }
}

/// SHA-256 (FIPS 180-4): names cache entries, so that no server can construct a URL that collides with another's entry.
enum SHA256 {
    /// - Returns: 64 hexadecimal digits.
    static func digest(_ message: [UInt8]) -> String {
        var state = initialState
        var padded = message
        padded.append(0x80)
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += bigEndian(UInt64(message.count) * 8)
        var schedule = [UInt32](repeating: 0, count: 64)
        for start in stride(from: 0, to: padded.count, by: 64) {
            fill(&schedule, from: padded[start..<start + 64])
            compress(&state, schedule)
        }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.utf8.count) + digits
        }.joined()
    }

    private static func fill(_ schedule: inout [UInt32], from block: ArraySlice<UInt8>) {
        for word in 0..<16 {
            let start = block.startIndex + word * 4
            schedule[word] = block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for word in 16..<64 {
            let (two, fifteen) = (schedule[word - 2], schedule[word - 15])
            let low = rotate(fifteen, 7) ^ rotate(fifteen, 18) ^ fifteen >> 3
            let high = rotate(two, 17) ^ rotate(two, 19) ^ two >> 10
            schedule[word] = schedule[word - 16] &+ low &+ schedule[word - 7] &+ high
        }
    }

    private static func compress(_ state: inout [UInt32], _ schedule: [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let first = h &+ high &+ choice &+ roundConstants[round] &+ schedule[round]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func bigEndian<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
        withUnsafeBytes(of: word.bigEndian, Array.init)
    }

    private static let initialState: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    private static let roundConstants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
