import TerminalText

/// Text from strangers in Mermaid's language.
package enum MermaidText {
    /// Mermaid has no quotes in a sequence diagram, and none within quotes in a flowchart: `;` ends a statement, `#` begins
    /// an entity, `%%` a comment, `$$` a formula, `` ` `` Markdown, and text is drawn as HTML. These characters become
    /// entities.
    package static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in Sanitizer.line(text).unicodeScalars {
            switch scalar {
            case "#", ";", "%", "$", "<", ">", "&", "\"", "`", "\\": output += "#\(scalar.value);"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
