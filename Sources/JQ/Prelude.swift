/// Functions that every program has. They stand in one line, so that the lines of a program are those of its author.
///
/// The first ones make the parts of a screen in few words. The others take the place of functions that would read something
/// beside the input: equal input must lead to equal output, and a program has no terminal.
enum Prelude {
    static let text = definitions.joined(separator: " ")

    private static let definitions = [
        #"def title($t): {label: {text: ($t | tostring), style: "title"}};"#,
        #"def heading($t): {label: {text: ($t | tostring), style: "heading"}};"#,
        #"def caption($t): {label: {text: ($t | tostring), style: "caption"}};"#,
        #"def text($t): {text: {body: ($t | tostring)}};"#,
        #"def text($h; $t): {text: {heading: ($h | tostring), body: ($t | tostring)}};"#,
        #"def markdown($t): {text: {body: ($t | tostring), format: "markdown"}};"#,
        #"def facts($o): {facts: {items: [$o | to_entries[] | select(.value != null and .value != "") | {label: .key, value: (.value | if type == "array" then map(tostring) | join(", ") else tostring end)}]}};"#,
        #"def button($control; $title): {button: {control: $control, title: $title}};"#,
        #"def plain: if type != "string" then "" else [splits("<(?:p|br|li|div)[^>]*>")] | map([splits("<[^>]*>")] | join("")) | join("\n") | split("&lt;") | join("<") | split("&gt;") | join(">") | split("&quot;") | join("\"") | split("&#x27;") | join("'") | split("&#39;") | join("'") | split("&#x2F;") | join("/") | split("&nbsp;") | join(" ") | split("&amp;") | join("&") end;"#,
        #"def now: error("a program does not know the time");"#,
        #"def debug: .;"#, #"def debug(f): .;"#, #"def stderr: .;"#,
        #"def input: error("a program has one input");"#,
        #"def inputs: error("a program has one input");"#,
    ]
}
