import Foundation
import Testing

/// A session bus of the test's own, on which nobody is but whom the test brings.
package struct PrivateBus: Sendable {
    package let address: String
    package let folder: URL
    private let daemon: RunningTool

    package static let isThere = Tool.areThere("dbus-daemon", "dbus-send")

    /// - Parameters:
    ///   - folder: where it listens; the place of one that has ended can be taken.
    ///   - services: elements of its configuration that say which services it may start.
    package init(in folder: URL, services: String = "") async throws {
        let settings = folder.appendingPathComponent("bus.conf")
        let listen = "unix:path=\(folder.appendingPathComponent("bus").path)"
        try Data(PrivateBus.configuration(listen: listen, services: services).utf8).write(to: settings)
        daemon = try RunningTool("dbus-daemon", ["--config-file=\(settings.path)", "--nofork", "--print-address=1"])
        // It writes its address once it listens.
        let written = try #require(await daemon.line(), "the bus doesn't start")
        #expect(written.hasPrefix(listen))
        address = listen
        self.folder = folder
    }

    /// What programs on this bus see of the environment: nothing of whoever runs the tests.
    package var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_CACHE_HOME": folder.path, "XDG_DATA_HOME": folder.path,
        ]
    }

    /// Ends it, and with it every connection.
    package func kill() async {
        await daemon.kill()
    }

    private static func configuration(listen: String, services: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(listen)</listen>
          <auth>EXTERNAL</auth>
          \(services)
          <policy context="default">
            <allow send_destination="*"/>
            <allow receive_sender="*"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}

/// Gives a test a folder that is gone afterwards.
package func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Gives a test a bus that has ended afterwards.
package func withPrivateBus(_ body: (PrivateBus) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
        let bus = try await PrivateBus(in: folder)
        do {
            try await body(bus)
            await bus.kill()
        } catch {
            await bus.kill()
            throw error
        }
    }
}
