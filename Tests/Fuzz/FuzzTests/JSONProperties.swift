import JSON
import SafeText

/// Values, texts and numbers, read and written.
enum JSONProperties {
    static func check(_ input: [UInt8]) throws(Finding) {
        try check(text: String(decoding: input, as: UTF8.self))
        try check(number: input.prefix(8).reduce(UInt64(input.count)) { $0 << 8 | UInt64($1) })
        let brackets = input.lazy.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }.count
        // An array of values is deeper than each of them.
        if brackets < JSONScanner.depthLimit, let array = try? BodyValues.array(of: input) {
            try claim(canonical(array) != nil, "the values of a body are no array")
        }
        guard let form = canonical(input) else { return }
        try claim(canonical(form) == form, "the canonical form is not stable")
        try claim(canonical(JSONLayout.laidOut(form)) == form, "JSON that is laid out is another value")
        try claim(canonical(JSONText.escapingUnprintable(form)) == form, "JSON with escapes is another value")
        let printable = PrintableJSON.escaping(form)
        try claim(canonical(printable) == form, "printable JSON is another value")
        try claimPrintable(String(decoding: printable, as: UTF8.self), "printable JSON")
        try claim(
            canonical(JSONText.replacingLoneSurrogates(form)) != nil, "JSON without lone surrogates cannot be read")
        let values = try? JSONReader.read(form.span) { reader throws(JSONError) in try reader.skipValue() }
        try claim(values != nil, "the reader refuses a canonical form")
        for range in JSONSlices.elements(ofArray: form.span) ?? [] {
            try claim(canonical(Array(form[range])) == Array(form[range]), "an element is not canonical")
        }
    }

    private static func canonical(_ json: [UInt8]) -> [UInt8]? {
        var form: [UInt8] = []
        return (try? JSONCanonicalForm.append(json.span, to: &form)).map { form }
    }

    private static func check(text: String) throws(Finding) {
        var quoted: [UInt8] = []
        JSONText.append(text, to: &quoted)
        let decoded = JSONText.decode(quoted.span)
        try claim(decoded.map { Array($0.utf8) } == Array(text.utf8), "a text is another one after writing and reading")
        try claim(JSONWriter.write { $0.string(text) } == quoted, "a text is written in two ways")
    }

    private static func check(number pattern: UInt64) throws(Finding) {
        let number = Double(bitPattern: pattern)
        guard number.isFinite else { return }
        let text = JSONWriter.write { $0.double(number) }
        let read = try? JSONReader.read(text.span) { reader throws(JSONError) in try reader.double() }
        try claim(read == number, "\(number) is \(read.map(\.description) ?? "nothing") after writing and reading")
    }
}
