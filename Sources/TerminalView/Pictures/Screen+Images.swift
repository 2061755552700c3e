import ViewMessages

extension Screen {
    /// Takes the images out of the pictures and leaves their keys, so that screens stay small and quick to compare.
    /// - Parameters:
    ///   - known: images of the screen before, which need not be read again.
    ///   - isUseless: whether there is no point in drawing the image with that key.
    func withoutImages(
        known: [String: ImageFile], isUseless: (String) -> Bool
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
        var screen = self
        screen.parts = parts.map { part in
            switch part {
            case .picture(let picture): .picture(keyed(picture))
            case .pager(let pager):
                .pager(Pager(position: pager.position, count: pager.count, page: keyed(pager.page)))
            default: part
            }
        }
        return (screen, images)
    }
}
