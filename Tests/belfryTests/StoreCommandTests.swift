import BelfryTesting
import Foundation
import Testing

@Suite("Stores that commands make, find or miss", .timeLimit(.minutes(10)))
struct StoreCommandTests {
    @Test("A store that wasn't there is named as it is made, by its whole path and beside what is printed")
    func newStore() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("belfry.sqlite").path
            // The folder of the program is the one that the tests' folders are in.
            let first = try await run("keys create app --json --store sqlite:\(folder.lastPathComponent)/belfry.sqlite")
            #expect(first.status == 0 && first.lines.count == 1 && first.output.hasPrefix(#"{"key":"#))
            #expect(first.errors == "Made a new store at \(path). Where another one is meant, name it by --store or BELFRY_STORE.\n")
            #expect(try await run("keys create other --store sqlite:\(path)").errors == "")
        }
    }

    @Test("Migrating twice changes nothing the second time")
    func migrate() async throws {
        try await withTemporaryFolder { folder in
            let store = "sqlite:\(folder.path)/belfry.sqlite"
            let first = try await run("migrate --store \(store)")
            #expect(first.status == 0)
            #expect(first.output.hasPrefix("\(store) is new: applied 1-families, "))
            let second = try await run("migrate --store \(store)")
            #expect(second.status == 0)
            #expect(second.output == "\(store) was up to date.\n")
            #expect(try await run("migrate --store \(store) --json").output == #"{"applied":[],"is_new":false,"store":"\#(store)"}"# + "\n")
        }
    }

    @Test("Several that make a store at once all find it made")
    func migrateTogether() async throws {
        try await withTemporaryFolder { folder in
            for round in 1...5 {
                let line = "migrate --store sqlite:\(folder.path)/\(round).sqlite"
                async let first = run(line)
                async let second = run(line)
                async let third = run(line)
                for result in [try await first, try await second, try await third] { #expect(result.status == 0, "\(result.errors)") }
            }
        }
    }

    @Test("A folder that isn't there is missed, and made by nobody: the path may be mistyped")
    func missingFolder() async throws {
        try await withTemporaryFolder { folder in
            let sentence = "There is no folder \(folder.path)/belfri, where the store belongs. Correct the path, or make the folder first.\n"
            let store = "--store sqlite:\(folder.path)/belfri/belfry.sqlite"
            try "user_id,date,steps\nana,2026-01-25,5000\n".write(to: folder.appendingPathComponent("days.csv"), atomically: true, encoding: .utf8)
            let first = "sqlite:\(folder.path)/first.sqlite"
            #expect(try await run("migrate --store \(first)").status == 0)
            let commands = [
                "serve --port 0 \(store)", "migrate \(store)", "keys create app \(store)", "metrics import \(folder.path)/days.csv --family ours \(store)",
                "copy --from \(first) --to sqlite:\(folder.path)/belfri/belfry.sqlite",
            ]
            for command in commands {
                let result = try await run(command)
                #expect(result.status == 1 && result.errors == "belfry: " + sentence, "\(command)")
            }
            let doctor = try await run("doctor \(store)")
            #expect(doctor.status == 1 && doctor.output.contains("✗ store: " + sentence))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/belfri"))
        }
    }

    @Test("Whoever only looks, or has an errand, leaves a store of an earlier version as it is; a migration says what it brought")
    func earlierVersion() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            try file.execute("DELETE FROM grdb_migrations WHERE identifier = '20-transmissions'")
            let asItWas = try file.rows("SELECT identifier FROM grdb_migrations ORDER BY 1")
            for command in ["queue list", "keys list", "explain any", "prune --dry-run", "broadcast list", "analytics"] {
                let result = try await run("\(command) --store sqlite:\(path)")
                #expect(result.status == 1 && result.errors.contains("is of an earlier version: it lacks 20-transmissions. "), "\(command): \(result.errors)")
            }
            let copied = try await run("copy --from sqlite:\(path) --to sqlite:\(folder.path)/new.sqlite")
            #expect(copied.status == 1 && !FileManager.default.fileExists(atPath: folder.path + "/new.sqlite"))
            #expect(try file.rows("SELECT identifier FROM grdb_migrations ORDER BY 1") == asItWas)
        }
    }
}
