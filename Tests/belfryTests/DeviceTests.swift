import Foundation
import GRDB
import Testing

@Suite("What the commands keep on a device")
struct DeviceTests {
    @Test("The folder of the default file is made, also where the agent comes first; one that was named has to be there")
    func folder() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Program.run(
                "agent",
                environment: ["XDG_DATA_HOME": folder.appendingPathComponent("data").path, "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""])
            #expect(first.errors.contains("There is no session bus"))
            let mistyped = folder.appendingPathComponent("mistyped")
            for command in [["agent"], ["device", "import", "-"]] {
                let result = try await Program.run(command + ["--device", mistyped.appendingPathComponent("device.sqlite").path], input: "{}")
                #expect(result.status == 1)
                #expect(result.errors.hasPrefix("belfry: There is no folder \(mistyped.path), where the store belongs."))
            }
            #expect(!FileManager.default.fileExists(atPath: mistyped.path))
        }
    }

    @Test("The default file stands in the data folder, and that in the home folder, as the environment has them")
    func defaultFile() async throws {
        let table: [(environment: [String: String], folder: String)] = [
            (["XDG_DATA_HOME": "/nowhere/data", "HOME": "/nowhere/home"], "/nowhere/data"),
            (["XDG_DATA_HOME": "", "HOME": "/nowhere/home"], "/nowhere/home/.local/share"),
            (["XDG_DATA_HOME": "data", "HOME": "/nowhere/home"], "/nowhere/home/.local/share"),
        ]
        for (environment, folder) in table {
            let result = try await Program.run("device", "status", environment: environment)
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("belfry: There is no device's file at \(folder)/belfry/device.sqlite yet."), "\(environment)")
        }
    }

    @Test("An agent that can't sync says why", .timeLimit(.minutes(10)))
    func unsynced() async throws {
        try await withTemporaryFolder { folder in
            let token = folder.appendingPathComponent("token")
            let agent = try RunningProgram(
                [
                    "agent", "--device", folder.appendingPathComponent("device.sqlite").path, "--server", "http://127.0.0.1:1", "--token-file",
                    token.path,
                ], environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus"])
            let line = await agent.errors.line { $0.hasPrefix("Can't sync: ") }
            #expect(
                line == "Can't sync: the server doesn't know who asks. Check the file of the token. It is tried again within the hour.")
            agent.kill()
        }
    }

    @Test("What was told is listed by the name of what it is about, in the person's language; programs get its identifier")
    func status() async throws {
        try await withTemporaryFolder { folder in
            let device = folder.appendingPathComponent("device.sqlite").path
            func status(_ more: String...) async throws -> Program.Result {
                try await Program.run(["device", "status", "--device", device] + more, environment: ["TZ": "UTC"])
            }
            let facts = #"{"bills": {"items": [{"id": "rent", "name": "Rent"}]}}"#
            #expect(try await Program.run("device", "import", "-", "--device", device, input: facts).status == 0)
            let database = try DatabaseQueue(path: device)
            try await database.write { db in
                for (identifier, outcome) in [("bills|rent|due_day|2026-11-21", "told"), ("bills|gone|due_day|2026-11-21", "not_allowed")] {
                    try db.execute(
                        sql: """
                            INSERT INTO notification_ledger (identifier, told_at, notification, category, outcome, outcome_at)
                            SELECT ?1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'), ?1, 'bill_reminder', ?2, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                            """, arguments: [identifier, outcome])
                }
            }
            let english = try await status().output
            #expect(english.contains("\nTold:\n") && english.contains("  Rent: told\n") && english.contains("  Bills: not allowed\n"), "\(english)")
            #expect(!english.contains("|"))
            #expect(try await status("--json").output.contains(#""identifier":"bills|rent|due_day|2026-11-21""#))
            let person = #"{"person": {"language": "de"}}"#
            #expect(try await Program.run("device", "import", "-", "--device", device, input: person).status == 0)
            let german = try await status().output
            #expect(german.contains("Steht an:\n  nichts\n") && german.contains("  Rent: gesagt\n") && german.contains("  Rechnungen: nicht erlaubt\n"), "\(german)")
            try database.close()
        }
    }

    @Test("What was learnt is written into a new file and never over another, and erased where that is meant")
    func habits() async throws {
        try await withTemporaryFolder { folder in
            let (device, file) = (folder.appendingPathComponent("device.sqlite").path, folder.appendingPathComponent("habits.json"))
            #expect(try await Program.run("device", "import", "-", "--device", device, input: "{}").status == 0)
            func habits(_ more: String...) async throws -> Program.Result { try await Program.run(["device", "habits", "--device", device] + more) }
            let exported = try await habits("--export", file.path, "--json")
            let written = try String(contentsOf: file, encoding: .utf8)
            #expect(exported.output == #"{"bytes":\#(written.utf8.count),"file":"\#(file.path)"}"# + "\n")
            #expect(try await habits("--json").output == written)
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
            try "kept".write(to: file, atomically: true, encoding: .utf8)
            let again = try await habits("--export", file.path)
            #expect(again.status == 1 && again.errors.contains("Name a file that isn't there yet."), "\(again)")
            #expect(try String(contentsOf: file, encoding: .utf8) == "kept")
            #expect(try await habits("--erase", "--export", file.path).status == 2)
            let refused = try await Program.runAtTerminal(["device", "habits", "--device", device, "--erase"], typing: "no\n")
            #expect(refused.status == 1 && refused.output.contains("Nothing is erased."), "\(refused)")
            let meant = try await Program.runAtTerminal(["device", "habits", "--device", device, "--erase"], typing: "yes\n")
            #expect(meant.status == 0 && meant.output.contains("Everything that was learnt is erased."), "\(meant)")
            #expect(try await habits("--erase", "--json").output == #"{"erased":true}"# + "\n", "a script isn't asked")
        }
    }

    @Test("What was taken in of a document, and what wasn't, is told to programs, too")
    func imported() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("device.sqlite").path
            let document = #"{"bills": {"items": [{"id": "rent", "name": "Rent", "colour": "red", "amount": "much"}]}}"#
            let result = try await Program.run("device", "import", "-", "--json", "--device", file, input: document)
            #expect(
                result.output
                    == #"{"device":"\#(file)","refused":[],"rows":1,"unknown":["bills.items.colour"],"unusable":["bills.items.amount"]}"# + "\n")
            #expect(result.errors.isEmpty)
        }
    }

    @Test("Rows of a document that can't be used are named at once, with what is wrong, and the others count")
    func refusedRows() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("device.sqlite").path
            let long = String(repeating: "o", count: 5_000)
            let document = """
                {"reminders": {"items": [{"id": "bins", "dtstart": "2026-11-21T09:00"}, {"id": "pills", "title": "Pills", "dtstart": "2026-11-21T09:00"}]},
                 "bills": {"items": [{"id": "rent", "name": "\(long)"}, {"id": "water", "name": "Water"}]}}
                """
            func take(_ more: String..., document: String) async throws -> Program.Result {
                try await Program.run(["device", "import", "-", "--device", file] + more, input: document)
            }
            let result = try await take(document: document)
            #expect(result.status == 0 && result.output == "3 rows saved in \(file).\n", "\(result.output)")
            let lines = result.errors.split(separator: "\n")
            #expect(lines.contains("Can't be used: reminders bins: The field “title” is missing. Add it."), "\(lines)")
            #expect(lines.count == 2)
            #expect(lines.contains { $0.hasPrefix("Not saved: budget_items rent: The field “budget_items.name” has the wrong form.") }, "\(lines)")
            let told = try await take("--json", document: document).output
            #expect(told.contains(#""code":"missing_field","field":"title","id":"bins","is_saved":true,"#), "\(told)")
            #expect(told.contains(#""id":"rent","is_saved":false,"#), "\(told)")
            // What was there before and isn't of the document is left to the agent.
            let other = try await take(document: #"{"reminders": {"items": [{"id": "tea", "title": "Tea", "dtstart": "2026-11-21T09:00"}]}}"#)
            #expect(other.errors.isEmpty)
        }
    }
}
