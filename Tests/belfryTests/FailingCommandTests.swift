import BelfryTesting
import Foundation
import Testing

@Suite("Commands that fail", .timeLimit(.minutes(10)))
struct FailingCommandTests {
    @Test("Every command that fails ends with 1, and says in a sentence what to do")
    func failed() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            #expect(try await run("keys create taken \(store)").status == 0)
            #expect(try await run("keys create former \(store)").status == 0)
            #expect(try await run("keys revoke former \(store)").status == 0)
            let (missing, unmade) = ("--store sqlite:\(folder.path)/none.sqlite", "--store sqlite:/dev/null/belfry.sqlite")
            let noStore = "belfry: There is no store at \(folder.path)/none.sqlite. Where it belongs there, start `belfry serve`, or make it with "
                + "`belfry migrate`; else name the one that is meant by --store or BELFRY_STORE.\n"
            let noFolder = "belfry: There is no folder /dev/null, where the store belongs. Correct the path, or make the folder first.\n"
            let noKey = "belfry: There is no key named “other”. `belfry keys list` shows those that there are.\n"
            let table = [
                ("explain any \(missing)", noStore), ("keys list \(missing)", noStore), ("keys revoke any \(missing)", noStore),
                ("login-link ana \(missing)", noStore), ("worker \(missing)", noStore), ("broadcast --all --channel in_app \(missing)", noStore),
                ("serve \(unmade)", noFolder), ("migrate \(unmade)", noFolder),
                ("keys create other \(unmade)", noFolder), ("keys revoke other \(store)", noKey),
                ("keys create taken \(store)", "belfry: There is a key named “taken” already. Choose another name, or give that app another key with `belfry keys replace`.\n"),
                ("keys create former \(store)", "belfry: The key named “former” was revoked, and the name with it. Choose another name.\n"),
                ("keys replace former \(store)", "belfry: There is no key named “former” in force. `belfry keys list` shows those that there are.\n"),
                (
                    "explain none \(store)",
                    "belfry: There is no delivery with this identifier. It is the id of a row of notification_queue; `belfry queue list` shows those that there are.\n"
                ),
                ("schedule show none \(store)", "belfry: There is no schedule with this identifier. `belfry schedule list` shows those that there are.\n"),
                ("broadcast show none \(store)", "belfry: There is no broadcast with this identifier. `belfry broadcast list` shows those that there are.\n"),
                ("decide \(folder.path)/none", "belfry: The file \(folder.path)/none can't be read. Check the path and the permissions.\n"),
                ("decide \(folder.path)", "belfry: The file \(folder.path) can't be read. Check the path and the permissions.\n"),
                ("plan \(folder.path)/none", "belfry: The file \(folder.path)/none can't be read. Check the path and the permissions.\n"),
                ("metrics import \(folder.path)/none \(store)", "belfry: The file \(folder.path)/none isn't there, or can't be read as text in UTF-8.\n"),
                ("demo --folder /dev/null/demo", "belfry: The folder /dev/null/demo can't be written to. Give another --folder.\n"),
            ]
            for (line, sentence) in table {
                let result = try await run(line)
                #expect(result.status == 1, "\(line)")
                #expect(result.output == "", "\(line)")
                #expect(result.errors == sentence, "\(line)")
            }
            let nameless = try await Program.run("send", "", "--title", "Hello", "--store", String(store.dropFirst("--store ".count)))
            #expect(nameless.status == 2 && nameless.errors.hasPrefix("Error: USER is no identifier. It must have 1 to 128 bytes, "), "\(nameless.errors)")
            let nobody = try await run("login-link nobody \(store)")
            #expect(nobody.status == 1 && nobody.errors.hasPrefix("belfry: "))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.sqlite"), "looking makes no store")
        }
    }

    @Test(
        "What is printed where there is no room makes a command fail in a sentence, and is missed by nobody",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no device that is always full"))
    func noRoom() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            let file = folder.appendingPathComponent("lines").path
            try #"{"now":"2026-01-25T03:00:00Z"}"#.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let times = "prayer-times --latitude 52 --longitude 13 --timezone UTC --from 2026-01-25 --days 1"
            for line in ["keys create app \(store)", "analytics --csv \(store)", "decide \(file)", times] {
                let errors = Pipe.uninherited()
                #expect(try await runWithoutRoom(line, errors) == 1, "\(line)")
                #expect(await errors.text() == "belfry: The output can't be written: No space left on device. What the command has changed stays so.\n", "\(line)")
            }
            #expect(try await runWithoutRoom("--help") == 1)
            #expect(try await runWithoutRoom("nonsense") == 2, "also where its errors have no room")
        }
    }

    /// Runs a command whose output has no room, and its errors only in a pipe.
    ///
    /// - Returns: its status; nil where it crashed.
    private func runWithoutRoom(_ line: String, _ errors: Pipe? = nil) async throws -> Int32? {
        let process = try Program.make(line.split(separator: " ").map(String.init), [:])
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = full
        process.standardError = errors.map { $0 as Any } ?? full
        try process.start()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    @Test("A file that is no store, and a port that something else listens on, are named in a sentence")
    func unusableMachine() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("letter.txt")
            try Data("This is no database, and far too short for one.".utf8).write(to: file)
            for command in ["migrate", "serve", "worker", "keys list", "doctor"] {
                let result = try await run("\(command) --store sqlite:\(file.path)")
                #expect(result.status == 1, "\(command)")
                #expect((result.output + result.errors).contains("file is not a database"), "\(command)")
            }
            let server = try await RunningServer(store: folder.appendingPathComponent("first.sqlite"))
            let port = try #require(server.address.split(separator: ":").last)
            for option in ["", "--no-worker "] {
                let second = try await run("serve \(option)--port \(port) --store sqlite:\(folder.path)/second.sqlite")
                #expect(second.status == 1)
                #expect(
                    second.errors.contains("belfry: Can't listen on 127.0.0.1 port \(port): Address already in use. "
                        + "Stop what uses it, or choose another by --port or BELFRY_PORT, or another BELFRY_HOST.\n"))
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/second.sqlite"), "nothing is made by a server that can't be reached")
            let elsewhere = try await run("serve --host no.such.host.invalid --port 0 --store sqlite:\(folder.path)/second.sqlite")
            #expect(elsewhere.status == 1)
            #expect(elsewhere.errors.contains("belfry: Can't listen on no.such.host.invalid port 0: this host has no address. "))
            await server.stop()
        }
    }

    @Test("A file with semicolons between its columns is refused, and told what belongs there")
    func semicolons() async throws {
        try await withTemporaryFolder { folder in
            let (store, file) = ("--store sqlite:\(folder.path)/belfry.sqlite", folder.appendingPathComponent("days.csv"))
            try "user_id;date;steps\nben;2026-01-25;5000\n".write(to: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let result = try await run("metrics import \(file.path) \(store)")
            #expect(result.status == 1 && result.errors.contains("with commas between them, and “user_id” is not among them."), "\(result.errors)")
        }
    }

    @Test("Where no recall concerns a household it is said, and not on the output")
    func noRecalls() async throws {
        try await withTemporaryFolder { folder in
            let items = folder.appendingPathComponent("items.json")
            try Data(#"[{"id":"1","name":"Grandmother's clock"}]"#.utf8).write(to: items)
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let feed = tests.appendingPathComponent("BelfryDomainsTests/Pantry/Samples/openfda.json").path
            let arguments = ["recalls", "--feed", "openfda", feed, "--items", items.path]
            let result = try await Program.run(arguments)
            #expect(result.status == 0 && result.output == "")
            #expect(result.errors == "No recall of this file concerns any of these items.\n")
            #expect(try await Program.run(arguments + ["--json"]).errors == "")
        }
    }
}
