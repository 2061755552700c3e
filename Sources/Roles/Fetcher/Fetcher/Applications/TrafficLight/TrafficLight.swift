package import InteractorMessages

/// The meanings of a traffic light's colours. A local source.
package struct TrafficLight: ShippedSource {
    package typealias Item = LightSignal
    package static let actions = [SourceAction.lookup]

    private static let instructions = ["Red": "Stop", "Yellow": "About to change to red", "Green": "Go"]

    package init(_: SourceEnvironment) {}

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep {
        let instruction = Self.instructions[lookup.id]
        let signal = instruction.map { LightSignal(color: lookup.id, instruction: $0) }
        return answer(InteractorOutput.Found(source: Self.name, items: signal.map { [$0] } ?? []))
    }
}
