/// A picture named in the sample data. Its file name decides its size in pixels.
struct PictureFile {
    let name: String
    let width: Int
    let height: Int

    /// YouTube's names of the sizes, and of their files.
    static let thumbnails: [(name: String, file: PictureFile)] = [
        ("default", PictureFile(name: "default", width: 120, height: 90)),
        ("medium", PictureFile(name: "mqdefault", width: 320, height: 180)),
        ("high", PictureFile(name: "hqdefault", width: 480, height: 360)),
    ]

    private init(name: String, width: Int, height: Int) {
        (self.name, self.width, self.height) = (name, width, height)
    }

    /// - Parameter name: without `.png`.
    /// - Returns: nil for a name that the sample data do not contain.
    init?(_ name: String) {
        let parts = name.split(separator: "-", maxSplits: 1)
        let number = parts.count > 1 ? Int(parts[1]) : nil
        switch (parts.first, number) {
        case ("artwork", let size?) where [30, 60, 100, 512].contains(size):
            self.init(name: name, width: size, height: size)
        case ("avatar", nil): self.init(name: name, width: 100, height: 100)
        case ("screenshot", let number?) where 1...10 ~= number, ("ipad", let number?) where 1...10 ~= number:
            self.init(name: name, width: 320, height: 200)
        default:
            guard let file = Self.thumbnails.first(where: { $0.file.name == name })?.file else { return nil }
            self = file
        }
    }
}
