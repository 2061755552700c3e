/// Names a child process of a ``Bridge``; no number is used twice.
package struct ChildID: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}
