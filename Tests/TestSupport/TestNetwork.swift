import Foundation

/// Hosts on a network of their own: network namespaces, joined by a bridge in one more. All of it is on this machine, and gone with
/// this value.
package final class TestNetwork: Sendable {
    /// A host, `10.77.0.NUMBER`.
    package struct Host: Sendable {
        package let address: String
        fileprivate let pid: String
        fileprivate let port: String

        /// The command that runs `words` there.
        package func command(_ words: [String]) -> [String] { TestNetwork.command(words, in: pid) }
    }

    package enum Failure: Error { case notMade(String) }

    package let hosts: [Host]
    private let script: LeashedScript
    private let bridge: String

    /// True if this process may make one; tests that can't are skipped.
    package static let isPossible: Bool = {
        let command = ["unshare", "--net", "ip", "link", "add", "v0", "type", "veth"]
        return getuid() == 0 && (try? Command.run(command).status) == 0
    }()

    /// The comment of a skipped test.
    package static let reason = "needs root, ip(8), and leave to make network namespaces"

    package init(hosts count: Int) throws {
        // Each namespace is held by a `cat` that ends with the leash. `unshare` needs a moment until it is another one.
        script = try LeashedScript(
            """
            exec 3<&0 2>&1
            here=$(readlink /proc/$$/ns/net)
            ip link add bridge type bridge
            ip link set bridge up
            echo $$
            for host in $(seq "$1"); do
                unshare --net cat <&3 >/dev/null 2>&1 &
                until there=$(readlink /proc/$!/ns/net) && [ "$there" != "$here" ]; do :; done
                ip link add "port$host" type veth peer name eth0 netns $!
                ip link set "port$host" master bridge up
                nsenter --net=/proc/$!/ns/net sh -euc "ip link set lo up; ip address add 10.77.0.$host/24 dev eth0; ip link set eth0 up"
                echo $!
            done
            echo ready
            exec cat >/dev/null 2>&1
            """, ["\(count)"], within: ["unshare", "--net"])
        var pids: [String] = []
        while let line = script.nextLine(), line != "ready" { pids.append(line) }
        guard pids.count == count + 1, pids.allSatisfy({ pid_t($0) != nil }) else {
            throw Failure.notMade(pids.joined(separator: "\n"))
        }
        bridge = pids[0]
        hosts = pids.dropFirst().enumerated().map { number, pid in
            Host(address: "10.77.0.\(number + 1)", pid: pid, port: "port\(number + 1)")
        }
    }

    /// All packets of the host are lost from now on, without an error.
    package func cut(_ host: Host) throws { try set(host, "down") }
    package func heal(_ host: Host) throws { try set(host, "up") }

    private func set(_ host: Host, _ state: String) throws {
        let done = try Command.run(Self.command(["ip", "link", "set", host.port, state], in: bridge))
        guard done.status == 0 else { throw Failure.notMade(done.diagnostics) }
    }

    private static func command(_ words: [String], in pid: String) -> [String] {
        ["nsenter", "--net=/proc/\(pid)/ns/net", "--"] + words
    }
}
