import ScreenModel

extension Words {
    /// What an application calls its own things is left as it is.
    func translated(_ bindings: [KeyBinding]) -> [KeyBinding] {
        isEmpty ? bindings : bindings.map(translated)
    }

    private func translated(_ binding: KeyBinding) -> KeyBinding {
        if case .press = binding.action { return binding }
        let hint = binding.hint.map { hint in
            let parts = hint.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count > 1 ? "\(parts[0]) \(self[String(parts[1])])" : hint
        }
        return KeyBinding(binding.keys, binding.action, binding.name, self[binding.label], hint: hint)
    }
}
