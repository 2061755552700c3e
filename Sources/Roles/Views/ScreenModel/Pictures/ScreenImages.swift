package import ViewMessages

/// Takes the images out of a screen and leaves their keys, so that screens stay small and quick to compare.
package enum ScreenImages {
    /// - Parameters:
    ///   - known: images of the scene's screen before, which need not be read again.
    ///   - isUseless: whether there is no point in drawing the image with that key.
    /// - Returns: the screen, and the images by key. A picture whose image cannot be drawn keeps only its caption.
    package static func extract(
        from screen: Screen, known: [String: ImageFile], isUseless: (String) -> Bool
    ) -> (screen: Screen, images: [String: ImageFile]) {
        var images: [String: ImageFile] = [:]
        func keyed(_ picture: Picture) -> Picture {
            guard let image = picture.image else { return picture }
            let key = ImageFile.key(for: image)
            guard !isUseless(key), let file = known[key] ?? ImageFile(base64: image) else {
                return Picture(caption: picture.caption)
            }
            images[key] = file
            return Picture(caption: picture.caption, image: key)
        }
        var screen = screen
        screen.parts = screen.parts.map { $0.replacingPictures(keyed) }
        screen.head = screen.head?.map { $0.replacingPictures(keyed) }
        screen.preview = screen.preview?.map { $0.replacingPictures(keyed) }
        return (screen, images)
    }
}

extension Part {
    /// The part with its pictures replaced.
    package func replacingPictures(_ replacement: (Picture) -> Picture) -> Part {
        switch self {
        case .picture(let picture): .picture(replacement(picture))
        case .pager(let pager):
            .pager(Pager(position: pager.position, count: pager.count, page: replacement(pager.page)))
        default: self
        }
    }
}
