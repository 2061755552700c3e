import InteractorMessages
import JSON

/// The body of a response.
struct SpecimenAnswer: JSONReadable {
    let items: [Lenient<Result>]

    /// A result. Real responses lack members or have odd ones; only id and title are required.
    struct Result: JSONReadable {
        let item: Specimen?

        init(from reader: inout JSONReader) throws(JSONError) {
            var (id, title): (String?, String?)
            var (text, url): (String?, String?)
            let object = try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id": id = try reader.read()
                case "title": title = try reader.read()
                case "text": text = try reader.readLeniently()
                case "url": url = try reader.readLeniently()
                default: try reader.skipValue()
                }
            }
            guard let id else { throw .missing("id", at: object) }
            guard let title else { throw .missing("title", at: object) }
            item = Specimen(id: id, title: title, text: text, url: url)
        }
    }
}
