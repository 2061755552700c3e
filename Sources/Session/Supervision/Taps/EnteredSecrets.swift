import Platform
import Secrecy

/// Withholds the secrets of submitted forms (`data.secrets` of `didSubmit`) from taps and recordings, also in later
/// events that carry them, in any spelling: a page posts them percent-encoded.
struct EnteredSecrets {
    private var redactor = Self.noSecrets
    private var hasSecrets = false

    /// Beyond that the earlier ones are forgotten. No user types as many; a program might.
    private static let most = 1000
    private static var noSecrets: Redactor { Redactor(members: [.init(path: "data.secrets")], findsOthers: false) }

    /// - Returns: the lines with placeholders; nil where there is nothing to withhold.
    mutating func withheld(from passing: Passing) -> [UInt8]? {
        // Whatever the view is called on the bus. Where the type is not known, it may be any.
        let mayBeSubmission = passing.type.isEmpty || passing.type.hasSuffix(".output.didSubmit")
        guard mayBeSubmission || hasSecrets else { return nil }
        if mayBeSubmission, redactor.secretCount >= Self.most { redactor = Self.noSecrets }
        var output: [UInt8] = []
        for line in passing.lines.split(separator: 0x0A) { output += redactor.redact(Array(line)) + [0x0A] }
        hasSecrets = hasSecrets || redactor.secretCount > 0
        return hasSecrets ? output : nil
    }

    /// The beginning of a line that a service has refused, up to the secrets in it.
    static func withheld(fromBeginning line: String) -> String {
        guard line.contains("didSubmit") || line.contains("\"form\""), let secrets = line.firstRange(of: "\"secrets\"")
        else { return line }
        return line[..<secrets.lowerBound] + "…"
    }
}
