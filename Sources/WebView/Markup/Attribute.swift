/// An attribute of an element. No attribute runs a script or styles; those that hold addresses take an ``Address`` only.
package struct Attribute: Sendable {
    /// What a text may be given to.
    package enum Name: String, Sendable {
        case id, lang, dir, role, title, name, value, type, placeholder, form, method, `for`, scope, alt, content,
            charset
        case `class`, rows, max, width, height, x, y, points, viewBox, preserveAspectRatio, rel, target, tabindex
        case autocomplete, inputmode, enterkeyhint, colspan
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
        case ariaLive = "aria-live"
        case httpEquiv = "http-equiv"
        case popoverTarget = "popovertarget"
        /// Tells the script which element of an earlier page is the same one.
        case dataKey = "data-k"
        /// The keys that press it, in words separated by blanks.
        case dataPress = "data-press"
        /// What the script reports while somebody types.
        case dataLive = "data-live"
        case dataScene = "data-scene"
        /// Another one when the focus goes elsewhere by itself.
        case dataPlace = "data-place"
        case dataTitle = "data-title"
        /// The action that a focused row reports, where the screen asks for it.
        case dataRest = "data-rest"
    }

    /// What is there or not.
    package enum Flag: String, Sendable {
        case checked, selected, hidden, inert, open, autofocus, novalidate, multiple, popover
        /// The selection of the keyboard stops at it.
        case go = "data-go"
        /// A row of a list, a table, a tree or a gallery.
        case row = "data-row"
        /// It asks for more rows when it comes in sight.
        case end = "data-end"
        /// What the person has done is not answered yet.
        case waits = "data-waits"
        /// The screen wants to know the size of the view.
        case size = "data-size"
    }

    /// What holds an address.
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

    package static func address(_ name: AddressName, _ address: Address) -> Attribute {
        Attribute(name.rawValue, address.text)
    }

    package static func `class`(_ names: String?...) -> Attribute? {
        let names = names.compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? nil : Attribute("class", names.joined(separator: " "))
    }

    /// Right-to-left where the text says so: for texts of strangers, whatever their language.
    package static let autoDirection = Attribute("dir", "auto")
}
