import JSON
import Platform

/// The schemas of the protocol (`protocols/schemas`) as one document: each that is needed is in `$defs`.
package struct SchemaBundle {
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    private let folders: [String]
    private let files: FileSystem

    package init(folders: Folders = .current, files: FileSystem = .local) {
        self.folders = ProtocolPages(folders: folders, files: files).folders.map { Folders.join($0, "schemas") }
        self.files = files
    }

    package func screen() throws(Unreadable) -> [UInt8] {
        try document("screen", "A screen of Viperline.", roots: ["screen"]) { writer in
            writer.member("$ref", "#/$defs/screen")
        }
    }

    package func event() throws(Unreadable) -> [UInt8] {
        let types = Self.types(in: try folder(), files)
        return try document("event", "An event of Viperline: one line of the protocol.", roots: ["envelope"] + types) {
            writer in
            writer.member("$ref", "#/$defs/envelope")
            writer.key("allOf")
            writer.beginArray()
            for type in types { writer.element(TypeRule(type: type)) }
            writer.endArray()
        }
    }

    /// The types of events that have a schema.
    package static func types(in folder: String, _ files: FileSystem) -> [String] {
        files.names(folder).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter { $0.split(separator: ".").count == 3 }.sorted()
    }

    /// The types of events that the installed protocol has; none if it is not installed.
    package var types: [String] { (try? folder()).map { Self.types(in: $0, files) } ?? [] }

    private func folder() throws(Unreadable) -> String {
        guard let folder = folders.first(where: files.isFolder) else {
            throw Unreadable(
                description: "the schemas are not installed; looked for \(folders.joined(separator: ", "))")
        }
        return folder
    }

    private func document(
        _ title: String, _ description: String, roots: [String], _ body: (inout JSONWriter) -> Void
    ) throws(Unreadable) -> [UInt8] {
        let definitions = try definitions(roots, in: folder())
        return JSONWriter.write { writer in
            writer.beginObject()
            writer.member("$schema", Self.draft)
            writer.member("title", title)
            writer.member("description", description)
            body(&writer)
            writer.member("$defs", definitions)
            writer.endObject()
        }
    }

    private static let draft = "https://json-schema.org/draft/2020-12/schema"

    /// The schemas with these names, and all that they refer to.
    private func definitions(_ roots: [String], in folder: String) throws(Unreadable) -> [String: JSONBytes] {
        var found: [String: JSONBytes] = [:]
        var waiting = roots
        while let name = waiting.popLast() {
            guard found[name] == nil else { continue }
            let (schema, references) = try schema(name, in: folder)
            found[name] = JSONBytes(schema)
            waiting += references
        }
        return found
    }

    /// A schema with references within the document, and the names of those that it refers to.
    private func schema(_ name: String, in folder: String) throws(Unreadable) -> (json: [UInt8], references: [String]) {
        let path = Folders.join(folder, "\(name).json")
        func unreadable(_ reason: String) -> Unreadable { Unreadable(description: "\(path) \(reason)") }
        guard case .success(let bytes) = files.read(path) else { throw unreadable("cannot be read") }
        var json: [UInt8] = []
        guard JSONCompaction.append(bytes, to: &json), var text = String(validating: json, as: UTF8.self) else {
            throw unreadable("is not JSON")
        }
        // The draft is that of the whole document.
        text = text.replacing("\"$schema\":\"\(Self.draft)\",", with: "")
        // In a string of JSON, the quotes of this text would be escaped.
        let mark = "\"$ref\":\""
        var references: [String] = []
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: mark)?.upperBound, let end = rest[start...].firstIndex(of: "\"") {
            let target = rest[start..<end]
            result += rest[..<start]
            if target.hasSuffix(".json") {
                references.append(String(target.dropLast(5)))
                result += "#/$defs/\(target.dropLast(5))"
            } else {
                result += target
            }
            rest = rest[end...]
        }
        return (Array((result + rest).utf8), references)
    }
}

/// The rule for the data of an event of this type.
struct TypeRule: JSONWritable {
    let type: String

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("if", ["properties": ["type": ["const": type]]])
        writer.member("then", ["properties": ["data": ["$ref": "#/$defs/\(type)"]]])
        writer.endObject()
    }
}

/// The pages and schemas of the protocol: with the installed applications, or in the checkout.
package struct ProtocolPages {
    package let folders: [String]
    private let files: FileSystem

    package init(folders: Folders = .current, files: FileSystem = .local) {
        self.folders = ApplicationFolders(folders: folders, files: files).installed.map {
            Folders.join(Folders.parent(of: $0), "protocols")
        }
        self.files = files
    }

    /// The path of a page; nil if it is not installed.
    package func path(of page: String) -> String? {
        folders.map { Folders.join($0, page) }.first(where: files.isRegularFile)
    }
}
