import FoundationEssentials

/// All that a presenter knows, but for its settings: those its successor is started with too.
struct Snapshot: Encodable, DecodableWithConfiguration {
    let scenes: [LiveScene]

    private enum CodingKeys: CodingKey { case scenes }

    init(scenes: [LiveScene]) { self.scenes = scenes }

    init(from decoder: any Decoder, configuration settings: PresenterSettings) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        scenes = try container.decode([LiveScene].self, forKey: .scenes, configuration: settings)
    }
}
