extension Application {
    static let trafficLight = Application(
        scene: TrafficLightScene.name, title: "Traffic light", summary: "Ask what a colour means",
        scenes: [
            TrafficLightScene.name: { TrafficLightScene($1.reader) }
        ])
}
