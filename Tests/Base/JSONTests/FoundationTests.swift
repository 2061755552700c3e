import Foundation
import JSON
import TestSupport
import Testing

/// Our reader and writer beside Foundation's.
@Suite struct FoundationTests {
    private static let numbers: [Double] =
        [0, -0.0, 1, -1, 4.8, 5, 0.1, 1e15, 1e16, 1e21, 1e300, 1e-7, 1.5e-10, 123_456_789_012_345_680, 100, 3.25, -2.5]
        + [.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .pi, 1 / 3]

    private static func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: JSONText.escapingUnprintable(Array(try encoder.encode(value))), as: UTF8.self)
    }

    @Test func numbersAreSpeltAsFoundationDoes() throws {
        var generator = SystemRandomNumberGenerator()
        let random = (0..<300).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        let decimals = (0..<300).map { _ in Double(Int.random(in: -99_999...99_999, using: &generator)) / 100 }
        for number in Self.numbers + random + decimals {
            let text = String(decoding: number.json, as: UTF8.self)
            try expect(text, equals: Self.foundation(number))
            try expect(Double(json: Array(text.utf8)).bitPattern, equals: number.bitPattern)
        }
        for number in [0, 1, -1, 9, 10, 99, 100, Int.max, Int.min]
            + (0..<200).map({ _ in Int(truncatingIfNeeded: generator.next()) })
        {
            expect(String(decoding: number.json, as: UTF8.self), equals: "\(number)")
            try expect(Int(json: number.json), equals: number)
        }
        try expect(UInt64(json: UInt64.max.json), equals: .max)
    }

    @Test(arguments: [
        "1", "-0", "1.0", "1e2", "1E+2", "100e-2", "1.5", "0.1", "123456789012345678901234567890", "1e-7", "0.000001",
        "4.80",
        "9007199254740993", "0.30000000000000004", "999999999999999", "9999999999999999", "1.7976931348623157e308",
        "5e-324",
        "2.2250738585072011e-308", "0e999", "0.0000000000000000000000000000000000001",
    ])
    func numbersAreReadAsFoundationDoes(_ text: String) throws {
        let data = Data(text.utf8)
        try expect(Double(json: Array(data)), equals: JSONDecoder().decode(Double.self, from: data))
        expect((try? Int(json: Array(data))), equals: (try? JSONDecoder().decode(Int.self, from: data)))
        expect((try? UInt8(json: Array(data))), equals: (try? JSONDecoder().decode(UInt8.self, from: data)))
    }

    @Test func stringsAreSpeltAsFoundationDoes() throws {
        let scalars = (0...0xFFFF).compactMap { Unicode.Scalar(UInt32($0)) } + ["😀", "\u{10FFFF}"]
        for start in stride(from: 0, to: scalars.count, by: 100) {
            var text = ""
            for scalar in scalars[start..<min(start + 100, scalars.count)] { text.unicodeScalars.append(scalar) }
            try expect(String(decoding: text.json, as: UTF8.self), equals: Self.foundation(text))
            #expect(try String(json: text.json).unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(
                try JSONDecoder().decode(String.self, from: Data(text.json)).unicodeScalars.elementsEqual(
                    text.unicodeScalars))
        }
    }

    @Test func keysAreSortedAsFoundationDoes() throws {
        let keys = [
            "a10", "a9", "B", "é", "z", "A", "retryAfter", "retryable", "", "😀", "\u{FFFD}", "a b", "a\"b", "a\nb",
        ]
        let value = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0.utf8.count) })
        try expect(String(decoding: value.json, as: UTF8.self), equals: Self.foundation(value))
    }

    /// Random texts that are nearly JSON: both accept them, or both refuse them.
    @Test func foundationAgreesOnWhatIsJSON() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            // Without exponents: several pieces could make a number that is too large for Foundation's.
            "{", "}", "[", "]", ",", ":", "\"a\"", "1", "-1.5", "true", "false", "null", " ", "\"\\u00e9\"", "0",
            "\\", "\"",
        ]
        for _ in 0..<1000 {
            let text =
                "[" + (0..<Int.random(in: 0...6)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
                + "]"
            // Foundation accepts a trailing comma.
            let tokens = text.replacing(" ", with: "")
            guard !tokens.contains(",]"), !tokens.contains(",}") else { continue }
            let isTaken = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
            let isOurs =
                (try? JSONReader.read(Array(text.utf8).span) { reader throws(JSONError) in try reader.skipValue() })
                != nil
            expect(isTaken, equals: isOurs, "\(text)")
        }
    }
}
