import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("Lists of people on PostgreSQL")
struct AudienceTests {
    @Test("A step of a broadcast's batches reads those people who are put into it and no others, though it was planned when nobody was in any list")
    func steps() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.save()
            let broadcast = Broadcast.example()
            func step(_ number: Int) async throws -> Int {
                try await store.appendMembers(
                    of: .example(), after: nil, values: nil, to: broadcast, firstNumber: number, batchCountMax: 2
                ).batchCount
            }
            #expect(try await step(0) == 0)
            try await store.write(
                """
                INSERT INTO audience_members (app_id, audience_id, user_id, joined_at)
                SELECT 'shop', name, 'user-' || number, now() FROM generate_series(1, 5000) AS number, unnest('{news,recalls}'::text[]) AS name
                """)
            let before = try await store.readCount(of: "audience_members")
            let count = try await step(0)
            let read = try await store.readCount(of: "audience_members") - before
            #expect(count == 2 && (1000..<1100).contains(read))
        }
    }

    @Test("Who is taken out is looked for by themselves, and not among all who are in it")
    func leaving() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.save()
            // As the planner knows it of many apps: of one list nobody would be in it.
            try await store.write(
                """
                INSERT INTO audience_members (app_id, audience_id, user_id, joined_at)
                SELECT 'app-' || number, 'audience-' || number, 'user-' || number, now() FROM generate_series(1, 5000) AS number
                """)
            try await store.write("ANALYZE audience_members")
            let others: [UserID] = [UserID(literal: "nobody")]
            #expect(try await store.remove(Set(others), from: .example(), ifOpen: false) == 0)
            try await store.write(
                """
                INSERT INTO audience_members (app_id, audience_id, user_id, joined_at)
                SELECT 'shop', 'recalls', 'user-' || number, now() FROM generate_series(1, 5000) AS number
                """)
            let before = try await store.readCount(of: "audience_members")
            let people = (1...20).map { UserID(literal: "user-\($0 * 100)") }
            #expect(try await store.remove(Set(people + others), from: .example(), ifOpen: false) == 20)
            let read = try await store.readCount(of: "audience_members") - before
            #expect(read < 200)
        }
    }
}
