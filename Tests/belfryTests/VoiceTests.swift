import BelfryProviders
import Foundation
import Testing

/// From a person who adds their number to the key that they press, through a server and the stand-in of Twilio.
@Suite("By call", .timeLimit(.minutes(10)))
struct VoiceTests {
    private static let publicURL = "https://belfry.example"
    private static let number = "+4915112345678"

    private static func settings(_ endpoint: String) -> [String: String] {
        [
            "BELFRY_TWILIO_ACCOUNT_SID": VoiceSimulator.accountSID, "BELFRY_TWILIO_AUTH_TOKEN": VoiceSimulator.authToken,
            "BELFRY_TWILIO_VOICE_FROM": VoiceSimulator.number, "BELFRY_TWILIO_ENDPOINT": endpoint, "BELFRY_TWILIO_VOICE_RATE": "100",
            "BELFRY_PUBLIC_URL": publicURL, "BELFRY_LOG_LEVEL": "debug",
        ]
    }

    @Test("A person is called with a code and with what matters, presses 1, and is called no more once the number is gone; neither it nor a word stands in the log")
    func wholeWay() async throws {
        let simulator = VoiceSimulator()
        try await simulator.listen { address in
            try await withTemporaryFolder { folder in
                let server = try await RunningServer(
                    store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: Self.settings(address))
                let file = try StoreFile(server.store)
                try await Household.move(into: server)
                let ana = try await server.person("ana")
                func play(pressing keys: [String] = []) async throws -> [CallScenario] {
                    let call = try #require(simulator.calls.last)
                    return try await simulator.play(call, pressing: keys, publicAddress: Self.publicURL, at: server.address)
                }

                let added = try await server.post("/v1/users/me/contact_points", #"{"channel":"voice","value":"\#(Self.number)"}"#, as: ana)
                #expect(added.status == 200, "\(added.text)")
                let spoken = try #require(try await play().first?.said.first?.text)
                let code = spoken.prefix { $0 != "i" }.filter(\.isNumber)
                let id = try #require(try added.value("id") as? String)
                let verified = try await server.post("/v1/users/me/contact_points/\(id)/verify", #"{"code":"\#(code)"}"#, as: ana)
                #expect(verified.status == 200, "\(verified.text)")

                try file.execute(
                    "INSERT INTO user_profiles (user_id, champion_notify_sms) VALUES ('ana', 1) ON CONFLICT (user_id) DO UPDATE SET champion_notify_sms = 1")
                let actions = #"[{"id":"done","title":"I go"}]"#
                try file.queue(
                    "voice", payload: #"{"kind":"news","title":"Boiler <3","body":"Burst pipe","severity":"critical","actions":\#(actions)}"#)
                #expect(try await server.process().sent == 1)
                let heard = try await play(pressing: ["2", "1"])
                #expect(heard.count == 3 && heard[0] == heard[1])
                #expect(heard[0].said.prefix(2).map(\.text) == ["Critical. Boiler <3", "Burst pipe"])
                #expect(heard[2].said.map(\.text) == ["Thank you. Goodbye."])
                #expect(try file.count("notification_queue WHERE actions_taken = 'done' AND opened_at IS NOT NULL") == 1)
                #expect(try file.count("notification_transmissions WHERE provider = 'twilio_voice' AND status = 'read'") == 1)

                try file.queue("voice", payload: #"{"kind":"news","title":"Boiler","body":"Dry","severity":"critical"}"#)
                #expect(try await server.process().sent == 1)
                let last = try #require(simulator.calls.last)
                let failed = try #require(simulator.status("failed", of: last, sipCode: 410))
                #expect(try await failed.post(publicAddress: Self.publicURL, at: server.address).status == 200)
                #expect(try file.count("contact_points WHERE silence_reason = 'gone'") == 1)
                await server.stop()
                let log = await server.program.errors.whole()
                #expect(!log.contains(Self.number) && !log.contains("Burst pipe") && !log.contains(VoiceSimulator.authToken))
            }
        }
    }

    @Test("The doctor names the provider, and says that an answering machine keeps what it hears")
    func doctor() async throws {
        try await withTemporaryFolder { folder in
            let environment = Self.settings("https://api.twilio.com").merging(
                ["BELFRY_TWILIO_VOICE_MACHINES": "words", "BELFRY_ALERT_CHANNELS": "voice"]) { $1 }
            let result = try await Program.run("doctor", "--store", "sqlite:\(folder.path)/none.sqlite", environment: environment)
            #expect(result.lines.contains { $0.contains("providers") && $0.hasSuffix("twilio_voice") }, "\(result.output)")
            #expect(result.output.contains("(twilio_voice_words_to_machines)"))
            #expect(result.status == 0)
        }
    }
}
