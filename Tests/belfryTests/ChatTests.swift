import BelfryProviders
import Foundation
import Testing

/// From a person who names a room's webhook to what stands in the room, through a server and stand-ins of Slack, Discord, Teams and Gotify.
@Suite("In chat rooms", .timeLimit(.minutes(10)))
struct ChatTests {
    @Test(
        "A person shows by a code that a room is theirs, and is told there until its webhook is deleted, which stands in no log",
        arguments: [ChatSimulator.slack, ChatSimulator.discord, ChatSimulator.teams, ChatSimulator.gotify])
    func wholeWay(room: String) async throws {
        let simulator = ChatSimulator()
        try await simulator.listen { address in
            try await withTemporaryFolder { folder in
                let settings = ["BELFRY_CHAT": "true", "BELFRY_CHAT_TRUSTED_ORIGINS": address, "BELFRY_LOG_LEVEL": "debug"]
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: settings)
                let file = try StoreFile(server.store)
                try await Household.move(into: server)
                let ana = try await server.person("ana")
                let added = try await server.post("/v1/users/me/contact_points", #"{"channel":"chat","value":"\#(address)\#(room)"}"#, as: ana)
                #expect(added.status == 200 && !added.text.contains(room), "\(added.text)")
                let id = try #require(try added.value("id") as? String)
                let code = try #require(simulator.messages.first?.text.firstMatch(of: /[0-9]{6}/)?.output)
                let verified = try await server.post("/v1/users/me/contact_points/\(id)/verify", #"{"code":"\#(code)"}"#, as: ana)
                #expect(verified.status == 200, "\(verified.text)")

                try file.execute("INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1) ON CONFLICT (user_id) DO UPDATE SET notify_push = 1")
                let payload = #"{"kind":"news","title":"Boiler","body":"@everyone: due for its check","severity":"attention"}"#
                try file.queue("chat", payload: payload)
                #expect(try await server.process().sent == 1)
                let message = try #require(simulator.messages.last)
                #expect(simulator.messages.count == 2 && message.path == room && message.text.contains("Boiler") && message.mentions.isEmpty)
                #expect(try file.count("notification_transmissions WHERE provider = 'chat' AND status = 'accepted'") == 1)

                simulator.delete(room)
                try file.queue("chat", payload: payload)
                #expect(try await server.process().sent == 0)
                #expect(try file.count("contact_points WHERE silence_reason = 'gone'") == 1)
                await server.stop()
                #expect(!(await server.program.errors.whole().contains(room)))
            }
        }
    }

    @Test("The doctor names the provider, and says what it lacks")
    func doctor() async throws {
        try await withTemporaryFolder { folder in
            let environment = ["BELFRY_CHAT": "true", "BELFRY_CHAT_TRUSTED_ORIGINS": "http://chat.example", "BELFRY_ALERT_CHANNELS": "chat"]
            let result = try await Program.run("doctor", "--store", "sqlite:\(folder.path)/none.sqlite", environment: environment)
            #expect(result.lines.contains { $0.contains("providers") && $0.hasSuffix("chat") }, "\(result.output)")
            #expect(result.output.contains("(chat_origin_without_tls)"))
            #expect(result.status == 0)
        }
    }
}
