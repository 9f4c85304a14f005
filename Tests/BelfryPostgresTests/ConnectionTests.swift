import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPostgres

@Suite("The connection to PostgreSQL")
struct ConnectionTests {
    @Test("Values of every kind come back as they went, single and in lists")
    func values() async throws {
        try await withStore { store in
            let texts: [String?] = ["", "Ana", nil, #"a"b\c{d},NULL"#, "日本\u{1F514}", "a\nb"]
            let moments: [Instant?] = [.noon, nil, .min, .max]
            let dates: [CivilDate?] = [.sunday, CivilDate(literal: "1970-01-01"), nil, CivilDate(literal: "9999-12-31")]
            let numbers: [Double] = [0.1, -0.0, 1.7976931348623157e308, 5e-324, 8000]
            let wholes = [0, -1, Int.max, Int.min]
            let flags = [true, false]
            try await store.pool.single { db in
                let rows = { (list: String, values: any SQLConvertible) in try db.rows("SELECT unnest AS value FROM unnest(\(list))", values) }
                let foundTexts = try rows("$1::text[]", texts).map { $0.text("value") }
                #expect(foundTexts == texts)
                let foundMoments = try rows("$1::timestamptz[]", moments).map { $0.instant("value") }
                #expect(foundMoments == moments)
                let foundDates = try rows("$1::date[]", dates).map { $0.date("value") }
                #expect(foundDates == dates)
                let foundNumbers = try rows("$1::double precision[]", numbers).map { $0.number("value") }
                #expect(foundNumbers == numbers)
                let foundWholes = try rows("$1::bigint[]", wholes).map { $0.integer("value") }
                #expect(foundWholes == wholes)
                let foundFlags = try rows("$1::boolean[]", flags).map { $0.flag("value") }
                #expect(foundFlags == flags)
                let none = try rows("$1::text[]", [String]())
                #expect(none.isEmpty)
                let single = try texts.compactMap(\.self).map { try db.row("SELECT $1::text AS value", $0)?.text("value") }
                #expect(single == texts.filter { $0 != nil })
                let singleNumbers = try numbers.map { try db.row("SELECT $1::double precision AS value", $0)?.number("value") }
                #expect(singleNumbers == numbers)
            }
        }
    }

    @Test("A value is read the same in either form, whatever it is")
    func forms() async throws {
        let values = [
            "text": ["''", "'日本'"], "json": [#"'{"a": [1]}'"#], "jsonb": [#"'{"a": [1]}'"#, "'null'"],
            "boolean": ["true", "false"], "smallint": ["-1", "32767"], "integer": ["0", "-2147483648"],
            "bigint": ["9223372036854775807", "-9223372036854775808"],
            "timestamptz": [
                "'2026-01-25T03:00:00.123Z'", "'1999-12-31T23:59:59.999999Z'", "'0001-01-01T00:00:00Z'", "'9999-12-31T23:59:59.999Z'",
                "'infinity'", "'-infinity'", "'0044-03-15 BC'", "'12000-01-01T00:00:00Z'",
            ],
            "date": ["'2026-01-25'", "'1969-07-20'", "'0001-01-01'", "'9999-12-31'", "'infinity'", "'-infinity'"],
        ]
        try await withStore { store in
            try await store.pool.single { db in
                for (type, literals) in values {
                    for literal in literals + ["NULL"] {
                        let rows = try [ValueForm.text, .binary].map { form in
                            try #require(try db.send("SELECT (\(literal))::\(type) AS value", [], bringing: form).rows().first)
                        }
                        func isAlike(_ read: (Row) -> some Equatable) -> Bool { read(rows[0]) == read(rows[1]) }
                        #expect(isAlike { $0.isNull("value") }, "\(literal)::\(type)")
                        switch type {
                        case "timestamptz": #expect(isAlike { $0.instant("value") }, "\(literal)")
                        case "date": #expect(isAlike { $0.date("value") }, "\(literal)")
                        case "boolean": #expect(isAlike { $0.flag("value") } && isAlike { $0.text("value") }, "\(literal)")
                        case "text", "json", "jsonb": #expect(isAlike { $0.text("value") }, "\(literal)::\(type)")
                        default: #expect(isAlike { $0.integer("value") } && isAlike { $0.text("value") }, "\(literal)::\(type)")
                        }
                    }
                }
            }
        }
    }

    @Test("More statements than are kept, and more in one go than fit into the sockets")
    func manyStatements() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let text = String(repeating: "Belfry ", count: 10_000)
            let sum = try await store.pool.write { db in
                let answers = try (1...300).map { try db.send("SELECT $1::text AS value, \($0) AS number", text) }
                return try answers.reduce(0) { sum, answer in
                    let row = try answer.rows().first
                    #expect(row?.text("value") == text)
                    return sum + (row?.integer("number") ?? 0)
                }
            }
            #expect(sum == 300 * 301 / 2)
            #expect(try await store.values("SELECT count(*) < 10 AS value FROM pg_prepared_statements") == ["true"], "too many are forgotten")
        }
    }

    @Test("Of a server that has answered all nothing more is asked")
    func answered() async throws {
        try await withStore { store in
            let count = try await store.pool.single { db in
                let rows = try db.rows("SELECT 1 AS one")
                shutdown(db.socket, Int32(SHUT_RDWR))
                return rows.count
            }
            let next = try await store.values("SELECT 'there' AS value")
            #expect(count == 1 && next == ["there"])
        }
    }

    @Test("A connection that somebody cuts is opened again, and the work is done once")
    func cut() async throws {
        try await withStore { store in
            try await store.save(.household, now: .morning)
            for _ in 1...5 {
                try await store.write(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
                    """)
                try await store.enqueue(.example(1))
                #expect(try await store.families(of: .ana).count == 1)
            }
            #expect(try await store.values("SELECT count(*) AS value FROM notification_queue") == ["1"])
        }
    }

    @Test("The server is asked to look for clients that have gone without a word, which may have upkeep's lock")
    func missed() async throws {
        try await withStore { store in
            // By a socket of the machine itself none are looked for, but asked it is.
            let sources = try await store.values("SELECT source AS value FROM pg_settings WHERE name LIKE 'tcp_keepalives_%'")
            #expect(sources == ["session", "session", "session"])
        }
    }

    @Test("A closed store refuses at once")
    func closed() async throws {
        try await Databases.with { address in
            let store = try await PostgresStore(address, clock: nil)
            store.close()
            let error = await #expect(throws: PostgresError.self) { _ = try await store.families(of: .ana) }
            #expect(error == .closed)
        }
    }
}
