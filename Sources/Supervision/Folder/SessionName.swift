/// The name of a session's folder: the supervisor's process id, for people, and a random part, because a process in another
/// container may have the same id and share the temporary folder.
struct SessionName: Equatable, CustomStringConvertible {
    private static let digits = 6

    let process: Int32
    let description: String

    /// Makes up a new name.
    init(process: Int32, random: UInt32 = .random(in: .min ... .max)) {
        let digits = String(random, radix: 16)
        let padded = String(repeating: "0", count: max(0, Self.digits - digits.count)) + digits.suffix(Self.digits)
        self.process = process
        description = "\(process)-\(padded)"
    }

    /// Nil if no session can have given that name.
    init?(_ name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0, "\(process)" == parts[0],
            parts[1].utf8.count == Self.digits, parts[1].allSatisfy({ "0123456789abcdef".contains($0) })
        else { return nil }
        self.process = process
        description = name
    }
}
