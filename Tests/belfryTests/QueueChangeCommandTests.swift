import Foundation
import GRDB
import Testing

/// What waits is changed from a terminal, or sent now.
@Suite("Commands that change what waits", .timeLimit(.minutes(5)))
struct QueueChangeCommandTests {
    /// Hands out a store, what asks for it, and what an app has ordered in it under a key for two people, for later.
    private func withOrder(_ body: (StoreFile, (String) async throws -> Program.Result, [String]) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("\(line) --store sqlite:\(path)") }
            let order = "send ana ben --channel in_app --title Boiler --link https://shop.example/7 --app shop --key boiler-7 --collapse-key door"
            let ids = try await ask("\(order) --deliver-after 2090-01-01T08:00:00Z").lines
            try #require(ids.count == 2)
            try await body(StoreFile(URL(fileURLWithPath: path)), ask, ids)
        }
    }

    @Test("What waits is changed by the key of its order, by its name and by a collapse key, and a dry run changes nothing")
    func changed() async throws {
        try await withOrder { file, ask, ids in
            #expect(try await ask("queue change --app shop --key boiler-7 --deliver-after 2090-01-02T08:00:00Z --dry-run").output == "Would be changed: 2.\n")
            #expect(try ids.allSatisfy { try file.delivery($0)["deliver_after"] == "2090-01-01T08:00:00.000Z" })
            let moved = try await ask("queue change --app shop --key boiler-7 --deliver-after 2090-01-02T08:00:00Z --title Heating")
            #expect(moved.status == 0 && moved.output == "Changed: 2.\n" && moved.errors == "")
            #expect(try ids.allSatisfy { try file.delivery($0)["next_attempt_at"] == "2090-01-02T08:00:00.000Z" })
            #expect(try await ask("queue change \(ids[0]) --expires-at 2090-01-03T08:00:00Z --priority low --without link").output == "Changed: 1.\n")
            let (first, second) = (try file.delivery(ids[0]), try file.delivery(ids[1]))
            #expect(first["expires_at"] == "2090-01-03T08:00:00.000Z" && first["priority"] == 3 && first["changed_by"] == NSUserName())
            let (own, other): (String, String) = (first["payload"], second["payload"])
            #expect(own.contains("Heating") && !own.contains("shop.example") && other.contains("Heating") && other.contains("shop.example"))
            #expect(second["expires_at"] as String? == nil)
            let now = try await ask("queue now --app shop --recipient ana --collapse-key door --json")
            #expect(now.output == #"{"changed":["\#(ids[0])"],"refused":[]}"# + "\n")
            let moments: [String] = try ids.map { try file.delivery($0)["deliver_after"] }
            #expect(moments[0] < "2090" && moments[1] == "2090-01-02T08:00:00.000Z")
            let explained = try await ask("explain \(ids[0])").output
            #expect(explained.contains("Changed by \(NSUserName()) ("))
        }
    }

    @Test("What isn't changed is named with a reason, and what can't be meant is refused by its option")
    func refused() async throws {
        try await withOrder { file, ask, ids in
            let some = try await ask("queue change \(ids[0]) nowhere --priority low")
            #expect(some.status == 0 && some.output == "Changed: 1.\n" && some.errors == "nowhere: unknown, or not as the options say.\n")
            let none = try await ask("queue change \(ids[0]) --expires-at 2089-01-01T08:00:00Z")
            #expect(none.status == 1 && none.output == "Changed: 0.\n" && none.errors.contains("\(ids[0]): it would expire before it is due."))
            let missing = try await ask("queue now --recipient ana --collapse-key door")
            #expect(missing.status == 1 && missing.errors == "belfry: Nothing like that waits.\n", "it is the house's unless an app is said")
            for (line, said) in [
                ("queue now", "Which ones?"), ("queue now --recipient ana", "Which ones?"), ("queue change --key a --title B --collapse-key c", "--recipient"),
                ("queue change \(ids[0])", "What is to be another?"), ("queue change \(ids[0]) --without priority", "--without must be one of"),
                ("queue change \(ids[0]) --title Heating --without title", "title is given and taken away."),
                ("queue change \(ids[0]) --deliver-after soon", "--deliver-after"), ("queue change \(ids[0]) --link javascript:1", "--link"),
                ("queue change \(ids[0]) --app shop --key boiler-7 --title Heating", "not both"),
            ] {
                let refused = try await ask(line)
                #expect(refused.status == 2 && refused.errors.contains(said), "\(line): \(refused.errors)")
            }
            #expect(try file.delivery(ids[1])["changed_at"] as String? == nil)
        }
    }
}
