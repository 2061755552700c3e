import ViewMessages

extension Picture {
    var sanitized: Picture { Picture(caption: Bounded.line(caption), image: image) }
}
