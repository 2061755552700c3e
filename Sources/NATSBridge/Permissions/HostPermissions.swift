/// The only subjects that a host may publish and subscribe to at the server.
package struct HostPermissions: Equatable, Sendable {
    package var publish: [String] = []
    package var subscribe: [String] = []

    package init() {}

    package mutating func add(_ other: HostPermissions) {
        for subject in other.publish where !publish.contains(subject) { publish.append(subject) }
        for subject in other.subscribe where !subscribe.contains(subject) { subscribe.append(subject) }
    }
}
