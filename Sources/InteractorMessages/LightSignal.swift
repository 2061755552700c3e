import JSON

/// What a colour of the traffic light tells a driver.
package struct LightSignal: JSONCodable, Equatable, Sendable {
    package var color: String
    package var instruction: String

    package init(color: String, instruction: String) {
        self.color = color
        self.instruction = instruction
    }
}

extension LightSignal: Entity {
    package static let source = "trafficlight"
}
