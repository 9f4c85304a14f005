import BelfryProviders
import Foundation
import Testing

/// From a person who names a topic to what their phone shows, through a server and the stand-in of ntfy.
@Suite("Over ntfy", .timeLimit(.minutes(10)))
struct NtfyTests {
    private static let publicURL = "https://belfry.example"
    private static let topic = "anas-topic-7Kq2vX_9"

    @Test("A person shows by a code that a topic is theirs, and is told there from then on, and answers there by a button; nothing of it stands in the log")
    func wholeWay() async throws {
        let simulator = NtfySimulator()
        try await simulator.listen { address in
            try await withTemporaryFolder { folder in
                let settings = [
                    "BELFRY_NTFY_URL": address, "BELFRY_NTFY_TOKEN": NtfySimulator.token, "BELFRY_LOG_LEVEL": "debug",
                    "BELFRY_NTFY_BUTTON_SECRET": "0123456789abcdef0123456789abcdef", "BELFRY_PUBLIC_URL": Self.publicURL,
                ]
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: settings)
                let file = try StoreFile(server.store)
                try await Household.move(into: server)
                let ana = try await server.person("ana")
                let added = try await server.post("/v1/users/me/contact_points", #"{"channel":"ntfy","value":"\#(Self.topic)"}"#, as: ana)
                #expect(added.status == 200, "\(added.text)")
                let id = try #require(try added.value("id") as? String)
                let code = try #require(simulator.messages.first?.title.prefix(6))
                #expect(simulator.messages.map(\.topic) == [Self.topic] && simulator.messages.first?.priority == 5)
                let verified = try await server.post("/v1/users/me/contact_points/\(id)/verify", #"{"code":"\#(code)"}"#, as: ana)
                #expect(verified.status == 200, "\(verified.text)")

                try file.execute("INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1) ON CONFLICT (user_id) DO UPDATE SET notify_push = 1")
                let actions = #"[{"id":"done","title":"Done"}]"#
                try file.queue(
                    "ntfy", payload: #"{"kind":"news","title":"Boiler","body":"Due for its check","severity":"attention","actions":\#(actions)}"#)
                #expect(try await server.process().sent == 1)
                let message = try #require(simulator.messages.last)
                #expect(simulator.messages.count == 2 && message.topic == Self.topic && message.priority == 4)
                #expect(message.title == "Boiler" && message.message == "Due for its check")
                #expect(try file.count("notification_transmissions WHERE provider = 'ntfy' AND status = 'accepted'") == 1)

                let button = try #require(message.buttons.first)
                func press(_ method: String = "POST") async throws -> Int {
                    var press = simulator.presses(button)
                    press.method = method
                    return try await press.post(publicAddress: Self.publicURL, at: server.address).status
                }
                let isTaken = "notification_queue WHERE actions_taken = 'done' AND opened_at IS NOT NULL"
                #expect(try await press("GET") == 403)
                #expect(try file.count(isTaken) == 0)
                for _ in 1...2 { #expect(try await press() == 200) }
                #expect(try file.count(isTaken) == 1)
                // Whose topic it is no longer is answered nothing there.
                try file.execute("DELETE FROM contact_points")
                #expect(try await press() == 404)
                await server.stop()
                #expect(!(await server.program.errors.whole().contains(Self.topic)))
            }
        }
    }

    @Test("The doctor names the provider, and says what it lacks")
    func doctor() async throws {
        try await withTemporaryFolder { folder in
            let environment = ["BELFRY_NTFY_URL": "http://ntfy.example", "BELFRY_ALERT_CHANNELS": "ntfy"]
            let result = try await Program.run("doctor", "--store", "sqlite:\(folder.path)/none.sqlite", environment: environment)
            #expect(result.lines.contains { $0.contains("providers") && $0.hasSuffix("ntfy") }, "\(result.output)")
            #expect(result.output.contains("(ntfy_no_login)") && result.output.contains("(ntfy_url_open)"))
            #expect(result.status == 0)
        }
    }
}
