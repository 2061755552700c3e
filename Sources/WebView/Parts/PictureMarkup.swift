import ScreenModel
import ViewMessages

/// A picture, or its caption in a frame.
struct PictureMarkup {
    let picture: Picture

    func write(to page: inout PageWriter) {
        guard let key = picture.image, let image = page.scene.images[key] else {
            return page.element(.p, .class("noimage"), .autoDirection, text: picture.caption)
        }
        page.element(
            .img, .address(.src, .picture(key)), .of(.alt, picture.caption), .of(.width, "\(image.pixels.width)"),
            .of(.height, "\(image.pixels.height)"))
    }
}
