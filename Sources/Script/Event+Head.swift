import Wire

extension Event {
    /// Without its data: as much as an answer to it needs.
    var head: Event {
        var head = self
        head.data = Array("{}".utf8)
        return head
    }
}
