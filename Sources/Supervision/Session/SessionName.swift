/// The name of a session's folder: its supervisor's process id, for people, and a random part, because in another
/// container, with the same temporary folder, another process may have that id.
struct SessionName: Equatable, CustomStringConvertible {
    private static let digits = 6

    let process: Int32
    let description: String

    /// A new one.
    init(process: Int32, random: UInt32 = .random(in: .min ... .max)) {
        let digits = String(random, radix: 16)
        let padded = String(repeating: "0", count: max(0, Self.digits - digits.count)) + digits.suffix(Self.digits)
        self.process = process
        description = "\(process)-\(padded)"
    }

    /// Nil for a name that no session has given.
    init?(_ name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0, "\(process)" == parts[0],
            parts[1].utf8.count == Self.digits, parts[1].allSatisfy({ "0123456789abcdef".contains($0) })
        else { return nil }
        self.process = process
        description = name
    }
}
