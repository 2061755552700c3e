import Composition
import Foundation
import TestSupport
import Testing
import YAML

/// `viperline config`: what compose files come to loads to the same session.
@Suite struct ComposedFileTests {
    private static let folder = "/tmp/s"

    private func written(_ composition: Composition) -> ComposeValue {
        ComposedFile(composition, sessionFolder: Self.folder, working: "/home").value
    }

    /// The text, and what it loads to where nothing is set but the session's folder.
    private func reload(_ text: String, on disk: FakeDisk) throws -> Composition {
        var disk = disk
        disk.files["elsewhere/out.yaml"] = text
        return try disk.load(
            ["elsewhere/out.yaml"], variables: ["VIPERLINE_SESSION_DIR": Self.folder, "PATH": "/usr/bin"]
        ).unwatched
    }

    private func check(_ composition: Composition, on disk: FakeDisk) throws {
        let value = written(composition)
        let again = try reload(value.yaml, on: disk)
        expect(again, equals: composition.unwatched)
        // The files that a service watches are named the first time.
        expect(value.yaml, equals: written(try FakeDisk.loaded(value.yaml, on: disk)).yaml, "config of config")
    }

    @Test(arguments: [
        ["itunes"], ["itunes", "offline"], ["home", "offline"], ["patterns/mixed", "offline"], ["patterns/vip"],
    ])
    func theShippedApplications(_ names: [String]) throws {
        let folder = Checkout.path("compose")
        var disk = FakeDisk()
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".yaml") {
            disk.files["/app/share/viperline/compose/\(file)"] = try String(
                contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        }
        disk.programs += ["presenter", "router", "catalog", "pattern"].map { "/app/bin/viperline-\($0)" }
        let composition = try disk.load(
            names, variables: ["VIPERLINE_SESSION_DIR": Self.folder, "PATH": "/usr/bin"])
        try check(composition, on: disk)
    }

    /// Every key, and texts that YAML, interpolation or a terminal would take for something else.
    @Test func everyKey() throws {
        let text = #"""
            name: all
            description: "a: b # c"
            line_limit: 2mb
            queue_limit: 3kb
            services:
              a:
                command: [cat, "", "true", "1", "~", "- a", "a: b", "$$HOME ${VIPERLINE_SESSION_DIR}/x", "\e[31m\u202E\n\"\\", "é😀", "#", "a\u2028b"]
                working_dir: sub
                environment: {A: "", B: "null", C: " a ", D: "$${X}", "x-y": z, "<<": m, "a b": c, "é": "\u0085\uFEFF"}
                env_file: [{path: none, required: false}]
                tty: true
                exit_on_end: true
                receives: [b.x, "c.*"]
                sends: [a.x]
                restart: on-failure:3
                recovery: redeliver
                notices: [b.x]
                progress: [a.x]
                success_exit_codes: [3, 4]
                stop_signal: INT
                stop_grace_period: 1m500ms
                aliases: [x, "y: z"]
                depends_on: {b: {condition: service_healthy}}
                develop: {watch: [{action: restart, path: sub, ignore: ["*.o", "/"], include: ["**/*.py"]}]}
              b:
                command: cat
                receives: [a.x]
                sends: [b.x, c.y]
                restart: always
                recovery: latest
                stop_grace_period: 1.0000015s
                healthcheck: {test: [CMD, cat, "$$a"], interval: 10ms, timeout: 1500us, retries: 2, start_period: 0s}
            states: [a.x]
            forbids:
              - {service: [a, b], sends: ["d.*"], because: "it's \"so\": $$5"}
              - {service: b, receives: [d.x], because: no}
            """#.replacing("1500us", with: "15000us")
        let disk = FakeDisk(files: ["all.yaml": text])
        let composition = try disk.load(
            ["all.yaml"], variables: ["VIPERLINE_SESSION_DIR": Self.folder, "PATH": "/usr/bin"])
        try check(composition, on: disk)
        let written = written(composition).yaml
        #expect(written.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        expect(!written.unicodeScalars.contains("\u{202E}") && !written.contains("\u{2028}"))
    }
}

extension FakeDisk {
    fileprivate static func loaded(_ text: String, on disk: FakeDisk) throws -> Composition {
        var disk = disk
        disk.files["elsewhere/out.yaml"] = text
        return try disk.load(
            ["elsewhere/out.yaml"], variables: ["VIPERLINE_SESSION_DIR": "/tmp/s", "PATH": "/usr/bin"])
    }
}
