import Declarations
import SafeText
import YAML

/// Files that declare applications.
enum ApplicationProperties {
    static func check(_ input: [UInt8]) throws(Finding) {
        let texts = input.texts
        let (tree, mistakes) = YAMLReader.read(texts.first ?? "", file: "app.yaml")
        for mistake in mistakes { try claimPrintable(mistake.description, "a mistake") }
        guard let tree else { return try claim(!mistakes.isEmpty, "a file is refused without a reason") }
        let (application, found) = DeclarationReader.read(tree)
        for mistake in found { try claimPrintable(mistake.description, "a mistake") }
        let value = texts.dropFirst().first ?? "a/../b?c=d#e\r\n\u{1B}é"
        for source in application.sources { try check(source.url, value) }
        guard found.isEmpty else { return }
        try claim(!application.scenes.isEmpty, "an application without mistakes has no scene")
        for content in application.scenes.flatMap(\.contents) {
            try claim(
                application[source: content.source]?.actions.contains(content.action) == true,
                "a scene asks \(content.source) for what it cannot answer")
        }
    }

    /// Values are parts of the URL, and of no other one: in the path, in the query, and after all that is fixed.
    private static func check(_ template: URITemplate, _ value: String) throws(Finding) {
        let values = Dictionary(template.names.map { ($0, value) }) { first, _ in first }
        let url = template.expand(values)
        try claim(url.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "a URL has a byte that URLs have not: \(url.printable)")
        try claim(url.hasPrefix(template.beginning), "\(url) does not begin as its template does")
        try claim((try? URITemplate(template.text)) == template, "a template is another one when it is read again")
    }
}
