import Encodings
import Markdown

/// An attribute of an element. No attribute runs a script or styles; those that hold addresses take an ``PageAddress`` only.
package struct Attribute: Sendable {
    /// The name of an attribute that holds a text.
    package enum Name: String, Sendable {
        case id, lang, dir, role, title, name, value, type, placeholder, form, method, `for`, scope, alt, content,
            charset
        case `class`, rows, max, maxlength, width, height, x, y, points, viewBox, preserveAspectRatio, rel, target,
            tabindex
        case autocomplete, inputmode, enterkeyhint, colspan, list, spellcheck, loading
        case ariaLabel = "aria-label"
        case ariaLabelledby = "aria-labelledby"
        case ariaDescribedby = "aria-describedby"
        case ariaSort = "aria-sort"
        case ariaCurrent = "aria-current"
        case ariaLevel = "aria-level"
        case ariaExpanded = "aria-expanded"
        case ariaPressed = "aria-pressed"
        case ariaInvalid = "aria-invalid"
        case ariaRequired = "aria-required"
        case ariaModal = "aria-modal"
        case ariaHidden = "aria-hidden"
        case httpEquiv = "http-equiv"
        case popoverTarget = "popovertarget"
        /// The key by which the script finds the element in an earlier page.
        case dataKey = "data-k"
        /// The keys that press the element, in words separated by blanks.
        case dataPress = "data-press"
        /// The action that the script reports while the user types.
        case dataLive = "data-live"
        /// The secret that a button shows or hides.
        case dataReveal = "data-reveal"
        /// The action that the script reports when the user leaves a field.
        case dataKeep = "data-keep"
        /// The actions of a field's own keys.
        case dataOnEnter = "data-on-enter"
        case dataOnEscape = "data-on-escape"
        case dataScene = "data-scene"
        /// The scenes of the browser's history, as their addresses name them (``SceneAddress``).
        case dataWay = "data-way"
        /// Changes when the program moves the focus.
        case dataPlace = "data-place"
        case dataTitle = "data-title"
        /// Words that the script shows, separated by `|`.
        case dataWords = "data-words"
    }

    /// An attribute that is there or not.
    package enum Flag: String, Sendable {
        case checked, selected, hidden, inert, open, autofocus, novalidate, multiple, popover, readonly
        /// The selection of the keyboard stops at the element.
        case go = "data-go"
        /// A row of a list, a table, a tree or a gallery.
        case row = "data-row"
        /// The element asks for more rows when it comes in sight.
        case end = "data-end"
        /// A form has changes that the page would lose with the tab.
        case changed = "data-changed"
        /// An action of the user is not answered yet.
        case waits = "data-waits"
        /// The screen asks for the row where the selection rests.
        case rest = "data-rest"
        /// The field filters the options beside it.
        case narrows = "data-narrows"
        /// The button copies the text before it.
        case copies = "data-copies"
        /// The screen asks for the size of the view.
        case size = "data-size"
    }

    /// The name of an attribute that holds an address.
    package enum AddressName: String, Sendable {
        case href, src, action
    }

    let name: String
    let value: String?

    private init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    package static func of(_ name: Name, _ value: String) -> Attribute { Attribute(name.rawValue, value) }

    /// - Returns: nil where there is no value, so that the attribute is left out.
    package static func of(_ name: Name, ifPresent value: String?) -> Attribute? {
        value.map { Attribute(name.rawValue, $0) }
    }

    package static func flag(_ flag: Flag, if isThere: Bool = true) -> Attribute? {
        isThere ? Attribute(flag.rawValue, nil) : nil
    }

    package static func address(_ name: AddressName, _ address: PageAddress) -> Attribute {
        Attribute(name.rawValue, address.text)
    }

    package static func `class`(_ names: String?...) -> Attribute? {
        let names = names.compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? nil : Attribute("class", names.joined(separator: " "))
    }

    /// The text decides its direction: for texts from outside, whatever their language.
    package static let autoDirection = Attribute("dir", "auto")
}

/// An address that a page may lead to or load: one of this program's own paths, or a link to another page. Its own are relative, since
/// a proxy may have the page in a folder (`https://tools.example/apps/`).
package struct PageAddress: Equatable, Sendable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let page = PageAddress("./")

    /// - Parameter name: of a scene (``SceneAddress``).
    static func scene(_ name: String) -> PageAddress { PageAddress("./?scene=" + PercentEncoding.form.encode(name)) }

    static let action = PageAddress("act")
    static let script = PageAddress("script.js?v=" + StaticFile.script.version)
    static let style = PageAddress("style.css?v=" + StaticFile.style.version)
    static let icon = PageAddress("icon.svg?v=" + StaticFile.icon.version)

    /// - Parameter key: of an image. Anything but letters and digits is left out.
    static func picture(_ key: String) -> PageAddress {
        PageAddress("picture/" + key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }

    /// - Returns: nil for an address that no link may lead to, such as `javascript:`.
    package static func link(_ address: String) -> PageAddress? {
        LinkAddress.isSafe(address) ? PageAddress(address) : nil
    }

    /// - Returns: nil for anything but a page of the web.
    package static func page(_ address: String) -> PageAddress? {
        address.lowercased().hasPrefix("mailto:") ? nil : link(address)
    }
}
