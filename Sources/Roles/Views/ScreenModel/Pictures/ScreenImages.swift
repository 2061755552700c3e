package import ViewMessages

/// Takes the images out of a screen and leaves their keys, so that screens stay small and quick to compare.
package enum ScreenImages {
    /// - Parameters:
    ///   - known: images of the scene's screen before, which need not be read again.
    ///   - isUseless: whether there is no point in drawing the image with that key.
    /// - Returns: the screen, and the images by key. Where an image cannot be drawn, its caption stays.
    package static func extract(
        from screen: Screen, known: @autoclosure () -> [String: ImageFile], isUseless: (String) -> Bool
    ) -> (screen: Screen, images: [String: ImageFile]) {
        var images: [String: ImageFile] = [:]
        func key(_ image: String?) -> String? {
            guard let image else { return nil }
            let key = ImageFile.key(for: image)
            guard !isUseless(key), let file = images[key] ?? known()[key] ?? ImageFile(base64: image) else {
                return nil
            }
            images[key] = file
            return key
        }
        func keyed(_ part: Part) -> Part {
            switch part {
            case .picture(var picture):
                picture.image = key(picture.image)
                return .picture(picture)
            case .pager(var pager):
                pager.page.image = key(pager.page.image)
                return .pager(pager)
            case .gallery(var gallery):
                gallery.items = gallery.items.map { Gallery.Item(id: $0.id, caption: $0.caption, image: key($0.image)) }
                return .gallery(gallery)
            default: return part
            }
        }
        var screen = screen
        screen.parts = screen.parts.map(keyed)
        screen.head = screen.head?.map(keyed)
        screen.preview = screen.preview?.map(keyed)
        return (screen, images)
    }
}
