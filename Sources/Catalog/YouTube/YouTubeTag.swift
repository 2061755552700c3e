/// Opaque ids and tags, as the API uses them.
enum YouTubeTag {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// Equal texts give equal tags.
    static func make(_ text: String, length: Int = 27) -> String {
        var draw = SplitMix64(seed: stableHash(text))
        return String((0..<length).map { _ in alphabet.randomElement(using: &draw) ?? "A" })
    }
}
