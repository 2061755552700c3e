// Written by scripts/generate from the declarations of this target.

package import JSON

extension Alert {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var message: String?
        var buttons: [Button]?
        var isFailure: Bool?
        let object = try reader.beginObject(with: "title message buttons")
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.read(String.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "buttons" where buttons == nil: buttons = try reader.read([Button].self)
            case "failure" where isFailure == nil: isFailure = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "title message buttons failure")
            }
        }
        guard let title else { throw .missing("title", at: object) }
        guard let message else { throw .missing("message", at: object) }
        guard let buttons else { throw .missing("buttons", at: object) }
        self.title = title
        self.message = message
        self.buttons = buttons
        self.isFailure = isFailure
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("buttons", buttons)
        writer.member("failure", isFailure)
        writer.member("message", message)
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == Alert {
    package init(title: String, message: String, buttons: [Button], isFailure: Bool? = nil) {
        self.init(title: title, message: message, buttons: buttons, isFailure: isFailure)
    }
}

extension Button {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("control", control)
        writer.member("key", key)
        writer.member("role", role)
        writer.member("selectable", isSelectable)
        writer.member("title", title)
        writer.endObject()
    }
}

extension Button {
    package init(
        control: String, title: String, key: String? = nil, role: Button.Role? = nil, isSelectable: Bool? = nil
    ) {
        self.control = control
        self.title = title
        self.key = key
        self.role = role
        self.isSelectable = isSelectable
    }
}

extension Button.Role {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "default": self = .default
        case "cancel": self = .cancel
        case "destructive": self = .destructive
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .default: writer.literal("\"default\"")
        case .cancel: writer.literal("\"cancel\"")
        case .destructive: writer.literal("\"destructive\"")
        }
    }
}

extension Chart {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var points: [Point]?
        var alternative: String?
        var heading: String?
        var caption: String?
        var minimum: Double?
        var maximum: Double?
        var tone: Tone?
        let object = try reader.beginObject(with: "kind points alternative")
        while let key = try reader.nextKey() {
            switch key {
            case "kind" where kind == nil: kind = try reader.read(Kind.self)
            case "points" where points == nil: points = try reader.read([Point].self)
            case "alternative" where alternative == nil: alternative = try reader.read(String.self)
            case "heading" where heading == nil: heading = try reader.readIfPresent(String.self)
            case "caption" where caption == nil: caption = try reader.readIfPresent(String.self)
            case "minimum" where minimum == nil: minimum = try reader.readIfPresent(Double.self)
            case "maximum" where maximum == nil: maximum = try reader.readIfPresent(Double.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "kind points alternative heading caption minimum maximum tone")
            }
        }
        guard let kind else { throw .missing("kind", at: object) }
        guard let points else { throw .missing("points", at: object) }
        guard let alternative else { throw .missing("alternative", at: object) }
        self.kind = kind
        self.points = points
        self.alternative = alternative
        self.heading = heading
        self.caption = caption
        self.minimum = minimum
        self.maximum = maximum
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alternative", alternative)
        writer.member("caption", caption)
        writer.member("heading", heading)
        writer.member("kind", kind)
        writer.member("maximum", maximum)
        writer.member("minimum", minimum)
        writer.member("points", points)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == Chart {
    package init(
        _ kind: Chart.Kind, points: [Chart.Point], alternative: String, heading: String? = nil, caption: String? = nil,
        minimum: Double? = nil, maximum: Double? = nil, tone: Tone? = nil
    ) {
        self.init(
            kind: kind, points: points, alternative: alternative, heading: heading, caption: caption, minimum: minimum,
            maximum: maximum, tone: tone)
    }
}

extension Chart.Kind {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .spark: writer.literal("\"spark\"")
        case .bar: writer.literal("\"bar\"")
        case .line: writer.literal("\"line\"")
        case .other: writer.literal("\"other\"")
        }
    }
}

extension Chart.Point {
    package init(from reader: inout JSONReader) throws(JSONError) {
        guard reader.nextByte == UInt8(ascii: "{") else {
            value = try reader.readIfPresent(Double.self)
            label = nil
            caption = nil
            tone = nil
            return
        }
        var value: Double?
        var label: String?
        var caption: String?
        var tone: Tone?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "value" where value == nil: value = try reader.readIfPresent(Double.self)
            case "label" where label == nil: label = try reader.readIfPresent(String.self)
            case "caption" where caption == nil: caption = try reader.readIfPresent(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "value label caption tone")
            }
        }
        self.value = value
        self.label = label
        self.caption = caption
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        guard label != nil || caption != nil || tone != nil else { return value.write(to: &writer) }
        writer.beginObject()
        writer.member("caption", caption)
        writer.member("label", label)
        writer.member("tone", tone)
        writer.member("value", value)
        writer.endObject()
    }
}

extension JSONReadable where Self == Chart.Point {
    package init(_ value: Double? = nil, label: String? = nil, caption: String? = nil, tone: Tone? = nil) {
        self.init(value: value, label: label, caption: caption, tone: tone)
    }
}

extension Column {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        var alignment: Alignment?
        var grows: Bool?
        var priority: Int?
        var isSortable: Bool?
        let object = try reader.beginObject(with: "key title")
        while let key = try reader.nextKey() {
            switch key {
            case "key" where id == nil: id = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "alignment" where alignment == nil: alignment = try reader.readIfPresent(Alignment.self)
            case "grow" where grows == nil: grows = try reader.readIfPresent(Bool.self)
            case "priority" where priority == nil: priority = try reader.readIfPresent(Int.self)
            case "sortable" where isSortable == nil: isSortable = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "key title alignment grow priority sortable")
            }
        }
        guard let id else { throw .missing("key", at: object) }
        guard let title else { throw .missing("title", at: object) }
        self.id = id
        self.title = title
        self.alignment = alignment
        self.grows = grows
        self.priority = priority
        self.isSortable = isSortable
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alignment", alignment)
        writer.member("grow", grows)
        writer.member("key", id)
        writer.member("priority", priority)
        writer.member("sortable", isSortable)
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == Column {
    package init(
        id: String, title: String, alignment: Column.Alignment? = nil, grows: Bool? = nil, priority: Int? = nil,
        isSortable: Bool? = nil
    ) {
        self.init(id: id, title: title, alignment: alignment, grows: grows, priority: priority, isSortable: isSortable)
    }
}

extension Column.Alignment {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .start: writer.literal("\"start\"")
        case .center: writer.literal("\"center\"")
        case .end: writer.literal("\"end\"")
        }
    }
}

extension Confirmation {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var message: String?
        var button: String?
        let object = try reader.beginObject(with: "title")
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.read(String.self)
            case "message" where message == nil: message = try reader.readIfPresent(String.self)
            case "button" where button == nil: button = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "title message button")
            }
        }
        guard let title else { throw .missing("title", at: object) }
        self.title = title
        self.message = message
        self.button = button
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("button", button)
        writer.member("message", message)
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == Confirmation {
    package init(title: String, message: String? = nil, button: String? = nil) {
        self.init(title: title, message: message, button: button)
    }
}

extension Facts {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var heading: String?
        var items: [Item]?
        let object = try reader.beginObject(with: "items")
        while let key = try reader.nextKey() {
            switch key {
            case "heading" where heading == nil: heading = try reader.readIfPresent(String.self)
            case "items" where items == nil: items = try reader.read([Item].self)
            default: try reader.skip(key, known: "heading items")
            }
        }
        guard let items else { throw .missing("items", at: object) }
        self.heading = heading
        self.items = items
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("heading", heading)
        writer.member("items", items)
        writer.endObject()
    }
}

extension JSONReadable where Self == Facts {
    package init(heading: String? = nil, items: [Facts.Item]) {
        self.init(heading: heading, items: items)
    }
}

extension Facts.Item {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var label: String?
        var value: String?
        var tone: Tone?
        let object = try reader.beginObject(with: "label value")
        while let key = try reader.nextKey() {
            switch key {
            case "label" where label == nil: label = try reader.read(String.self)
            case "value" where value == nil: value = try reader.read(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "label value tone")
            }
        }
        guard let label else { throw .missing("label", at: object) }
        guard let value else { throw .missing("value", at: object) }
        self.label = label
        self.value = value
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("label", label)
        writer.member("tone", tone)
        writer.member("value", value)
        writer.endObject()
    }
}

extension JSONReadable where Self == Facts.Item {
    package init(label: String, value: String, tone: Tone? = nil) {
        self.init(label: label, value: value, tone: tone)
    }
}

extension Form {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var heading: String?
        var fields: [FormField]?
        var submit: String?
        let object = try reader.beginObject(with: "id fields")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "heading" where heading == nil: heading = try reader.readIfPresent(String.self)
            case "fields" where fields == nil: fields = try reader.read([FormField].self)
            case "submit" where submit == nil: submit = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "id heading fields submit")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let fields else { throw .missing("fields", at: object) }
        self.id = id
        self.heading = heading
        self.fields = fields
        self.submit = submit
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fields", fields)
        writer.member("heading", heading)
        writer.member("id", id)
        writer.member("submit", submit)
        writer.endObject()
    }
}

extension JSONReadable where Self == Form {
    package init(id: String, heading: String? = nil, fields: [FormField], submit: String? = nil) {
        self.init(id: id, heading: heading, fields: fields, submit: submit)
    }
}

extension FormField {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var label: String?
        var kind: Kind?
        var value: FieldValue?
        var placeholder: String?
        var help: String?
        var isRequired: Bool?
        var error: String?
        var isLive: Bool?
        var options: [Option]?
        var suggestions: [String]?
        var min: Double?
        var max: Double?
        let object = try reader.beginObject(with: "id label kind")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "label" where label == nil: label = try reader.read(String.self)
            case "kind" where kind == nil: kind = try reader.read(Kind.self)
            case "value" where value == nil: value = try reader.readIfPresent(FieldValue.self)
            case "placeholder" where placeholder == nil: placeholder = try reader.readIfPresent(String.self)
            case "help" where help == nil: help = try reader.readIfPresent(String.self)
            case "required" where isRequired == nil: isRequired = try reader.readIfPresent(Bool.self)
            case "error" where error == nil: error = try reader.readIfPresent(String.self)
            case "live" where isLive == nil: isLive = try reader.readIfPresent(Bool.self)
            case "options" where options == nil: options = try reader.readIfPresent([Option].self)
            case "suggestions" where suggestions == nil: suggestions = try reader.readIfPresent([String].self)
            case "min" where min == nil: min = try reader.readIfPresent(Double.self)
            case "max" where max == nil: max = try reader.readIfPresent(Double.self)
            default:
                try reader.skip(
                    key,
                    known: """
                        id label kind value placeholder help required error live options suggestions min max
                        """)
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let label else { throw .missing("label", at: object) }
        guard let kind else { throw .missing("kind", at: object) }
        self.id = id
        self.label = label
        self.kind = kind
        self.value = value
        self.placeholder = placeholder
        self.help = help
        self.isRequired = isRequired
        self.error = error
        self.isLive = isLive
        self.options = options
        self.suggestions = suggestions
        self.min = min
        self.max = max
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("error", error)
        writer.member("help", help)
        writer.member("id", id)
        writer.member("kind", kind)
        writer.member("label", label)
        writer.member("live", isLive)
        writer.member("max", max)
        writer.member("min", min)
        writer.member("options", options)
        writer.member("placeholder", placeholder)
        writer.member("required", isRequired)
        writer.member("suggestions", suggestions)
        writer.member("value", value)
        writer.endObject()
    }
}

extension JSONReadable where Self == FormField {
    package init(
        id: String, label: String, kind: FormField.Kind = .text, value: FieldValue? = nil, placeholder: String? = nil,
        help: String? = nil, isRequired: Bool? = nil, error: String? = nil, isLive: Bool? = nil,
        options: [FormField.Option]? = nil, suggestions: [String]? = nil, min: Double? = nil, max: Double? = nil
    ) {
        self.init(
            id: id, label: label, kind: kind, value: value, placeholder: placeholder, help: help,
            isRequired: isRequired, error: error, isLive: isLive, options: options, suggestions: suggestions, min: min,
            max: max)
    }
}

extension FormField.Kind {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .text: writer.literal("\"text\"")
        case .secret: writer.literal("\"secret\"")
        case .number: writer.literal("\"number\"")
        case .multiline: writer.literal("\"multiline\"")
        case .toggle: writer.literal("\"switch\"")
        case .choice: writer.literal("\"choice\"")
        case .choices: writer.literal("\"choices\"")
        case .date: writer.literal("\"date\"")
        case .path: writer.literal("\"path\"")
        }
    }
}

extension FormField.Option {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        let object = try reader.beginObject(with: "id title")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            default: try reader.skip(key, known: "id title")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let title else { throw .missing("title", at: object) }
        self.id = id
        self.title = title
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == FormField.Option {
    package init(id: String, title: String) {
        self.init(id: id, title: title)
    }
}

extension Gallery {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var heading: String?
        var items: [Item]?
        let object = try reader.beginObject(with: "items")
        while let key = try reader.nextKey() {
            switch key {
            case "heading" where heading == nil: heading = try reader.readIfPresent(String.self)
            case "items" where items == nil: items = try reader.read([Item].self)
            default: try reader.skip(key, known: "heading items")
            }
        }
        guard let items else { throw .missing("items", at: object) }
        self.heading = heading
        self.items = items
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("heading", heading)
        writer.member("items", items)
        writer.endObject()
    }
}

extension JSONReadable where Self == Gallery {
    package init(heading: String? = nil, items: [Gallery.Item]) {
        self.init(heading: heading, items: items)
    }
}

extension Gallery.Item {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var caption: String?
        var image: String?
        let object = try reader.beginObject(with: "id caption")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "caption" where caption == nil: caption = try reader.read(String.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "id caption image")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let caption else { throw .missing("caption", at: object) }
        self.id = id
        self.caption = caption
        self.image = image
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("caption", caption)
        writer.member("id", id)
        writer.member("image", image)
        writer.endObject()
    }
}

extension JSONReadable where Self == Gallery.Item {
    package init(id: String, caption: String, image: String? = nil) {
        self.init(id: id, caption: caption, image: image)
    }
}

extension KeyStep {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "report": self = .report
        case "settle": self = .settle
        case "accept": self = .accept
        case "abort": self = .abort
        case "cancel": self = .cancel
        case "up": self = .up
        case "down": self = .down
        case "first": self = .first
        case "last": self = .last
        case "page-up": self = .pageUp
        case "page-down": self = .pageDown
        case "half-page-up": self = .halfPageUp
        case "half-page-down": self = .halfPageDown
        case "toggle": self = .toggle
        case "select": self = .select
        case "deselect": self = .deselect
        case "deselect-all": self = .deselectAll
        case "preview-up": self = .previewUp
        case "preview-down": self = .previewDown
        case "preview-page-up": self = .previewPageUp
        case "preview-page-down": self = .previewPageDown
        case "preview-half-page-up": self = .previewHalfPageUp
        case "preview-half-page-down": self = .previewHalfPageDown
        case "preview-top": self = .previewTop
        case "preview-bottom": self = .previewBottom
        case "clear-query": self = .clearQuery
        case "beginning-of-line": self = .beginningOfLine
        case "end-of-line": self = .endOfLine
        case "backward-char": self = .backwardChar
        case "forward-char": self = .forwardChar
        case "backward-word": self = .backwardWord
        case "forward-word": self = .forwardWord
        case "backward-delete-char": self = .backwardDeleteChar
        case "delete-char": self = .deleteChar
        case "delete-char/eof": self = .deleteCharOrLeave
        case "kill-line": self = .killLine
        case "kill-word": self = .killWord
        case "backward-kill-word": self = .backwardKillWord
        case "unix-line-discard": self = .discardLine
        case "unix-word-rubout": self = .ruboutWord
        case "yank": self = .yank
        case "clear-screen": self = .clearScreen
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .report: writer.literal("\"report\"")
        case .settle: writer.literal("\"settle\"")
        case .accept: writer.literal("\"accept\"")
        case .abort: writer.literal("\"abort\"")
        case .cancel: writer.literal("\"cancel\"")
        case .up: writer.literal("\"up\"")
        case .down: writer.literal("\"down\"")
        case .first: writer.literal("\"first\"")
        case .last: writer.literal("\"last\"")
        case .pageUp: writer.literal("\"page-up\"")
        case .pageDown: writer.literal("\"page-down\"")
        case .halfPageUp: writer.literal("\"half-page-up\"")
        case .halfPageDown: writer.literal("\"half-page-down\"")
        case .toggle: writer.literal("\"toggle\"")
        case .select: writer.literal("\"select\"")
        case .deselect: writer.literal("\"deselect\"")
        case .deselectAll: writer.literal("\"deselect-all\"")
        case .previewUp: writer.literal("\"preview-up\"")
        case .previewDown: writer.literal("\"preview-down\"")
        case .previewPageUp: writer.literal("\"preview-page-up\"")
        case .previewPageDown: writer.literal("\"preview-page-down\"")
        case .previewHalfPageUp: writer.literal("\"preview-half-page-up\"")
        case .previewHalfPageDown: writer.literal("\"preview-half-page-down\"")
        case .previewTop: writer.literal("\"preview-top\"")
        case .previewBottom: writer.literal("\"preview-bottom\"")
        case .clearQuery: writer.literal("\"clear-query\"")
        case .beginningOfLine: writer.literal("\"beginning-of-line\"")
        case .endOfLine: writer.literal("\"end-of-line\"")
        case .backwardChar: writer.literal("\"backward-char\"")
        case .forwardChar: writer.literal("\"forward-char\"")
        case .backwardWord: writer.literal("\"backward-word\"")
        case .forwardWord: writer.literal("\"forward-word\"")
        case .backwardDeleteChar: writer.literal("\"backward-delete-char\"")
        case .deleteChar: writer.literal("\"delete-char\"")
        case .deleteCharOrLeave: writer.literal("\"delete-char/eof\"")
        case .killLine: writer.literal("\"kill-line\"")
        case .killWord: writer.literal("\"kill-word\"")
        case .backwardKillWord: writer.literal("\"backward-kill-word\"")
        case .discardLine: writer.literal("\"unix-line-discard\"")
        case .ruboutWord: writer.literal("\"unix-word-rubout\"")
        case .yank: writer.literal("\"yank\"")
        case .clearScreen: writer.literal("\"clear-screen\"")
        }
    }
}

extension Label {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var style: Style?
        var tone: Tone?
        var marks: [Mark]?
        let object = try reader.beginObject(with: "text style")
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "style" where style == nil: style = try reader.read(Style.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            case "marks" where marks == nil: marks = try reader.readIfPresent([Mark].self)
            default: try reader.skip(key, known: "text style tone marks")
            }
        }
        guard let text else { throw .missing("text", at: object) }
        guard let style else { throw .missing("style", at: object) }
        self.text = text
        self.style = style
        self.tone = tone
        self.marks = marks
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("marks", marks)
        writer.member("style", style)
        writer.member("text", text)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == Label {
    package init(_ text: String, style: Label.Style, tone: Tone? = nil, marks: [Mark]? = nil) {
        self.init(text: text, style: style, tone: tone, marks: marks)
    }
}

extension Label.Style {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .title: writer.literal("\"title\"")
        case .subtitle: writer.literal("\"subtitle\"")
        case .caption: writer.literal("\"caption\"")
        case .heading: writer.literal("\"heading\"")
        }
    }
}

extension List {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var rows: [Row]?
        var empty: String?
        var offset: Int?
        var total: Int?
        var isMultiple: Bool?
        var selected: String?
        var look: RowLook?
        var most: Int?
        let object = try reader.beginObject(with: "rows")
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read([Row].self)
            case "empty" where empty == nil: empty = try reader.readIfPresent(String.self)
            case "offset" where offset == nil: offset = try reader.readIfPresent(Int.self)
            case "total" where total == nil: total = try reader.readIfPresent(Int.self)
            case "multiple" where isMultiple == nil: isMultiple = try reader.readIfPresent(Bool.self)
            case "selected" where selected == nil: selected = try reader.readIfPresent(String.self)
            case "look" where look == nil: look = try reader.readIfPresent(RowLook.self)
            case "most" where most == nil: most = try reader.readIfPresent(Int.self)
            default: try reader.skip(key, known: "rows empty offset total multiple selected look most")
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        self.rows = rows
        self.empty = empty
        self.offset = offset
        self.total = total
        self.isMultiple = isMultiple
        self.selected = selected
        self.look = look
        self.most = most
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("empty", empty)
        writer.member("look", look)
        writer.member("most", most)
        writer.member("multiple", isMultiple)
        writer.member("offset", offset)
        writer.member("rows", rows)
        writer.member("selected", selected)
        writer.member("total", total)
        writer.endObject()
    }
}

extension JSONReadable where Self == List {
    package init(
        rows: [Row], empty: String? = nil, offset: Int? = nil, total: Int? = nil, isMultiple: Bool? = nil,
        selected: String? = nil, look: RowLook? = nil, most: Int? = nil
    ) {
        self.init(
            rows: rows, empty: empty, offset: offset, total: total, isMultiple: isMultiple, selected: selected,
            look: look, most: most)
    }
}

extension Mark {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var tone: Tone?
        let object = try reader.beginObject(with: "text tone")
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "tone" where tone == nil: tone = try reader.read(Tone.self)
            default: try reader.skip(key, known: "text tone")
            }
        }
        guard let text else { throw .missing("text", at: object) }
        guard let tone else { throw .missing("tone", at: object) }
        self.text = text
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == Mark {
    package init(_ text: String, _ tone: Tone) {
        self.init(text: text, tone: tone)
    }
}

extension Pager {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var position: Int?
        var count: Int?
        var page: Picture?
        let object = try reader.beginObject(with: "position count page")
        while let key = try reader.nextKey() {
            switch key {
            case "position" where position == nil: position = try reader.read(Int.self)
            case "count" where count == nil: count = try reader.read(Int.self)
            case "page" where page == nil: page = try reader.read(Picture.self)
            default: try reader.skip(key, known: "position count page")
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let count else { throw .missing("count", at: object) }
        guard let page else { throw .missing("page", at: object) }
        self.position = position
        self.count = count
        self.page = page
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("page", page)
        writer.member("position", position)
        writer.endObject()
    }
}

extension JSONReadable where Self == Pager {
    package init(position: Int, count: Int, page: Picture) {
        self.init(position: position, count: count, page: page)
    }
}

extension Paint {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var length: Int?
        var style: String?
        let object = try reader.beginObject(with: "length")
        while let key = try reader.nextKey() {
            switch key {
            case "length" where length == nil: length = try reader.read(Int.self)
            case "style" where style == nil: style = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "length style")
            }
        }
        guard let length else { throw .missing("length", at: object) }
        self.length = length
        self.style = style
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("length", length)
        writer.member("style", style)
        writer.endObject()
    }
}

extension JSONReadable where Self == Paint {
    package init(length: Int, style: String? = nil) {
        self.init(length: length, style: style)
    }
}

extension Part {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var value: Part?
        var count = 0
        var other = UnknownPart()
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "button": (value, count) = (.button(try reader.read()), count + 1)
            case "chart": (value, count) = (.chart(try reader.read()), count + 1)
            case "facts": (value, count) = (.facts(try reader.read()), count + 1)
            case "form": (value, count) = (.form(try reader.read()), count + 1)
            case "gallery": (value, count) = (.gallery(try reader.read()), count + 1)
            case "label": (value, count) = (.label(try reader.read()), count + 1)
            case "list": (value, count) = (.list(try reader.read()), count + 1)
            case "pager": (value, count) = (.pager(try reader.read()), count + 1)
            case "picture": (value, count) = (.picture(try reader.read()), count + 1)
            case "progress": (value, count) = (.progress(try reader.read()), count + 1)
            case "quote": (value, count) = (.quote(try reader.read()), count + 1)
            case "table": (value, count) = (.table(try reader.read()), count + 1)
            case "tabs": (value, count) = (.tabs(try reader.read()), count + 1)
            case "text": (value, count) = (.text(try reader.read()), count + 1)
            case "tree": (value, count) = (.tree(try reader.read()), count + 1)
            default: try other.read(key, from: &reader)
            }
        }
        if count == 0, other.isThere { (value, count) = (.unknown(other), 1) }
        guard let value, count == 1 else { throw .noKind(at: object) }
        self = value
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .button(let button): writer.member("button", button)
        case .chart(let chart): writer.member("chart", chart)
        case .facts(let facts): writer.member("facts", facts)
        case .form(let form): writer.member("form", form)
        case .gallery(let gallery): writer.member("gallery", gallery)
        case .label(let label): writer.member("label", label)
        case .list(let list): writer.member("list", list)
        case .pager(let pager): writer.member("pager", pager)
        case .picture(let picture): writer.member("picture", picture)
        case .progress(let progress): writer.member("progress", progress)
        case .quote(let quote): writer.member("quote", quote)
        case .table(let table): writer.member("table", table)
        case .tabs(let tabs): writer.member("tabs", tabs)
        case .text(let text): writer.member("text", text)
        case .tree(let tree): writer.member("tree", tree)
        case .unknown(let other): other.writeMembers(to: &writer)
        }
        writer.endObject()
    }
}

extension Picture {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var caption: String?
        var image: String?
        let object = try reader.beginObject(with: "caption")
        while let key = try reader.nextKey() {
            switch key {
            case "caption" where caption == nil: caption = try reader.read(String.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "caption image")
            }
        }
        guard let caption else { throw .missing("caption", at: object) }
        self.caption = caption
        self.image = image
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("caption", caption)
        writer.member("image", image)
        writer.endObject()
    }
}

extension JSONReadable where Self == Picture {
    package init(caption: String, image: String? = nil) {
        self.init(caption: caption, image: image)
    }
}

extension Progress {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var label: String?
        var fraction: Double?
        var caption: String?
        var tone: Tone?
        let object = try reader.beginObject(with: "label")
        while let key = try reader.nextKey() {
            switch key {
            case "label" where label == nil: label = try reader.read(String.self)
            case "fraction" where fraction == nil: fraction = try reader.readIfPresent(Double.self)
            case "caption" where caption == nil: caption = try reader.readIfPresent(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "label fraction caption tone")
            }
        }
        guard let label else { throw .missing("label", at: object) }
        self.label = label
        self.fraction = fraction
        self.caption = caption
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("caption", caption)
        writer.member("fraction", fraction)
        writer.member("label", label)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == Progress {
    package init(label: String, fraction: Double? = nil, caption: String? = nil, tone: Tone? = nil) {
        self.init(label: label, fraction: fraction, caption: caption, tone: tone)
    }
}

extension Prompt {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var placeholder: String?
        var text: String?
        var isLive: Bool?
        var picksRows: Bool?
        var mark: String?
        var cycles: Bool?
        var isBelowHead: Bool?
        let object = try reader.beginObject(with: "placeholder text")
        while let key = try reader.nextKey() {
            switch key {
            case "placeholder" where placeholder == nil: placeholder = try reader.read(String.self)
            case "text" where text == nil: text = try reader.read(String.self)
            case "live" where isLive == nil: isLive = try reader.readIfPresent(Bool.self)
            case "picks" where picksRows == nil: picksRows = try reader.readIfPresent(Bool.self)
            case "mark" where mark == nil: mark = try reader.readIfPresent(String.self)
            case "cycle" where cycles == nil: cycles = try reader.readIfPresent(Bool.self)
            case "below" where isBelowHead == nil: isBelowHead = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "placeholder text live picks mark cycle below")
            }
        }
        guard let placeholder else { throw .missing("placeholder", at: object) }
        guard let text else { throw .missing("text", at: object) }
        self.placeholder = placeholder
        self.text = text
        self.isLive = isLive
        self.picksRows = picksRows
        self.mark = mark
        self.cycles = cycles
        self.isBelowHead = isBelowHead
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("below", isBelowHead)
        writer.member("cycle", cycles)
        writer.member("live", isLive)
        writer.member("mark", mark)
        writer.member("picks", picksRows)
        writer.member("placeholder", placeholder)
        writer.member("text", text)
        writer.endObject()
    }
}

extension JSONReadable where Self == Prompt {
    package init(
        placeholder: String, text: String = "", isLive: Bool? = nil, picksRows: Bool? = nil, mark: String? = nil,
        cycles: Bool? = nil, isBelowHead: Bool? = nil
    ) {
        self.init(
            placeholder: placeholder, text: text, isLive: isLive, picksRows: picksRows, mark: mark, cycles: cycles,
            isBelowHead: isBelowHead)
    }
}

extension Quote {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var author: String?
        let object = try reader.beginObject(with: "text")
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "author" where author == nil: author = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "text author")
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
        self.author = author
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("author", author)
        writer.member("text", text)
        writer.endObject()
    }
}

extension JSONReadable where Self == Quote {
    package init(text: String, author: String? = nil) {
        self.init(text: text, author: author)
    }
}

extension Row {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        var symbol: String?
        var subtitle: String?
        var accessory: String?
        var tone: Tone?
        var keys: [String]?
        var paint: [Paint]?
        let object = try reader.beginObject(with: "id title")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "symbol" where symbol == nil: symbol = try reader.readIfPresent(String.self)
            case "subtitle" where subtitle == nil: subtitle = try reader.readIfPresent(String.self)
            case "accessory" where accessory == nil: accessory = try reader.readIfPresent(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            case "keys" where keys == nil: keys = try reader.readIfPresent([String].self)
            case "paint" where paint == nil: paint = try reader.readIfPresent([Paint].self)
            default: try reader.skip(key, known: "id title symbol subtitle accessory tone keys paint")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let title else { throw .missing("title", at: object) }
        self.id = id
        self.title = title
        self.symbol = symbol
        self.subtitle = subtitle
        self.accessory = accessory
        self.tone = tone
        self.keys = keys
        self.paint = paint
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("accessory", accessory)
        writer.member("id", id)
        writer.member("keys", keys)
        writer.member("paint", paint)
        writer.member("subtitle", subtitle)
        writer.member("symbol", symbol)
        writer.member("title", title)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == Row {
    package init(
        id: String, title: String, symbol: String? = nil, subtitle: String? = nil, accessory: String? = nil,
        tone: Tone? = nil, keys: [String]? = nil, paint: [Paint]? = nil
    ) {
        self.init(
            id: id, title: title, symbol: symbol, subtitle: subtitle, accessory: accessory, tone: tone, keys: keys,
            paint: paint)
    }
}

extension RowLook {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var pointer: String?
        var marker: String?
        var ellipsis: String?
        var gap: Int?
        var overflow: RowOverflow?
        var scrollOff: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pointer" where pointer == nil: pointer = try reader.readIfPresent(String.self)
            case "marker" where marker == nil: marker = try reader.readIfPresent(String.self)
            case "ellipsis" where ellipsis == nil: ellipsis = try reader.readIfPresent(String.self)
            case "gap" where gap == nil: gap = try reader.readIfPresent(Int.self)
            case "overflow" where overflow == nil: overflow = try reader.readIfPresent(RowOverflow.self)
            case "margin" where scrollOff == nil: scrollOff = try reader.readIfPresent(Int.self)
            default: try reader.skip(key, known: "pointer marker ellipsis gap overflow margin")
            }
        }
        self.pointer = pointer
        self.marker = marker
        self.ellipsis = ellipsis
        self.gap = gap
        self.overflow = overflow
        self.scrollOff = scrollOff
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ellipsis", ellipsis)
        writer.member("gap", gap)
        writer.member("margin", scrollOff)
        writer.member("marker", marker)
        writer.member("overflow", overflow)
        writer.member("pointer", pointer)
        writer.endObject()
    }
}

extension JSONReadable where Self == RowLook {
    package init(
        pointer: String? = nil, marker: String? = nil, ellipsis: String? = nil, gap: Int? = nil,
        overflow: RowOverflow? = nil, scrollOff: Int? = nil
    ) {
        self.init(
            pointer: pointer, marker: marker, ellipsis: ellipsis, gap: gap, overflow: overflow, scrollOff: scrollOff)
    }
}

extension RowOverflow {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "wrap": self = .wrap
        case "start": self = .start
        case "end": self = .end
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .wrap: writer.literal("\"wrap\"")
        case .start: writer.literal("\"start\"")
        case .end: writer.literal("\"end\"")
        }
    }
}

extension Screen {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var prompt: Prompt?
        var activity: String?
        var parts: [Part]?
        var alert: Alert?
        var hasMore: Bool?
        var keys: [ScreenKey]?
        var notice: ScreenNotice?
        var words: [String: String]?
        var preview: [Part]?
        var reportsHighlight: Bool?
        var head: [Part]?
        var reportsSize: Bool?
        var mayCancel: Bool?
        let object = try reader.beginObject(with: "title parts")
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.read(String.self)
            case "prompt" where prompt == nil: prompt = try reader.readIfPresent(Prompt.self)
            case "activity" where activity == nil: activity = try reader.readIfPresent(String.self)
            case "parts" where parts == nil: parts = try reader.read([Part].self)
            case "alert" where alert == nil: alert = try reader.readIfPresent(Alert.self)
            case "hasMore" where hasMore == nil: hasMore = try reader.readIfPresent(Bool.self)
            case "keys" where keys == nil: keys = try reader.readIfPresent([ScreenKey].self)
            case "notice" where notice == nil: notice = try reader.readIfPresent(ScreenNotice.self)
            case "words" where words == nil: words = try reader.readIfPresent([String: String].self)
            case "preview" where preview == nil: preview = try reader.readIfPresent([Part].self)
            case "highlight" where reportsHighlight == nil: reportsHighlight = try reader.readIfPresent(Bool.self)
            case "head" where head == nil: head = try reader.readIfPresent([Part].self)
            case "resize" where reportsSize == nil: reportsSize = try reader.readIfPresent(Bool.self)
            case "cancel" where mayCancel == nil: mayCancel = try reader.readIfPresent(Bool.self)
            default:
                try reader.skip(
                    key,
                    known: """
                        title prompt activity parts alert hasMore keys notice words preview highlight head resize cancel
                        """)
            }
        }
        guard let title else { throw .missing("title", at: object) }
        guard let parts else { throw .missing("parts", at: object) }
        self.title = title
        self.prompt = prompt
        self.activity = activity
        self.parts = parts
        self.alert = alert
        self.hasMore = hasMore
        self.keys = keys
        self.notice = notice
        self.words = words
        self.preview = preview
        self.reportsHighlight = reportsHighlight
        self.head = head
        self.reportsSize = reportsSize
        self.mayCancel = mayCancel
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("activity", activity)
        writer.member("alert", alert)
        writer.member("cancel", mayCancel)
        writer.member("hasMore", hasMore)
        writer.member("head", head)
        writer.member("highlight", reportsHighlight)
        writer.member("keys", keys)
        writer.member("notice", notice)
        writer.member("parts", parts)
        writer.member("preview", preview)
        writer.member("prompt", prompt)
        writer.member("resize", reportsSize)
        writer.member("title", title)
        writer.member("words", words)
        writer.endObject()
    }
}

extension JSONReadable where Self == Screen {
    package init(
        title: String, prompt: Prompt? = nil, activity: String? = nil, parts: [Part] = [], alert: Alert? = nil,
        hasMore: Bool? = nil, keys: [ScreenKey]? = nil, notice: ScreenNotice? = nil, words: [String: String]? = nil,
        preview: [Part]? = nil, reportsHighlight: Bool? = nil, head: [Part]? = nil, reportsSize: Bool? = nil,
        mayCancel: Bool? = nil
    ) {
        self.init(
            title: title, prompt: prompt, activity: activity, parts: parts, alert: alert, hasMore: hasMore, keys: keys,
            notice: notice, words: words, preview: preview, reportsHighlight: reportsHighlight, head: head,
            reportsSize: reportsSize, mayCancel: mayCancel)
    }
}

extension ScreenKey {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var control: String?
        var title: String?
        var character: String?
        var isForRow: Bool?
        var confirm: Confirmation?
        var does: [KeyStep]?
        let object = try reader.beginObject(with: "control title")
        while let key = try reader.nextKey() {
            switch key {
            case "control" where control == nil: control = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "key" where character == nil: character = try reader.readIfPresent(String.self)
            case "row" where isForRow == nil: isForRow = try reader.readIfPresent(Bool.self)
            case "confirm" where confirm == nil: confirm = try reader.readIfPresent(Confirmation.self)
            case "does" where does == nil: does = try reader.readIfPresent([KeyStep].self)
            default: try reader.skip(key, known: "control title key row confirm does")
            }
        }
        guard let control else { throw .missing("control", at: object) }
        guard let title else { throw .missing("title", at: object) }
        self.control = control
        self.title = title
        self.character = character
        self.isForRow = isForRow
        self.confirm = confirm
        self.does = does
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("confirm", confirm)
        writer.member("control", control)
        writer.member("does", does)
        writer.member("key", character)
        writer.member("row", isForRow)
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == ScreenKey {
    package init(
        control: String, title: String, character: String? = nil, isForRow: Bool? = nil, confirm: Confirmation? = nil,
        does: [KeyStep]? = nil
    ) {
        self.init(
            control: control, title: title, character: character, isForRow: isForRow, confirm: confirm, does: does)
    }
}

extension ScreenNotice {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var text: String?
        var tone: Tone?
        let object = try reader.beginObject(with: "id text")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "text" where text == nil: text = try reader.read(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "id text tone")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let text else { throw .missing("text", at: object) }
        self.id = id
        self.text = text
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("text", text)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == ScreenNotice {
    package init(id: String, text: String, tone: Tone? = nil) {
        self.init(id: id, text: text, tone: tone)
    }
}

extension Sort {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var column: String?
        var isDescending: Bool?
        let object = try reader.beginObject(with: "column")
        while let key = try reader.nextKey() {
            switch key {
            case "column" where column == nil: column = try reader.read(String.self)
            case "descending" where isDescending == nil: isDescending = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "column descending")
            }
        }
        guard let column else { throw .missing("column", at: object) }
        self.column = column
        self.isDescending = isDescending ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("column", column)
        writer.member("descending", isDescending)
        writer.endObject()
    }
}

extension JSONReadable where Self == Sort {
    package init(column: String, isDescending: Bool = false) {
        self.init(column: column, isDescending: isDescending)
    }
}

extension Table {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var columns: [Column]?
        var rows: [TableRow]?
        var sort: Sort?
        var empty: String?
        var offset: Int?
        var total: Int?
        var isMultiple: Bool?
        let object = try reader.beginObject(with: "columns rows")
        while let key = try reader.nextKey() {
            switch key {
            case "columns" where columns == nil: columns = try reader.read([Column].self)
            case "rows" where rows == nil: rows = try reader.read([TableRow].self)
            case "sort" where sort == nil: sort = try reader.readIfPresent(Sort.self)
            case "empty" where empty == nil: empty = try reader.readIfPresent(String.self)
            case "offset" where offset == nil: offset = try reader.readIfPresent(Int.self)
            case "total" where total == nil: total = try reader.readIfPresent(Int.self)
            case "multiple" where isMultiple == nil: isMultiple = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "columns rows sort empty offset total multiple")
            }
        }
        guard let columns else { throw .missing("columns", at: object) }
        guard let rows else { throw .missing("rows", at: object) }
        self.columns = columns
        self.rows = rows
        self.sort = sort
        self.empty = empty
        self.offset = offset
        self.total = total
        self.isMultiple = isMultiple
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("columns", columns)
        writer.member("empty", empty)
        writer.member("multiple", isMultiple)
        writer.member("offset", offset)
        writer.member("rows", rows)
        writer.member("sort", sort)
        writer.member("total", total)
        writer.endObject()
    }
}

extension JSONReadable where Self == Table {
    package init(
        columns: [Column], rows: [TableRow], sort: Sort? = nil, empty: String? = nil, offset: Int? = nil,
        total: Int? = nil, isMultiple: Bool? = nil
    ) {
        self.init(
            columns: columns, rows: rows, sort: sort, empty: empty, offset: offset, total: total,
            isMultiple: isMultiple)
    }
}

extension TableCell {
    package init(from reader: inout JSONReader) throws(JSONError) {
        guard reader.nextByte == UInt8(ascii: "{") else {
            text = try reader.read(String.self)
            tone = nil
            return
        }
        var text: String?
        var tone: Tone?
        let object = try reader.beginObject(with: "text")
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "text tone")
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        guard tone != nil else { return writer.write(text) }
        writer.beginObject()
        writer.member("text", text)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == TableCell {
    package init(_ text: String, tone: Tone? = nil) {
        self.init(text: text, tone: tone)
    }
}

extension TableRow {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var cells: [TableCell]?
        var tone: Tone?
        let object = try reader.beginObject(with: "id cells")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "cells" where cells == nil: cells = try reader.read([TableCell].self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "id cells tone")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let cells else { throw .missing("cells", at: object) }
        self.id = id
        self.cells = cells
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cells", cells)
        writer.member("id", id)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == TableRow {
    package init(id: String, cells: [TableCell], tone: Tone? = nil) {
        self.init(id: id, cells: cells, tone: tone)
    }
}

extension Tabs {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Button]?
        var selected: String?
        let object = try reader.beginObject(with: "items selected")
        while let key = try reader.nextKey() {
            switch key {
            case "items" where items == nil: items = try reader.read([Button].self)
            case "selected" where selected == nil: selected = try reader.read(String.self)
            default: try reader.skip(key, known: "items selected")
            }
        }
        guard let items else { throw .missing("items", at: object) }
        guard let selected else { throw .missing("selected", at: object) }
        self.items = items
        self.selected = selected
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("items", items)
        writer.member("selected", selected)
        writer.endObject()
    }
}

extension JSONReadable where Self == Tabs {
    package init(items: [Button], selected: String) {
        self.init(items: items, selected: selected)
    }
}

extension Text {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var heading: String?
        var caption: String?
        var body: String?
        var fold: Int?
        var tone: Tone?
        var marks: [Mark]?
        var format: Format?
        let object = try reader.beginObject(with: "body")
        while let key = try reader.nextKey() {
            switch key {
            case "heading" where heading == nil: heading = try reader.readIfPresent(String.self)
            case "caption" where caption == nil: caption = try reader.readIfPresent(String.self)
            case "body" where body == nil: body = try reader.read(String.self)
            case "fold" where fold == nil: fold = try reader.readIfPresent(Int.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            case "marks" where marks == nil: marks = try reader.readIfPresent([Mark].self)
            case "format" where format == nil: format = try reader.readIfPresent(Format.self)
            default: try reader.skip(key, known: "heading caption body fold tone marks format")
            }
        }
        guard let body else { throw .missing("body", at: object) }
        self.heading = heading
        self.caption = caption
        self.body = body
        self.fold = fold
        self.tone = tone
        self.marks = marks
        self.format = format
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("body", body)
        writer.member("caption", caption)
        writer.member("fold", fold)
        writer.member("format", format)
        writer.member("heading", heading)
        writer.member("marks", marks)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == Text {
    package init(
        heading: String? = nil, caption: String? = nil, body: String, fold: Int? = nil, tone: Tone? = nil,
        marks: [Mark]? = nil, format: Text.Format? = nil
    ) {
        self.init(heading: heading, caption: caption, body: body, fold: fold, tone: tone, marks: marks, format: format)
    }
}

extension Text.Format {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .plain: writer.literal("\"plain\"")
        case .markdown: writer.literal("\"markdown\"")
        case .code: writer.literal("\"code\"")
        }
    }
}

extension Tone {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .plain: writer.literal("\"plain\"")
        case .accent: writer.literal("\"accent\"")
        case .success: writer.literal("\"success\"")
        case .warning: writer.literal("\"warning\"")
        case .danger: writer.literal("\"danger\"")
        case .muted: writer.literal("\"muted\"")
        }
    }
}

extension Tree {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var rows: [TreeRow]?
        var empty: String?
        var isMultiple: Bool?
        let object = try reader.beginObject(with: "rows")
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read([TreeRow].self)
            case "empty" where empty == nil: empty = try reader.readIfPresent(String.self)
            case "multiple" where isMultiple == nil: isMultiple = try reader.readIfPresent(Bool.self)
            default: try reader.skip(key, known: "rows empty multiple")
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        self.rows = rows
        self.empty = empty
        self.isMultiple = isMultiple
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("empty", empty)
        writer.member("multiple", isMultiple)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == Tree {
    package init(rows: [TreeRow], empty: String? = nil, isMultiple: Bool? = nil) {
        self.init(rows: rows, empty: empty, isMultiple: isMultiple)
    }
}

extension TreeRow {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        var depth: Int?
        var isExpanded: Bool?
        var symbol: String?
        var accessory: String?
        var tone: Tone?
        let object = try reader.beginObject(with: "id title depth")
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "depth" where depth == nil: depth = try reader.read(Int.self)
            case "expanded" where isExpanded == nil: isExpanded = try reader.readIfPresent(Bool.self)
            case "symbol" where symbol == nil: symbol = try reader.readIfPresent(String.self)
            case "accessory" where accessory == nil: accessory = try reader.readIfPresent(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skip(key, known: "id title depth expanded symbol accessory tone")
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let title else { throw .missing("title", at: object) }
        guard let depth else { throw .missing("depth", at: object) }
        self.id = id
        self.title = title
        self.depth = depth
        self.isExpanded = isExpanded
        self.symbol = symbol
        self.accessory = accessory
        self.tone = tone
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("accessory", accessory)
        writer.member("depth", depth)
        writer.member("expanded", isExpanded)
        writer.member("id", id)
        writer.member("symbol", symbol)
        writer.member("title", title)
        writer.member("tone", tone)
        writer.endObject()
    }
}

extension JSONReadable where Self == TreeRow {
    package init(
        id: String, title: String, depth: Int = 0, isExpanded: Bool? = nil, symbol: String? = nil,
        accessory: String? = nil, tone: Tone? = nil
    ) {
        self.init(
            id: id, title: title, depth: depth, isExpanded: isExpanded, symbol: symbol, accessory: accessory,
            tone: tone)
    }
}

extension ViewInput.Copy {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        let object = try reader.beginObject(with: "text")
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            default: try reader.skip(key, known: "text")
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewInput.Copy {
    package init(text: String) {
        self.init(text: text)
    }
}

extension ViewInput.MarkRows {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var rows: [String]?
        let object = try reader.beginObject(with: "rows")
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read([String].self)
            default: try reader.skip(key, known: "rows")
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        self.rows = rows
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewInput.MarkRows {
    package init(rows: [String]) {
        self.init(rows: rows)
    }
}

extension ViewInput.Run {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var command: [String]?
        var folder: String?
        let object = try reader.beginObject(with: "command")
        while let key = try reader.nextKey() {
            switch key {
            case "command" where command == nil: command = try reader.read([String].self)
            case "folder" where folder == nil: folder = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "command folder")
            }
        }
        guard let command else { throw .missing("command", at: object) }
        self.command = command
        self.folder = folder
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", command)
        writer.member("folder", folder)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewInput.Run {
    package init(command: [String], folder: String? = nil) {
        self.init(command: command, folder: folder)
    }
}

extension ViewInput.SelectRow {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var row: String?
        let object = try reader.beginObject(with: "row")
        while let key = try reader.nextKey() {
            switch key {
            case "row" where row == nil: row = try reader.read(String.self)
            default: try reader.skip(key, known: "row")
            }
        }
        guard let row else { throw .missing("row", at: object) }
        self.row = row
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("row", row)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewInput.SelectRow {
    package init(row: String) {
        self.init(row: row)
    }
}

extension ViewInput.Show {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var screen: Screen?
        let object = try reader.beginObject(with: "screen")
        while let key = try reader.nextKey() {
            switch key {
            case "screen" where screen == nil: screen = try reader.read(Screen.self)
            default: try reader.skip(key, known: "screen")
            }
        }
        guard let screen else { throw .missing("screen", at: object) }
        self.screen = screen
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("screen", screen)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewInput.Show {
    package init(screen: Screen) {
        self.init(screen: screen)
    }
}

extension ViewOutput.DidChange {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var form: String?
        var field: String?
        var value: FieldValue?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "form" where form == nil: form = try reader.readIfPresent(String.self)
            case "field" where field == nil: field = try reader.readIfPresent(String.self)
            case "value" where value == nil: value = try reader.readIfPresent(FieldValue.self)
            default: try reader.skip(key, known: "form field value")
            }
        }
        self.form = form
        self.field = field
        self.value = value
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("field", field)
        writer.member("form", form)
        writer.member("value", value)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidChange {
    package init(form: String? = nil, field: String? = nil, value: FieldValue? = nil) {
        self.init(form: form, field: field, value: value)
    }
}

extension ViewOutput.DidFollow {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        let object = try reader.beginObject(with: "url")
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            default: try reader.skip(key, known: "url")
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidFollow {
    package init(url: String) {
        self.init(url: url)
    }
}

extension ViewOutput.DidGoBack {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidGoBack {
    package init() {
        self.init()
    }
}

extension ViewOutput.DidHighlight {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var row: String?
        let object = try reader.beginObject(with: "row")
        while let key = try reader.nextKey() {
            switch key {
            case "row" where row == nil: row = try reader.read(String.self)
            default: try reader.skip(key, known: "row")
            }
        }
        guard let row else { throw .missing("row", at: object) }
        self.row = row
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("row", row)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidHighlight {
    package init(row: String) {
        self.init(row: row)
    }
}

extension ViewOutput.DidPress {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var control: String?
        var row: String?
        var rows: [String]?
        let object = try reader.beginObject(with: "control")
        while let key = try reader.nextKey() {
            switch key {
            case "control" where control == nil: control = try reader.read(String.self)
            case "row" where row == nil: row = try reader.readIfPresent(String.self)
            case "rows" where rows == nil: rows = try reader.readIfPresent([String].self)
            default: try reader.skip(key, known: "control row rows")
            }
        }
        guard let control else { throw .missing("control", at: object) }
        self.control = control
        self.row = row
        self.rows = rows
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("control", control)
        writer.member("row", row)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidPress {
    package init(control: String, row: String? = nil, rows: [String]? = nil) {
        self.init(control: control, row: row, rows: rows)
    }
}

extension ViewOutput.DidReachEnd {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidReachEnd {
    package init() {
        self.init()
    }
}

extension ViewOutput.DidResize {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var columns: Int?
        var rows: Int?
        var previewColumns: Int?
        var previewRows: Int?
        let object = try reader.beginObject(with: "columns rows")
        while let key = try reader.nextKey() {
            switch key {
            case "columns" where columns == nil: columns = try reader.read(Int.self)
            case "rows" where rows == nil: rows = try reader.read(Int.self)
            case "previewColumns" where previewColumns == nil: previewColumns = try reader.readIfPresent(Int.self)
            case "previewRows" where previewRows == nil: previewRows = try reader.readIfPresent(Int.self)
            default: try reader.skip(key, known: "columns rows previewColumns previewRows")
            }
        }
        guard let columns else { throw .missing("columns", at: object) }
        guard let rows else { throw .missing("rows", at: object) }
        self.columns = columns
        self.rows = rows
        self.previewColumns = previewColumns
        self.previewRows = previewRows
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("columns", columns)
        writer.member("previewColumns", previewColumns)
        writer.member("previewRows", previewRows)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidResize {
    package init(columns: Int, rows: Int, previewColumns: Int? = nil, previewRows: Int? = nil) {
        self.init(columns: columns, rows: rows, previewColumns: previewColumns, previewRows: previewRows)
    }
}

extension ViewOutput.DidRun {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var status: Int?
        var failure: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "status" where status == nil: status = try reader.readIfPresent(Int.self)
            case "failure" where failure == nil: failure = try reader.readIfPresent(String.self)
            default: try reader.skip(key, known: "status failure")
            }
        }
        self.status = status
        self.failure = failure
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("failure", failure)
        writer.member("status", status)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidRun {
    package init(status: Int? = nil, failure: String? = nil) {
        self.init(status: status, failure: failure)
    }
}

extension ViewOutput.DidScroll {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var first: Int?
        var count: Int?
        let object = try reader.beginObject(with: "first count")
        while let key = try reader.nextKey() {
            switch key {
            case "first" where first == nil: first = try reader.read(Int.self)
            case "count" where count == nil: count = try reader.read(Int.self)
            default: try reader.skip(key, known: "first count")
            }
        }
        guard let first else { throw .missing("first", at: object) }
        guard let count else { throw .missing("count", at: object) }
        self.first = first
        self.count = count
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("first", first)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidScroll {
    package init(first: Int, count: Int) {
        self.init(first: first, count: count)
    }
}

extension ViewOutput.DidSearch {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var query: String?
        let object = try reader.beginObject(with: "query")
        while let key = try reader.nextKey() {
            switch key {
            case "query" where query == nil: query = try reader.read(String.self)
            default: try reader.skip(key, known: "query")
            }
        }
        guard let query else { throw .missing("query", at: object) }
        self.query = query
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("query", query)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidSearch {
    package init(query: String) {
        self.init(query: query)
    }
}

extension ViewOutput.DidSelect {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var row: String?
        var rows: [String]?
        let object = try reader.beginObject(with: "row")
        while let key = try reader.nextKey() {
            switch key {
            case "row" where row == nil: row = try reader.read(String.self)
            case "rows" where rows == nil: rows = try reader.readIfPresent([String].self)
            default: try reader.skip(key, known: "row rows")
            }
        }
        guard let row else { throw .missing("row", at: object) }
        self.row = row
        self.rows = rows
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("row", row)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidSelect {
    package init(row: String, rows: [String]? = nil) {
        self.init(row: row, rows: rows)
    }
}

extension ViewOutput.DidSort {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var column: String?
        var isDescending: Bool?
        let object = try reader.beginObject(with: "column descending")
        while let key = try reader.nextKey() {
            switch key {
            case "column" where column == nil: column = try reader.read(String.self)
            case "descending" where isDescending == nil: isDescending = try reader.read(Bool.self)
            default: try reader.skip(key, known: "column descending")
            }
        }
        guard let column else { throw .missing("column", at: object) }
        guard let isDescending else { throw .missing("descending", at: object) }
        self.column = column
        self.isDescending = isDescending
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("column", column)
        writer.member("descending", isDescending)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidSort {
    package init(column: String, isDescending: Bool) {
        self.init(column: column, isDescending: isDescending)
    }
}

extension ViewOutput.DidSubmit {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var form: String?
        var values: [String: FieldValue]?
        var secrets: [String: String]?
        let object = try reader.beginObject(with: "form values")
        while let key = try reader.nextKey() {
            switch key {
            case "form" where form == nil: form = try reader.read(String.self)
            case "values" where values == nil: values = try reader.read([String: FieldValue].self)
            case "secrets" where secrets == nil: secrets = try reader.readIfPresent([String: String].self)
            default: try reader.skip(key, known: "form values secrets")
            }
        }
        guard let form else { throw .missing("form", at: object) }
        guard let values else { throw .missing("values", at: object) }
        self.form = form
        self.values = values
        self.secrets = secrets
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("form", form)
        writer.member("secrets", secrets)
        writer.member("values", values)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidSubmit {
    package init(form: String, values: [String: FieldValue], secrets: [String: String]? = nil) {
        self.init(form: form, values: values, secrets: secrets)
    }
}

extension ViewOutput.DidToggle {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var row: String?
        var isExpanded: Bool?
        let object = try reader.beginObject(with: "row expanded")
        while let key = try reader.nextKey() {
            switch key {
            case "row" where row == nil: row = try reader.read(String.self)
            case "expanded" where isExpanded == nil: isExpanded = try reader.read(Bool.self)
            default: try reader.skip(key, known: "row expanded")
            }
        }
        guard let row else { throw .missing("row", at: object) }
        guard let isExpanded else { throw .missing("expanded", at: object) }
        self.row = row
        self.isExpanded = isExpanded
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("expanded", isExpanded)
        writer.member("row", row)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewOutput.DidToggle {
    package init(row: String, isExpanded: Bool) {
        self.init(row: row, isExpanded: isExpanded)
    }
}
