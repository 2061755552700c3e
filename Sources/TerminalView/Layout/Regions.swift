package import ViewMessages

/// Which lines of the terminal belong to what. Where lines are few, a prompt that is typed into comes first, then the
/// content, then the status line.
package struct Regions: Equatable, Sendable {
    package let title: Int?
    package let prompt: Int?
    package let rule: Int?
    package let content: Range<Int>
    package let status: Int?

    package init(_ screen: Screen, _ size: Size, isTyping: Bool = false, hasOwnField: Bool = false) {
        var free = size.rows
        func claim(_ isWanted: Bool, leaving rest: Int = 1) -> Bool {
            guard isWanted, free > rest else { return false }
            free -= 1
            return true
        }
        let hasPrompt = screen.prompt != nil || hasOwnField
        // A person who types must see the text.
        let isPromptNeeded = claim(hasPrompt && isTyping, leaving: 0)
        let hasStatus = claim(true)
        let hasTitle = claim(true)
        let showsPrompt = isPromptNeeded || claim(hasPrompt)
        let hasRule = claim(true, leaving: 5)
        var next = 0
        func row(_ isThere: Bool) -> Int? {
            defer { next += isThere ? 1 : 0 }
            return isThere ? next : nil
        }
        title = row(hasTitle)
        prompt = row(showsPrompt)
        rule = row(hasRule)
        content = next..<next + free
        status = hasStatus ? size.rows - 1 : nil
    }
}
