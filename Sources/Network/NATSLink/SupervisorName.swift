import Platform
import Processes

/// A name that all processes of a service share, and that no service of another session has, on any machine. It is derived from what
/// distinguishes their supervisor from every other process. It is not secret.
package enum SupervisorName {
    package static func make(service: String) -> String {
        let parent = getppid()
        let parts = [
            text("/proc/sys/kernel/random/boot_id"), linkText("/proc/self/ns/pid") ?? "",
            text("/proc/sys/kernel/hostname"),
            "\(parent)", "\(SystemProcess.of(parent)?.beginning ?? 0)", service,
        ]
        let bytes = Array(parts.joined(separator: "\n").utf8)
        return text(bytes.hash()) + text(bytes.hash(from: 0x8422_2325_CBF2_9CE4))
    }

    private static func text(_ path: String) -> String {
        String(decoding: WholeFile.beginning(of: path, count: 256), as: UTF8.self)
    }

    private static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 32)
        return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
    }
}
