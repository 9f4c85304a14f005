import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("The address of a PostgreSQL database")
struct PostgresAddressTests {
    @Test("Where no database is, it is said at once, with the reason and without the password")
    func unreachable() async throws {
        let address = try PostgresAddress("postgres://ana:hunter2@127.0.0.1:1/belfry?password=hunter2")
        let error = await #expect(throws: PostgresError.self) { _ = try await PostgresStore(address, clock: nil) }
        let isUnreachable = if case .unreachable = error { true } else { false }
        #expect(isUnreachable)
        for text in [String(describing: error), "\(address)", String(reflecting: address)] { #expect(!text.contains("hunter2")) }
        #expect("\(address)" == "postgres://ana@127.0.0.1:1/belfry")

        let several = try PostgresAddress("postgres://ana@127.0.0.1:1,127.0.0.1:2/belfry")
        let ofEach = await #expect(throws: PostgresError.self) { _ = try await PostgresStore(several, clock: nil) }
        let told = ofEach.map { String(describing: $0) } ?? ""
        #expect(told.contains("port 1 failed") && told.contains("? connection to server") && told.contains("port 2 failed"), "\(told)")
    }

    @Test(
        "An address is told as it was given, each of several hosts beside its port",
        arguments: [
            ("postgres://ana:hunter2@db/belfry?sslmode=require", "postgres://ana@db/belfry"), ("postgres://ana@a,b/belfry", "postgres://ana@a,b/belfry"),
            ("postgres://ana@a:5432,b:5433/belfry", "postgres://ana@a:5432,b:5433/belfry"), ("postgres://a:1,b/belfry", "postgres://a:1,b/belfry"),
            ("postgres://a,b/belfry?port=5433", "postgres://a:5433,b:5433/belfry"), ("postgres://[::1]:5432/belfry", "postgres://[::1]:5432/belfry"),
        ])
    func told(_ uri: String, _ told: String) throws {
        let address = try PostgresAddress(uri)
        #expect("\(address)" == told)
    }

    @Test(
        "An address that can't be read is refused, without being quoted",
        arguments: ["", "sqlite:hunter2", "postgres://ana:hunter2@[db/belfry", "postgres://ana:hun%zzter2@db/belfry", "postgres://ana@db/belfry?hunter2=1"])
    func unusableAddress(_ uri: String) throws {
        let error = #expect(throws: PostgresError.self) { try PostgresAddress(uri) }
        #expect(!String(describing: error).contains("hunter2") && !String(describing: error).contains("hun%"))
    }
}
