/// A program that says whether a service does its work: it ends with 0 if so (Compose Specification, "healthcheck").
///
/// The first check begins with the service's process. While the service has not been healthy yet, and has run for less than
/// `startPeriod`, it is checked every `startInterval`, and failures don't count; after that every `interval`.
package struct HealthCheck: Equatable, Sendable {
    /// The program and its arguments, never a shell line.
    package var command: [String]
    /// From the end of a check to the beginning of the next one.
    package var interval = Duration.seconds(30)
    /// After this time, a check is killed and has failed.
    package var timeout = Duration.seconds(30)
    /// How many failures in a row make the service unhealthy.
    package var retries = 3
    package var startPeriod = Duration.seconds(30)
    package var startInterval = Duration.seconds(1)

    package init(command: [String]) { self.command = command }
}
