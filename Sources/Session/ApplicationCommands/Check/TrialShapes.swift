import Declarations
import JSON
import SafeText
import Spelling
import ViewMessages
import YAML

/// Holds the rows and parts of a declared application to what a view can show.
struct TrialShapes {
    /// Each once; the last one may be that there are more.
    private(set) var mistakes: [Mistake] = []

    /// The most that an author is told at a time.
    private static let mostMistakes = 50

    mutating func check(part json: [UInt8], _ program: ProgramText, of scene: SceneDeclaration) {
        var strangers: [JSONStranger] = []
        do throws(JSONError) {
            let part = try Part(json: json.span, noting: &strangers)
            strangers.forEach { add($0.description, program) }
            if case .button(let button) = part { check(button, program, of: scene) }
        } catch {
            add(error.description, program)
        }
    }

    /// A button does what the key of its name does.
    private mutating func check(_ button: Button, _ program: ProgramText, of scene: SceneDeclaration) {
        let controls = scene.press.map(\.control)
        guard !controls.contains(button.control) else { return }
        add(
            "no key of scenes.\(scene.name).press is called \"\(button.control)\", so this button does nothing"
                + Suggestion.hint(for: button.control, among: controls), program)
    }

    mutating func check(row json: [UInt8], _ program: ProgramText, of scene: SceneDeclaration) {
        let known =
            (scene.columns.isEmpty ? ["title", "subtitle", "accessory", "symbol"] : scene.columns.map(\.name)) + [
                "tone"
            ]
        var strangers: [JSONStranger] = []
        do throws(JSONError) {
            try JSONReader.read(json.span, noting: &strangers) { reader throws(JSONError) in
                guard reader.nextByte == UInt8(ascii: "{") else {
                    _ = try reader.skipValue()
                    return
                }
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    if key.text == "tone", reader.nextByte == UInt8(ascii: "\"") {
                        _ = try reader.read(Tone.self)
                    } else {
                        try reader.skip(key, among: known)
                    }
                }
            }
        } catch {
            add(error.description, program)
        }
        strangers.forEach { add($0.description, program) }
    }

    private mutating func add(_ words: String, _ program: ProgramText) {
        let mistake = program.mistake(words)
        guard mistakes.count <= Self.mostMistakes, !mistakes.contains(mistake) else { return }
        mistakes.append(mistakes.count < Self.mostMistakes ? mistake : program.mistake("more mistakes are not named"))
    }
}

/// The items that an answer becomes.
struct TrialItems {
    private(set) var all: [[UInt8]] = []
    /// A line each about those that a session leaves out, and about those that it leaves out of rows.
    private(set) var leftOut: [String] = []
    private(set) var leftOutOfRows: [String] = []

    init(_ given: [[UInt8]]) {
        var known: [String: [UInt8]] = [:]
        var (nameless, rounded, repeated): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
        for item in given {
            let range = JSONSlices.member("id", of: item.span)
            guard let id = range.flatMap({ JSONText.decode(item.span.extracting($0)) }), !id.isEmpty else {
                let isNumber = range.map {
                    item[$0.lowerBound] == UInt8(ascii: "-") || 0x30...0x39 ~= item[$0.lowerBound]
                }
                if isNumber == true { rounded.append(item) } else { nameless.append(item) }
                continue
            }
            all.append(item)
            if let other = known.updateValue(known[id] ?? item, forKey: id), other != item { repeated.append(item) }
        }
        leftOut = [
            Self.line(nameless, "left out", "without an id that is a string or a number"),
            Self.line(rounded, "left out", "with a number beyond 2^53 as the id, which jq rounds"),
        ].compactMap(\.self)
        leftOutOfRows = [Self.line(repeated, "left out of the rows", "with an id that has come before")].compactMap(
            \.self)
    }

    private static func line(_ items: [[UInt8]], _ words: String, _ reason: String) -> String? {
        guard let first = items.first else { return nil }
        let beginning = String(decoding: PrintableJSON.escaping(first).prefix(200), as: UTF8.self)
        return "\(words): \(items.count) \(items.count == 1 ? "item" : "items") \(reason), the first one: \(beginning)"
    }
}
