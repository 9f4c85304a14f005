import BelfryPorts
import BelfryModel
import BelfryTesting
import BelfryTime
import Dispatch
import Foundation
import Synchronization
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

    @Test("What fails in the middle undoes all before it, and the connection goes on")
    func failure() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let process = "SELECT pg_backend_pid() AS value"
            let before = try await store.values(process)
            let error = await #expect(throws: PostgresError.self) {
                try await store.pool.write { db in
                    try db.execute("INSERT INTO families (id, name) VALUES ('a', 'A')")
                    try db.execute("INSERT INTO families (id, name) VALUES ('a', 'B')")
                    // Never waited for: the commit finds it.
                    try db.execute("INSERT INTO families (id, name) VALUES ('c', 'C')")
                }
            }
            #expect(error == .refused(sqlState: "23505", relation: "families", constraint: "families_pkey"))
            #expect(try await store.values("SELECT count(*) AS value FROM families") == ["0"])
            #expect(try await store.values(process) == before)
        }
    }

    @Test("A statement that can't be prepared is told, and can be tried again later")
    func unpreparable() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let sql = "SELECT flag AS value FROM late_table"
            for _ in 1...2 {
                let error = await #expect(throws: PostgresError.self) { _ = try await store.values(sql) }
                guard case .refused("42P01", _, _, let fault) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(fault == "relation \"late_table\" does not exist")
            }
            try await store.write("CREATE TABLE late_table (flag integer); INSERT INTO late_table VALUES (7)")
            #expect(try await store.values(sql) == ["7"])
            try await store.write("ALTER TABLE late_table ALTER flag TYPE text; UPDATE late_table SET flag = 'seven'")
            #expect(try await store.values(sql) == ["seven"], "a migration that makes a plan stale is no failure")
            try await store.write("DROP TABLE late_table")
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

    /// A pool of a role that has two connections, and how it works.
    private func withPool(
        of role: String, _ body: (PostgresStore, ConnectionPool, _ work: () async throws -> Set<String?>) async throws -> Void
    ) async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                try await store.write("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 2")
                let pool = ConnectionPool(try PostgresAddress(address.uri + "?user=\(role)"), countMax: 6)
                defer { pool.close() }
                try await body(store, pool) {
                    // PostgreSQL counts those too that it is about to refuse: where all come at once it may refuse all.
                    _ = try await pool.single { try $0.rows("SELECT 1").count }
                    return try await withThrowingTaskGroup(of: String?.self) { group in
                        for _ in 1...40 {
                            group.addTask { try await pool.single { try $0.row("SELECT pg_backend_pid()::text AS pid, pg_sleep(0.005)")?.text("pid") } }
                        }
                        return try await group.reduce(into: []) { $0.insert($1) }
                    }
                }
            }
        }
    }

    /// From now on it has so many connections, and none of those that it had.
    private func limit(_ role: String, to count: Int, in store: PostgresStore) async throws {
        try await store.write(
            "ALTER ROLE \(role) CONNECTION LIMIT \(count); SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = '\(role)'")
    }

    @Test("Where the server has no further connection to give, those that are open do the work, fewer too after they were cut")
    func scarce() async throws {
        try await withPool(of: "scarce") { store, pool, work in
            let first = try await work()
            #expect((1...2).contains(first.count))
            try await limit("scarce", to: 1, in: store)
            let second = try await work()
            #expect(second.count == 1 && second.isDisjoint(with: first))
            try await store.write("ALTER ROLE scarce CONNECTION LIMIT 6")
            let third = try await work()
            #expect(third == second, "it isn't asked again at once")
            pool.tidy()
            var grown = try await work()
            while grown.count == 1 { grown = try await work() }
            #expect(grown.count <= 6)
        }
    }

    @Test("Where all are cut and none comes back, everybody is told, and all goes on once one does")
    func refused() async throws {
        try await withPool(of: "refused") { store, pool, work in
            _ = try await work()
            try await limit("refused", to: 0, in: store)
            let refusedCount = await withTaskGroup(of: Bool.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        do {
                            _ = try await pool.single { try $0.rows("SELECT 1").count }
                            return false
                        } catch {
                            if case PostgresError.unreachable = error { return true } else { return false }
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(refusedCount == 40)
            try await store.write("ALTER ROLE refused CONNECTION LIMIT 2")
            let after = try await work()
            #expect((1...2).contains(after.count))
        }
    }

    /// - Parameter willOpen: is told the number of a connection before it is opened, counted from 1; where it throws, none is.
    private static func poolOfTwo(_ address: PostgresAddress, willOpen: @escaping @Sendable (_ number: Int) throws -> Void) -> ConnectionPool {
        let openingCount = Mutex(0)
        return ConnectionPool(address, countMax: 2) { address in
            let number = openingCount.withLock { count in
                count += 1
                return count
            }
            try willOpen(number)
            return try Connection(address)
        }
    }

    @Test("Whoever opens a connection for nothing, because another has taken its work and has lost its own, works on", .timeLimit(.minutes(10)))
    func openedForNothing() async throws {
        try await Databases.with { address in
            let (isBusy, isOpening) = (Gate(), Gate())
            let (busy, opening) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = Self.poolOfTwo(address) { number in
                switch number {
                case 2:
                    isOpening.open()
                    opening.wait()
                    throw PostgresError.unreachable(why: "gone")
                case 3:
                    opening.signal()
                    throw PostgresError.unreachable(why: "gone")
                default: break
                }
            }
            defer { pool.close() }
            let first = Task {
                try await pool.run { _ in
                    isBusy.open()
                    busy.wait()
                }
            }
            await isBusy.wait()
            // The second connection is opened for it, and fails when the first has taken it and is cut.
            let second = Task {
                try await pool.single { try $0.rows("SELECT pg_terminate_backend(pg_backend_pid())").count }
            }
            await isOpening.wait()
            busy.signal()
            try await first.value
            await #expect(throws: PostgresError.unreachable(why: "gone")) { _ = try await second.value }
            // The second opening may come to its end only now. Then it refuses one of those who wait, or the server counts as full until
            // somebody looks again.
            let looking = Task {
                var count = 0
                while !Task.isCancelled {
                    if count % 1000 == 0 {
                        pool.tidy()
                        Task { try? await pool.run { _ in } }
                    }
                    count += 1
                    await Task.yield()
                }
            }
            defer { looking.cancel() }
            // Two who wait for each other need both.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (own, other) in [(left, right), (right, left)] {
                    group.addTask {
                        func meet() async throws {
                            try await pool.run { _ in
                                own.signal()
                                other.wait()
                            }
                        }
                        do { try await meet() } catch PostgresError.unreachable { try await meet() }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Whoever has no connection opens one, too, when more comes while another is opened", .timeLimit(.minutes(10)))
    func openedForMore() async throws {
        try await Databases.with { address in
            let isOpening = Gate()
            let (both, opening) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = Self.poolOfTwo(address) { number in
                switch number {
                case 1:
                    both.wait()
                    throw PostgresError.unreachable(why: "gone")
                case 2:
                    both.signal()
                    throw PostgresError.unreachable(why: "gone")
                case 3:
                    isOpening.open()
                    opening.wait()
                default: opening.signal()
                }
            }
            defer { pool.close() }
            let refused = Task { try await pool.run { _ in } }
            await #expect(throws: PostgresError.unreachable(why: "gone")) { try await pool.run { _ in } }
            await #expect(throws: PostgresError.unreachable(why: "gone")) { try await refused.value }
            // Two who wait for each other need both.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = pool.run { _ in
                left.signal()
                right.wait()
            }
            await isOpening.wait()
            try await pool.run { _ in
                right.signal()
                left.wait()
            }
            try await first
        }
    }

    @Test("What waits while a connection is opened anew for its own work doesn't wait for the end of that", .timeLimit(.minutes(10)))
    func openedForItsOwn() async throws {
        try await Databases.with { address in
            let attemptCount = Notes<Int>()
            let isOpening = Gate()
            let (opening, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = Self.poolOfTwo(address) { number in
                guard number == 2 else { return }
                isOpening.open()
                opening.wait()
            }
            defer { pool.close() }
            let first = Task {
                try await pool.single { db in
                    attemptCount.add(1)
                    if attemptCount.all.count == 1 { _ = try db.rows("SELECT pg_terminate_backend(pg_backend_pid())") }
                    done.wait()
                }
            }
            await isOpening.wait()
            let second = Task { try await pool.single { _ in _ = done.signal() } }
            // It has come by then, and found somebody who opens one.
            for _ in 0..<100 { await Task.yield() }
            opening.signal()
            try await first.value
            try await second.value
        }
    }

    @Test("Whoever waits for a server that says nothing when the process is told to stop waits no longer than there is time", .timeLimit(.minutes(10)))
    func haste() async throws {
        try await Databases.with { address in
            let patience = Patience(shortest: 100)
            let pool = ConnectionPool(address, countMax: 1) { try Connection($0, patience: patience) }
            let observer = ConnectionPool(address, countMax: 1)
            defer {
                pool.close()
                observer.close()
            }
            let asking = Task { try await pool.write { _ = try $0.rows("SELECT pg_sleep(25)") } }
            let isAsked = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(25)%' AND state = 'active' AND datname = current_database()"
            while try await observer.single({ try $0.row(isAsked) == nil }) {}
            patience.shorten()
            await #expect(throws: PostgresError.lost) { try await asking.value }
        }
    }

    @Test("What met a server that says nothing is handed to no other connection of before, nor is what comes after it", .timeLimit(.minutes(10)))
    func silence() async throws {
        try await Databases.with { address in
            let isAway = Mutex(false)
            let attempts = Notes<Int>()
            let pool = Self.poolOfTwo(address) { _ in
                if isAway.withLock({ $0 }) { throw PostgresError.unreachable(why: "silence") }
            }
            defer { pool.close() }
            // Two who wait for each other open both.
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = pool.run { _ in
                left.signal()
                right.wait()
            }
            try await pool.run { _ in
                right.signal()
                left.wait()
            }
            try await first
            isAway.withLock { $0 = true }
            await #expect(throws: PostgresError.unreachable(why: "silence")) {
                try await pool.run { db -> Void in
                    attempts.add(1)
                    throw db.silent()
                }
            }
            #expect(attempts.all.count == 1)
            await #expect(throws: PostgresError.unreachable(why: "silence")) { try await pool.run { _ in attempts.add(2) } }
            #expect(attempts.all == [1])
            isAway.withLock { $0 = false }
            try await pool.run { _ in attempts.add(3) }
            #expect(attempts.all == [1, 3])
        }
    }

    @Test("What was left to whoever opened a connection after silence, and opened none, is done by another than one that is busy", .timeLimit(.minutes(10)))
    func leftAfterSilence() async throws {
        try await Databases.with { address in
            let openingCount = Mutex(0)
            let (isOpening, isBusy) = (Gate(), Gate())
            let (opening, busy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pool = ConnectionPool(address, countMax: 3) { address in
                let number = openingCount.withLock { count in
                    count += 1
                    return count
                }
                if number == 4 {
                    isOpening.open()
                    opening.wait()
                    throw PostgresError.unreachable(why: "silence")
                }
                return try Connection(address)
            }
            defer { pool.close() }
            // Three who wait for each other open all.
            let (coming, going) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let first: Void = pool.run { _ in
                coming.signal()
                going.wait()
            }
            async let second: Void = pool.run { _ in
                coming.signal()
                going.wait()
            }
            try await pool.run { _ in
                for _ in 1...2 { coming.wait() }
                for _ in 1...2 { going.signal() }
            }
            _ = try await (first, second)
            let working = Task {
                try await pool.run { _ in
                    isBusy.open()
                    busy.wait()
                }
            }
            await isBusy.wait()
            let silent = Task { try await pool.run { db -> Void in throw db.silent() } }
            await isOpening.wait()
            let left = Task { try await pool.run { _ in } }
            for _ in 1...1000 { await Task.yield() }
            opening.signal()
            await #expect(throws: PostgresError.unreachable(why: "silence")) { try await silent.value }
            try await left.value
            busy.signal()
            try await working.value
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

    @Test("All who wait for a server that doesn't answer are told when an attempt fails, however many they are", .timeLimit(.minutes(10)))
    func silent() async throws {
        let count = 40
        let (attempts, coming) = (Notes<Int>(), DispatchSemaphore(value: 0))
        let pool = ConnectionPool(try PostgresAddress("postgres://127.0.0.1/belfry"), countMax: 1) { _ in
            attempts.add(1)
            if attempts.all.count == 1 { for _ in 1...count { coming.wait() } }
            throw PostgresError.unreachable(why: "silence")
        }
        defer { pool.close() }
        let refusedCount = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...count {
                group.addTask {
                    coming.signal()
                    do {
                        try await pool.run { _ in }
                        return false
                    } catch {
                        return (error as? PostgresError) == .unreachable(why: "silence")
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refusedCount == count && attempts.all.count < count)
    }

    @Test("Connections that nobody needs are closed, but for one")
    func idle() async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                let pool = ConnectionPool(try PostgresAddress(address.uri + "?application_name=idle"), countMax: 4)
                defer { pool.close() }
                let count = "SELECT count(*) AS value, pg_sleep(0.01) FROM pg_stat_activity WHERE application_name = 'idle'"
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 1...4 {
                        // Each until all are there.
                        group.addTask { _ = try await pool.run { db in while try db.row(count)?.text("value") != "4" {} } }
                    }
                    try await group.waitForAll()
                }
                // A little to do keeps one, whichever does it.
                func rest() async throws {
                    for _ in 1...ConnectionPool.tidyCountMax {
                        pool.tidy()
                        _ = try await pool.single { try $0.rows("SELECT 1").count }
                    }
                }
                try await rest()
                #expect(try await store.values(count) == ["4"], "so long they may have been needed")
                repeat { try await rest() } while try await store.values(count) != ["1"]
            }
        }
    }

    @Test("Transactions that wait for each other in a ring are begun anew by the one that is in the way")
    func deadlock() async throws {
        try await withStore { store in
            try await store.write("INSERT INTO families (id, name) VALUES ('a', ''), ('b', '')")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (first, second) in [("a", "b"), ("b", "a"), ("a", "b"), ("b", "a")] {
                    group.addTask {
                        try await store.pool.write { db in
                            for id in [first, second] {
                                _ = try db.change("UPDATE families SET name = name || 'x' WHERE id = $1", id)
                                _ = try db.rows("SELECT pg_sleep(0.05)")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.values("SELECT name AS value FROM families ORDER BY id") == ["xxxx", "xxxx"])
        }
    }

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

    @Test(
        "What time heals is told from what it doesn't, by SQLSTATE",
        arguments: [
            ("53100", StoreOutage.diskFull), ("53200", .exhausted), ("53300", .exhausted), ("25006", .readOnly), ("57014", .timedOut), ("55P03", .timedOut),
            ("57P01", .restarting), ("08006", .unreachable), ("58030", .failed), ("XX001", .failed), ("23505", nil), ("42P01", .outdated), ("42703", .outdated), ("42501", nil), ("22P02", nil),
        ])
    func outages(sqlState: String, outage: StoreOutage?) {
        #expect(PostgresError.refused(sqlState: sqlState, relation: nil, constraint: nil).outage == outage)
    }

    @Test("A transaction that sleeps in the middle is ended by the server, so that it locks nothing for ever, and is begun anew")
    func sleeping() async throws {
        try await Databases.with { address in
            let (pool, other) = (ConnectionPool(address, countMax: 1), ConnectionPool(address, countMax: 1))
            defer {
                pool.close()
                other.close()
            }
            try await pool.run { try $0.runScript("SET idle_in_transaction_session_timeout TO '50ms'") }
            let tryCount = Mutex(0)
            let families = try await pool.write { db in
                let isFirst = tryCount.withLock { count in
                    count += 1
                    return count == 1
                }
                let number = try db.row("SELECT pg_backend_pid() AS number")?.integer("number") ?? 0
                if isFirst {
                    // It does nothing until it is gone.
                    let isThere = "SELECT count(*) AS count FROM pg_stat_activity WHERE pid = $1"
                    while try waitFor({ try await other.single { try $0.row(isThere, number)?.integer("count") } }) != 0 {}
                }
                return try db.rows("SELECT id FROM families").count
            }
            #expect(families == 0)
            #expect(tryCount.withLock(\.self) == 2)
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
