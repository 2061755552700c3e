import CApplications
import YAML

/// The declared applications that roles have inside, so that a fetcher alone has their sources, and `home` their scenes.
package enum ShippedApplications {
    package static let all = [gitHub]

    package static let gitHub = declaration(in: application_github(), named: "github.yaml")

    /// A test reads them without mistakes.
    private static func declaration(in file: CApplicationsFile, named name: String) -> ApplicationDeclaration {
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        let tree = YAMLReader.read(String(decoding: bytes, as: UTF8.self), file: name).tree
        return tree.map { DeclarationReader.read($0).application } ?? ApplicationDeclaration()
    }
}
