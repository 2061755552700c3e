/// Identifies a child process of a ``Bridge``; numbers are never reused.
package struct ChildID: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}
