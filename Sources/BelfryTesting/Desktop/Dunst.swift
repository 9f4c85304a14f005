import Foundation
import Testing

/// A real notification daemon on a screen that nobody sees.
package struct Dunst: Sendable {
    private let bus: PrivateBus
    private let display: String
    private let daemon: RunningTool

    package static let isThere = PrivateBus.isThere && Tool.areThere("dunst", "dunstctl", "Xvfb")

    /// - Parameter settings: further lines for the section `global` of its configuration, see dunst(5).
    package init(on bus: PrivateBus, _ screen: VirtualScreen, settings: String = "") async throws {
        self.bus = bus
        display = screen.name
        let menu = bus.folder.appendingPathComponent("menu")
        // In place of a program in which a person chooses an action: it takes the last one.
        try Data("#!/bin/sh\ntail -n 1\n".utf8).write(to: menu)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: menu.path)
        let configuration = bus.folder.appendingPathComponent("dunstrc")
        try Data("[global]\n    dmenu = \(menu.path)\n\(settings)\n".utf8).write(to: configuration)
        daemon = try RunningTool(
            "dunst", ["-conf", configuration.path, "-print"], environment: bus.environment.merging(["DISPLAY": display]) { $1 })
    }

    /// Does with what is shown what a person would do, by dunstctl(1).
    ///
    /// What it was given is shown by it a little later: until then there is nothing to do anything with, and it would say nothing of that.
    package func control(_ command: String) async throws {
        while try await displayedCount() == 0 { try Task.checkCancellation() }
        try await Tool.run("dunstctl", command, environment: bus.environment)
    }

    private func displayedCount() async throws -> Int {
        let tool = try RunningTool("dunstctl", ["count", "displayed"], environment: bus.environment)
        let line = try #require(await tool.line(), "dunst has ended")
        _ = await tool.exitStatus()
        return try #require(Int(line.trimmingCharacters(in: .whitespaces)), "dunstctl counted \(line)")
    }

    /// The next notification that it shows, as it prints them: names and values, without the quotation marks around them.
    package func notification() async throws -> [String: String] {
        var fields: [String: String] = [:]
        while let line = await daemon.line(), line != "}" {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].trimmingCharacters(in: .whitespaces.union(["\""]))
            fields[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces.union(["'", "\""]))
        }
        try #require(!fields.isEmpty, "dunst has ended")
        return fields
    }

    /// Ends it as a crash would.
    package func kill() async {
        await daemon.kill()
    }
}

/// A display in memory alone.
package struct VirtualScreen: Sendable {
    package let name: String
    private let server: RunningTool

    package init() async throws {
        server = try RunningTool("Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"])
        // It writes the number that it chose once it can be used.
        name = ":" + (try #require(await server.line(), "Xvfb doesn't start"))
    }

    package func kill() async {
        await server.kill()
    }
}

/// Gives a test a bus with a screen, on which all has ended afterwards.
package func withVirtualDesktop(_ body: (PrivateBus, VirtualScreen) async throws -> Void) async throws {
    try await withPrivateBus { bus in
        let screen = try await VirtualScreen()
        do {
            try await body(bus, screen)
            await screen.kill()
        } catch {
            await screen.kill()
            throw error
        }
    }
}
