import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import GRDB
import NIOHTTP1
import Testing

@Suite(
    "The agent on a desktop",
    .enabled(if: Dunst.isThere, "dunst, dunstctl, dbus-daemon, dbus-send or Xvfb is missing: Scripts/setup test installs them"),
    .serialized, .timeLimit(.minutes(10)))
struct AgentTests {
    @Test("It plans what SQL wrote, is alone, survives kill -9, and shows once what was due while the machine was off")
    func life() async throws {
        try await withVirtualDesktop { bus, screen in
            let dunst = try await Dunst(on: bus, screen)
            let file = bus.folder.appendingPathComponent("device.sqlite").path
            let environment = bus.environment.merging(["TZ": "UTC", "BELFRY_DEVICE": file]) { $1 }
            #expect(try await Program.run("device", "import", "-", input: "{}", environment: environment).status == 0)
            let database = try DatabaseQueue(path: file)
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO notification_settings (id, bill_reminders_enabled, weekly_digest_enabled) VALUES ('own', 1, 0);
                        INSERT INTO budget_items (id, name, due_date) VALUES ('rent', 'Rent', date('now', '+3 days'));
                        """)
            }

            let first = try RunningProgram(["agent", "--json"], environment: environment)
            let launch = try #require(await first.output.line { $0.contains(#""trigger":"launch""#) })
            #expect(launch.contains(#""added":2"#))
            let second = try await Program.run("agent", environment: environment)
            #expect(second.status == 1)
            #expect(second.errors.contains("Another agent keeps the reminders"))
            let meanwhile = try await Program.run("device", "status", environment: environment)
            #expect(meanwhile.output.contains("Pending:") && !meanwhile.output.contains("No agent is running"))
            first.kill()
            let byBill = try await database.read { try String.fetchAll($0, sql: "SELECT DISTINCT budget_item_id FROM budget_item_notifications") }
            #expect(byBill == ["rent"])

            try await database.write { db in
                try db.execute(
                    sql: """
                        UPDATE pending_notifications SET moment = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-10 minutes');
                        UPDATE scheduled_notifications SET notification = json_set(notification, '$.request.moment',
                            (SELECT moment FROM pending_notifications LIMIT 1));
                        """)
            }
            let later = try RunningProgram(["agent", "--json"], environment: environment)
            let shown = try await dunst.notification()
            #expect(shown["summary"] == "2 reminders")
            #expect(shown["body"]?.contains("Rent") == true)
            try await dunst.control("close")
            #expect(await later.output.line { $0.contains(#""response":"dismissed""#) } != nil)
            later.terminate()
            #expect(await later.exitStatus() == 0)

            let status = try await Program.run("device", "status", "--json", environment: environment)
            #expect(status.output.contains(#""outcome":"dismissed""#))
            #expect(status.output.contains(#""pending":[]"#) && status.output.contains(#""is_agent_running":false"#))
            try database.close()
            await dunst.kill()
        }
    }

    @Test("With a server it takes in at its start what is there, however lately it did its background work")
    func syncAtStart() async throws {
        try await withVirtualDesktop { bus, screen in
            let dunst = try await Dunst(on: bus, screen)
            let server = try await RunningServer(store: bus.folder.appendingPathComponent("server.sqlite"))
            try await Household.move(into: server)
            let token = try #require(try await server.loginLink(for: "ana").split(separator: "=").last.map(String.init))
            let facts = """
                {"notification_settings": {"created": [{"id": "own", "bill_reminders_enabled": true, "weekly_digest_enabled": false}]},
                 "budget_items": {"created": [{"id": "rent", "name": "Rent", "due_date": "\((CivilDateTime(utc: .systemNow()).date + 5).description)"}]}}
                """
            let pushed = try await server.ask(.POST, "/sync/push?last_pulled_at=0", facts, RunningServer.bearer(token))
            #expect(pushed.status == 200, "\(pushed.text)")

            let file = bus.folder.appendingPathComponent("device.sqlite").path
            let tokenFile = bus.folder.appendingPathComponent("token")
            try Data(token.utf8).write(to: tokenFile)
            let environment = bus.environment.merging(["TZ": "UTC", "BELFRY_DEVICE": file]) { $1 }
            #expect(try await Program.run("device", "import", "-", input: "{}", environment: environment).status == 0)
            let database = try DatabaseQueue(path: file)
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO device_state (id, state) VALUES (1, json_object('isDirty', json('false'), 'overspentAt', json('{}'),
                            'recalls', json('[]'), 'refreshedStages', json('[]'), 'refreshedAt', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))
                        """)
            }
            let agent = try RunningProgram(["agent", "--json", "--server", server.address, "--token-file", tokenFile.path], environment: environment)
            #expect(await agent.output.line { $0.contains(#""planned":2"#) } != nil)
            agent.terminate()
            #expect(await agent.exitStatus() == 0)
            try database.close()
            await server.stop()
            await dunst.kill()
        }
    }

    @Test("Where none is running, the status says so and how to start one")
    func status() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("device.sqlite").path
            #expect(try await Program.run("device", "import", "-", "--device", file, input: "{}").status == 0)
            let status = try await Program.run("device", "status", "--device", file)
            #expect(status.output.hasPrefix("No agent is running, so nothing is shown. Start `belfry agent`.\n\nPending:\n"))
            #expect(!FileManager.default.fileExists(atPath: file + ".lock"), "looking makes no file")
        }
    }

    @Test("Without a session bus it says so")
    func noBus() async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program.run(
                "agent", "--device", folder.appendingPathComponent("device.sqlite").path,
                environment: ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""])
            #expect(result.status == 1)
            #expect(result.errors.contains("session bus"))
        }
    }

    @Test("It is installed as a service of the account, and taken away again")
    func installation() async throws {
        try await withTemporaryFolder { home in
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let script = root.appending(path: "Scripts/agent").path
            let environment = ["HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""]
            try await Tool.run("bash", script, "install", try Program.url.path, environment: environment)
            let unit = home.appending(path: ".config/systemd/user/belfry-agent.service")
            let text = try String(contentsOf: unit, encoding: .utf8)
            #expect(text.contains("ExecStart=\"\(home.path)/.local/share/belfry/program/belfry\" agent"))
            #expect(FileManager.default.isExecutableFile(atPath: home.appending(path: ".local/share/belfry/program/belfry").path))
            try await Tool.run("bash", script, "remove", environment: environment)
            #expect(!FileManager.default.fileExists(atPath: unit.path))
        }
    }
}
