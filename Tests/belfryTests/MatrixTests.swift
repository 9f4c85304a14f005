import BelfryProviders
import Foundation
import Testing

/// From a person who names themselves in Matrix to what stands in a room of two, through a server and a stand-in of a homeserver.
@Suite("In Matrix", .timeLimit(.minutes(10)))
struct MatrixTests {
    @Test("A person shows by a code that they are who they say in Matrix, is told there once whatever is lost, and no more after they have left")
    func wholeWay() async throws {
        let simulator = MatrixSimulator(faults: MessagingFaults([nil, .loseAnswer]))
        try await simulator.listen { address in
            try await withTemporaryFolder { folder in
                let settings = [
                    "BELFRY_MATRIX_HOMESERVER": address, "BELFRY_MATRIX_USER": MatrixSimulator.user, "BELFRY_MATRIX_ACCESS_TOKEN": MatrixSimulator.token,
                    "BELFRY_LOG_LEVEL": "debug",
                ]
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: settings)
                let file = try StoreFile(server.store)
                try await Household.move(into: server)
                let ana = try await server.person("ana")
                let added = try await server.post("/v1/users/me/contact_points", #"{"channel":"chat","value":"@ana:example.org"}"#, as: ana)
                #expect(added.status == 200 && added.text.contains("@ana:example.org"), "\(added.text)")
                let id = try #require(try added.value("id") as? String)
                let code = try #require(simulator.messages.first?.text.firstMatch(of: /[0-9]{6}/)?.output)
                let verified = try await server.post("/v1/users/me/contact_points/\(id)/verify", #"{"code":"\#(code)"}"#, as: ana)
                #expect(verified.status == 200, "\(verified.text)")

                try file.execute("INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1) ON CONFLICT (user_id) DO UPDATE SET notify_push = 1")
                let payload = #"{"kind":"news","title":"Boiler","body":"@room: due for its check","severity":"attention"}"#
                try file.queue("chat", payload: payload)
                #expect(try await server.process().sent == 0, "its answer was lost")
                try file.execute("UPDATE notification_queue SET next_attempt_at = created_at WHERE status = 'pending'")
                #expect(try await server.process().sent == 1)
                let room = try #require(simulator.messages.last?.room)
                #expect(simulator.messages.map(\.text).filter { $0 == "(!) Boiler\n@room: due for its check" }.count == 1)
                #expect(try file.count("notification_transmissions WHERE provider = 'matrix' AND status = 'accepted'") == 1)

                simulator.change("@ana:example.org", to: "leave", in: room)
                await server.stop()
                let another = try await RunningServer(store: server.store, ["--no-worker"], environment: settings)
                try file.queue("chat", payload: payload)
                #expect(try await another.process().sent == 0)
                #expect(try file.count("contact_points WHERE silence_reason = 'gone'") == 1)
                await another.stop()
                for run in [server, another] { #expect(!(await run.program.errors.whole().contains(MatrixSimulator.token))) }
            }
        }
    }

    @Test("The doctor names the provider, says what it lacks, and without an account nothing begins")
    func doctor() async throws {
        try await withTemporaryFolder { folder in
            let store = ["doctor", "--store", "sqlite:\(folder.path)/none.sqlite"]
            let whole = [
                "BELFRY_MATRIX_HOMESERVER": "http://matrix.example", "BELFRY_MATRIX_USER": "@belfry:example.org", "BELFRY_MATRIX_ACCESS_TOKEN": "token",
                "BELFRY_ALERT_CHANNELS": "chat",
            ]
            let result = try await Program.run(store, environment: whole)
            #expect(result.lines.contains { $0.contains("providers") && $0.hasSuffix("matrix") }, "\(result.output)")
            #expect(result.output.contains("(matrix_homeserver_open)") && result.status == 0)
            let lacking = try await Program.run(store, environment: ["BELFRY_MATRIX_HOMESERVER": "https://matrix.example"])
            #expect(lacking.status != 0 && (lacking.output + lacking.errors).contains("matrix_user"))
        }
    }
}
