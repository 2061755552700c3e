package import Composition
import Platform
import Processes

/// Adds an application to this project, as its own are: entity, source, scenes, schema, composition, offline API and
/// tests; and a line in the lists of sources and applications. All of it is there afterwards, or nothing is changed.
package struct NewModule {
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
    }

    /// A report of the changes, with paths relative to the project.
    package struct Report: Sendable {
        package let made: [String]
        package let changed: [String]
    }

    /// The longest name: lines would be too long with longer ones.
    private static let longestName = 20
    private static let generator = "scripts/generate"
    /// Files that the generator writes.
    package static let generated = [
        "Sources/Contracts/InteractorMessages/Generated/InteractorMessages+JSON.swift",
        "Sources/Offline/CSamples/embed.c",
        "Sources/Roles/Fetcher/Fetcher/Generated/Fetcher+JSON.swift",
        "compose/offline.yaml", "protocols/schemas/interactor.output.found.json",
    ]
    /// Swift's words that cannot name a member as they are.
    private static let reserved: Set = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "is",
        "let", "nil", "operator", "precedencegroup", "protocol", "repeat", "rethrows", "return", "self", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
        "while",
        "all", "any", "pictures", "covers",
    ]

    private let root: String
    private let name: NewName
    private let files: FileSystem

    /// - Parameter root: the project's folder.
    package init(_ name: NewName, in root: String, files: FileSystem = .local) throws(Refused) {
        self.name = name
        self.root = root
        self.files = files
        guard name.text.utf8.count <= Self.longestName else {
            throw Refused(description: "a module's name has at most \(Self.longestName) characters")
        }
        guard !Self.reserved.contains(name.memberName) else {
            throw Refused(description: "\"\(name.memberName)\" is a word of Swift or of Viperline; choose another name")
        }
    }

    /// The folder of this project: `folder`, or one above it.
    package static func project(from folder: String, files: FileSystem = .local) -> String? {
        var folder = folder
        while true {
            if files.exists("\(folder)/Package.swift"), files.isFolder("\(folder)/compose/templates/in-tree") {
                return folder
            }
            guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
            folder = String(folder[..<slash])
        }
    }

    private var names: [(String, with: String)] {
        let variable = name.text.uppercased().replacing("-", with: "_")
        return [
            ("Specimen", with: name.typeName), ("specimen", with: name.memberName), ("SPECIMEN", with: variable),
            ("my-application", with: name.text),
        ]
    }

    package func make() throws -> Report {
        let template = try Template("\(root)/compose/templates/in-tree", in: files).replacing(names)
        try refuseWhatIsThere(template)
        let changes = try changes()
        let originals = try (changes.map(\.path) + Self.generated).map { (path: $0, bytes: try bytes(of: $0)) }
        var made = MadeFiles()
        let mask = BlockedSignals()
        defer { mask.restore() }
        do {
            for file in template.files { try made.file("\(root)/\(file.path)", below: root, file.contents) }
            for change in changes { try WholeFile.replace("\(root)/\(change.path)", Array(change.text.utf8)) }
            try generate()
        } catch {
            made.remove()
            for original in originals { try? WholeFile.replace("\(root)/\(original.path)", original.bytes) }
            throw error
        }
        return Report(made: template.files.map(\.path), changed: originals.map(\.path).sorted())
    }

    private func refuseWhatIsThere(_ template: Template) throws(Refused) {
        for file in template.files where files.exists("\(root)/\(file.path)") {
            throw Refused(description: "\(file.path) is there already")
        }
        // A type of that name in any module of the project would be another one.
        let types = Set(template.files.compactMap { $0.path.split(separator: "/").last.map(String.init) })
            .filter { $0.hasSuffix(".swift") }
        if let other = found(types, in: "Sources", depth: 0) {
            throw Refused(description: "there is a type of that name already: \(other)")
        }
    }

    private func found(_ names: Set<String>, in folder: String, depth: Int) -> String? {
        guard depth < 8 else { return nil }
        for name in files.names("\(root)/\(folder)").sorted() {
            if names.contains(name) { return "\(folder)/\(name)" }
            guard !name.contains("."), files.isFolder("\(root)/\(folder)/\(name)") else { continue }
            if let found = found(names, in: "\(folder)/\(name)", depth: depth + 1) { return found }
        }
        return nil
    }

    /// The new texts of files that are there.
    private func changes() throws -> [(path: String, text: String)] {
        try ModuleInsertions.all.map { insertion in
            let text = names.reduce(insertion.text) { $0.replacing($1.0, with: $1.with) }
            let file = String(decoding: try bytes(of: insertion.path), as: UTF8.self)
            return (insertion.path, try Insertion(insertion.path, insertion.place, text).applied(to: file))
        }
    }

    private func bytes(of path: String) throws(Refused) -> [UInt8] {
        guard case .success(let bytes) = files.read("\(root)/\(path)") else {
            throw Refused(description: "\(path) cannot be read")
        }
        return bytes
    }

    /// Writes the catalog's lists, and the entity's JSON code.
    private func generate() throws {
        var launch = Launch(["\(root)/\(Self.generator)"])
        launch.workingDirectory = root
        let outcome = Outcome.awaited(try launch.start())
        guard outcome == .exited(0) else { throw Refused(description: "\(Self.generator) \(outcome)") }
    }
}
