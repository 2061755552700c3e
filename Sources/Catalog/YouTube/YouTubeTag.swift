/// The opaque texts that the API is full of.
enum YouTubeTag {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// The same for the same text.
    static func make(_ text: String, length: Int = 27) -> String {
        var draw = SplitMix64(seed: stableHash(text))
        return String((0..<length).map { _ in alphabet.randomElement(using: &draw) ?? "A" })
    }
}
