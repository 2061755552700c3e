import Foundation
@testable import Secrecy
import TestSupport

/// A form that secrets have in texts. The tests look for each example in several surroundings, and repeat each beginning thousands
/// of times.
struct SecretForm: Sendable {
    private struct Texts: Decodable {
        let found: [String]
        let left: [String]
    }

    let name: String
    /// Examples. `«…»` is the secret; the tests replace `§` with one.
    let found: [String]
    /// Texts that resemble it and have no secret.
    let left: [String]

    /// The forms of `Tests/Secrets/forms.json`.
    static let all: [SecretForm] = {
        let file = Checkout.root.appending(path: "Tests/Secrets/forms.json")
        let forms = (try? JSONDecoder().decode([String: Texts].self, from: Data(contentsOf: file))) ?? [:]
        return forms.sorted { $0.key < $1.key }.map {
            SecretForm(name: $0.key, found: $0.value.found, left: $0.value.left)
        }
    }()
}

extension SecretName {
    /// Names of every kind whose values are secrets in any form.
    static var examples: [String] {
        ["secret words", "last words", "endings", "headers"].flatMap { SecretTable.set($0).sorted() }
            + SecretTable.rows("pairs").flatMap { row in row.words.map { "\($0)_\(row.key)" } }
    }

    /// Names whose values are secrets if they are numbers with this many digits.
    static var numberExamples: [(name: String, digits: ClosedRange<Int>)] {
        SecretTable.rows("numbers").flatMap { row in
            let digits = row.key.split(separator: " ").compactMap { Int($0) }
            return row.words.map { ($0, digits[0]...digits[1]) }
        }
    }
}

extension KnownToken {
    /// One that is as short as it may be.
    var example: String {
        let letters =
            switch self.letters {
            case .any, .mixed, .web: "q7Zp2VxW9kLmT4"
            case .hexadecimal: "0f3a9c71b2e4"
            case .upper: "Q7ZP2VXW9KLM"
            }
        if self.letters == .web {
            return "\(beginning)hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.SflKxwRJSMeKKF2QT4fwpM"
        }
        let parts = lengths.map { String(repeating: letters, count: $0 / letters.count + 1).prefix($0) }
        let text = parts.joined(separator: ".")
        return "\(beginning)" + (lengths.count > 1 ? text.dropFirst(beginning.utf8.count) : text[...])
    }
}
