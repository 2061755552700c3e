import Platform

/// Takes from this process what no jq program needs, and bounds what one can take.
package enum Confinement {
    /// Bytes of address space. An answer of 8 MiB, the largest that the fetcher keeps, takes about a third of it.
    package static let memory = 512 << 20
    /// Seconds of processor time for one request.
    package static let seconds: UInt32 = 2

    /// For the rest of the process: no more memory than that, no file that is not open yet, no core dump.
    package static func begin() { viperline_confine(memory) }

    /// The system kills the process when the request that begins has taken its time.
    package static func grantTime() { viperline_grant_time(seconds) }
}
