import JSON

/// Removes secrets from a command: `--token X`, `-H 'Authorization: …'`.
package enum SecretArguments {
    package static let placeholder = "withheld"

    package static func withheld(from command: [String]) -> [String] {
        var json: [UInt8] = [UInt8(ascii: "[")]
        for (index, word) in command.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            JSONText.append(word, to: &json)
        }
        var redactor = Redactor(placeholder: placeholder)
        let redacted = redactor.redact(json + [UInt8(ascii: "]")])
        return JSONSlices.elements(ofArray: redacted.span)?.compactMap { JSONText.decode(redacted.span.extracting($0)) }
            ?? command.map { _ in placeholder }
    }
}
