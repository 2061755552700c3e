extension Part: Codable {
    private enum Kind: String, CodingKey {
        case label, text, button, list, gallery, pager, picture
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "a part has exactly one member, its kind")
            throw DecodingError.dataCorrupted(context)
        }
        switch kind {
        case .label: self = .label(try container.decode(Label.self, forKey: kind))
        case .text: self = .text(try container.decode(Text.self, forKey: kind))
        case .button: self = .button(try container.decode(Button.self, forKey: kind))
        case .list: self = .list(try container.decode(List.self, forKey: kind))
        case .gallery: self = .gallery(try container.decode(Gallery.self, forKey: kind))
        case .pager: self = .pager(try container.decode(Pager.self, forKey: kind))
        case .picture: self = .picture(try container.decode(Picture.self, forKey: kind))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        switch self {
        case .label(let label): try container.encode(label, forKey: .label)
        case .text(let text): try container.encode(text, forKey: .text)
        case .button(let button): try container.encode(button, forKey: .button)
        case .list(let list): try container.encode(list, forKey: .list)
        case .gallery(let gallery): try container.encode(gallery, forKey: .gallery)
        case .pager(let pager): try container.encode(pager, forKey: .pager)
        case .picture(let picture): try container.encode(picture, forKey: .picture)
        }
    }
}
