import Formatting
import ViewMessages
import Wire

extension Screen {
    /// What most of the screen is: "the table “Processes”, with 800,000 bytes". Nil on a screen without parts.
    var longestPart: String? {
        let lengths = parts.map { Payload.encode($0).count }
        guard let bytes = lengths.max(), let index = lengths.firstIndex(of: bytes) else { return nil }
        var name = "the \(parts[index].kind)"
        if index > 0, case .label(let label) = parts[index - 1], label.style == .heading { name += " “\(label.text)”" }
        return "\(name), with \(Quantity.text(bytes, "byte", "bytes"))"
    }
}
