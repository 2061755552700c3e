import ScreenModel

extension Words {
    /// A word as a button has it, with a capital letter.
    func title(_ word: String) -> String {
        let text = self[word]
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
