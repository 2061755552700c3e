import Encodings

/// A generator that gives the same numbers for the same seed, on every machine (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// FNV-1a: stable between runs, unlike Hasher.
func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// A moment as the APIs write it: RFC 3339, UTC, whole seconds.
enum SampleMoment {
    /// Days since 1970: 2019-01-01 to 2026-10-31.
    static let firstDay = 17_897
    static let lastDay = 20_757

    static func make(day: Int, second: Int) -> String {
        Timestamp.text(seconds: day * 86_400 + second)
    }

    static func random(day: Int, using draw: inout SplitMix64) -> String {
        make(day: day, second: Int.random(in: 0..<86_400, using: &draw))
    }
}

/// The readable part of a page's address.
enum Slug {
    /// Lower-case ASCII letters and digits with single hyphens between; `app` for a name that has none of them.
    static func make(_ text: String) -> String {
        let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "app" : words.joined(separator: "-")
    }
}
