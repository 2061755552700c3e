import ViewMessages

extension ViewState {
    /// What is in sight and has to be drawn yet.
    package var wantedPictures: [PictureRequest] {
        guard var top, drawsPictures else { return [] }
        if let pager = top.screen.pager {
            guard let key = pager.page.image, top.images[key] != nil else { return [] }
            let size = PagerArea.pictureSize(rows: top.height(in: size), columns: size.columns)
            return [PictureRequest(key: key, size: size)].filter(isMissing)
        }
        let seen = top.viewport.top..<top.viewport.top + top.height(in: size)
        return top.content(width: size.columns).pictures.filter { $0.lines.overlaps(seen) }
            .compactMap(\.request).filter(isMissing)
    }

    /// The file to draw from; nil when the scene that had it has changed.
    package func image(for request: PictureRequest) -> ImageFile? { top?.images[request.key] }

    /// - Parameter drawing: nil when the picture could not be drawn, and will not be.
    package mutating func receive(drawing: CellBuffer?, for request: PictureRequest) {
        pictures.keep(drawing, for: request)
        if drawing == nil { updateAll { $0.forgetImage(request.key) } }
    }

    /// There is no program that draws pictures.
    package mutating func giveUpPictures() {
        drawsPictures = false
        updateAll { scene in for key in scene.images.keys { scene.forgetImage(key) } }
    }

    private func isMissing(_ request: PictureRequest) -> Bool {
        pictures[request] == nil && request.size.columns > 1 && request.size.rows > 1
    }
}
