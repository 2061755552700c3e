import JSON
import Secrecy

/// Texts with secrets, alone and in JSON.
enum SecretProperties {
    private static let secret = "Zq7Wm3Kx9Tf2Lp5"
    /// Visits of one byte by all rules together (SecretStepsTests).
    private static let mostVisits = 160
    /// The same in all spellings of a text, with known secrets.
    private static let mostVisitsOfAll = 1000

    static func check(_ input: [UInt8]) throws(Finding) {
        try check(text: input)
        let text = JSONWriter.write { $0.string(String(decoding: input, as: UTF8.self)) }
        let event = Array(#"{"token":"\#(secret)","text":"#.utf8) + text + Array(#","again":"is \#(secret)."}"#.utf8)
        try check(json: event)
        guard let value = try? JSONBytes(json: input).bytes else { return }
        try check(json: Array(#"{"token":"\#(secret)","value":"#.utf8) + value + [0x7D])
    }

    private static func check(text: [UInt8]) throws(Finding) {
        let (ranges, steps) = SecretText.search(text)
        var end = 0
        for range in ranges {
            try claim(
                end <= range.lowerBound && range.upperBound <= text.count,
                "secrets are not one after another: \(ranges)")
            end = range.upperBound
        }
        try claim(steps <= mostVisits * text.count + 1024, "\(text.count) bytes take \(steps) steps")
    }

    private static func check(json: [UInt8]) throws(Finding) {
        // The input may be as deep as JSON can be.
        guard isValue(json) else { return }
        var redactor = Redactor()
        let redacted = redactor.redact(json)
        let output = String(decoding: redacted, as: UTF8.self)
        try claim(isValue(redacted), "redacted JSON is none: \(output)")
        try claim(!output.contains(secret), "a known secret stays: \(output)")
        try claim(
            redactor.steps <= mostVisitsOfAll * json.count, "\(json.count) bytes of JSON take \(redactor.steps) steps")
    }

    private static func isValue(_ json: [UInt8]) -> Bool { (try? JSONBytes(json: json)) != nil }
}
