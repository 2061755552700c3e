extension Composition {
    /// The session that watches no files.
    package var unwatched: Composition {
        var copy = self
        for index in services.indices { copy.services[index].watch = [] }
        copy.files = []
        return copy
    }
}

extension Service {
    /// Whether files belong to it, so that it may wait for the next of them to be saved.
    package var isWatched: Bool { !watch.isEmpty }
}
