#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum WallClock {
    /// Since 1970.
    package static var seconds: Int { time(nil) }
}
