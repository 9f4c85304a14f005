import Testing

/// What changes rows of a server's store goes through the function of it that leaves a line in the audit log, unless nobody answers for it.
enum AuditedWrites {
    /// What nobody answers for: the lines themselves, what workers lease, record and keep up, and the making of the tables.
    static let unanswered: Set = [
        "Sources/BelfryPostgres/Operations/PostgresStore+AuditStore.swift", "Sources/BelfryPostgres/Queue/PostgresStore+DeliveryQueue.swift",
        "Sources/BelfryPostgres/Broadcasts/PostgresStore+Batches.swift", "Sources/BelfryPostgres/Broadcasts/PostgresStore+BatchResults.swift",
        "Sources/BelfryPostgres/Upkeep/PostgresStore+UpkeepStore.swift", "Sources/BelfryPostgres/Upkeep/UpkeepSeat.swift",
        "Sources/BelfryPostgres/Operations/PostgresCheckup.swift", "Sources/BelfryPostgres/Schema/Migrations.swift",
        "Sources/BelfrySQLite/Operations/SQLiteStore+AuditStore.swift",
    ]

    /// - Parameter writers: the functions of the room that change rows, by their names.
    static func findings(in file: SwiftFile, writers: Set<String>) -> [Finding] {
        guard !unanswered.contains(file.path) else { return [] }
        switch file.target {
        case "BelfryPostgres": return ofPostgres(file, writers)
        // A device has no audit log.
        case "BelfrySQLite" where !file.path.contains("/Device/"):
            return file.occurrences(of: "pool . write").map {
                file.finding(at: $0, "`pool.write` leaves no line in the audit log: the store's own `write` does")
            }
        default: return []
        }
    }

    private static func ofPostgres(_ file: SwiftFile, _ writers: Set<String>) -> [Finding] {
        let runs = file.occurrences(of: "pool . run").map {
            file.finding(at: $0, "`pool.run` leaves no line in the audit log: `pool.write` does, and `pool.single` is for what is only read")
        }
        let singles = file.occurrences(of: "pool . single {").filter { changesRows(file, file.group(openedAt: $0 + 3), writers) }.map {
            file.finding(at: $0, "`pool.single` leaves no line in the audit log of what it changes: `pool.write` does")
        }
        return runs + singles
    }

    /// The static functions of some files that change rows, by their names.
    static func writers(in files: [SwiftFile]) -> Set<String> {
        files.reduce(into: []) { names, file in
            for index in file.occurrences(of: "static func") {
                if let body = file.body(ofDeclarationAt: index + 1), changesRows(file, body, []) { names.insert(file.text(at: index + 2)) }
            }
        }
    }

    private static func changesRows(_ file: SwiftFile, _ range: Range<Int>, _ writers: Set<String>) -> Bool {
        let isStatement = file.tokens[range].contains { token in
            token.kind == .string && token.text.contains(/INSERT INTO|DELETE FROM|UPDATE +(?:[a-z]|SET)/)
        }
        let isAsked = [". change (", ". runScript ("].contains { pattern in file.occurrences(of: pattern).contains { range.contains($0) } }
        let isLeftToAnother = range.contains { file.reads("Self .", at: $0) && writers.contains(file.text(at: $0 + 2)) }
        return isStatement || isAsked || isLeftToAnother
    }
}

@Suite("What changes rows leaves its line in the audit log")
struct AuditedWriteTests {
    private func findings(_ text: String, in path: String) -> [Finding] {
        AuditedWrites.findings(in: SwiftFile(path: path, text: text), writers: ["forget"])
    }

    @Test(
        "each way past it is found",
        arguments: [
            #"try await pool.single { try $0.execute("UPDATE schedules SET ended_at = $1") }"#,
            #"try await pool.single { db in try db.rows("DELETE FROM schedules RETURNING id") }"#,
            #"try await pool.single { db in try db.row("INSERT INTO schedules (id) VALUES ($1) RETURNING id", id) }"#,
            #"try await pool.single { try $0.change(removal, id) > 0 }"#, #"try await pool.single { try Self.forget(id, $0) }"#,
            #"try await pool.run { try $0.transaction(Connection.readWrite, body) }"#,
        ])
    func refuses(_ text: String) {
        #expect(findings(text, in: "Sources/BelfryPostgres/PostgresStore+A.swift").count == 1)
    }

    @Test(
        "what goes through it, and what only reads, is left alone",
        arguments: [
            #"try await pool.write { try $0.execute("UPDATE schedules SET ended_at = $1") }"#,
            #"try await pool.single { try $0.row("SELECT id FROM schedules WHERE id = $1 FOR UPDATE SKIP LOCKED", id) }"#,
            #"try await pool.snapshot { try Self.families($0) }"#,
        ])
    func allows(_ text: String) {
        #expect(findings(text, in: "Sources/BelfryPostgres/PostgresStore+A.swift") == [])
    }

    @Test("on SQLite the store's own function is the way, and a device has no audit log")
    func sqlite() {
        let passing = #"try await pool.write { try $0.execute(sql: "UPDATE schedules SET ended_at = ?") }"#
        #expect(findings(passing, in: "Sources/BelfrySQLite/SQLiteStore+A.swift").count == 1)
        #expect(findings(passing, in: "Sources/BelfrySQLite/Device/SQLiteDevice+A.swift") == [])
        #expect(findings("try await write { try Self.end(id, $0) }", in: "Sources/BelfrySQLite/SQLiteStore+A.swift") == [])
    }

    @Test("a function that changes rows is known by its name, and one that reads isn't")
    func writers() {
        let text = #"""
            private static func end(_ id: String, _ db: Connection) throws { try db.execute("UPDATE schedules SET ended_at = now() WHERE id = $1", id) }
            static func known(_ id: String, _ db: Connection) throws -> Row? { try db.row("SELECT * FROM schedules WHERE id = $1", id) }
            """#
        #expect(AuditedWrites.writers(in: [SwiftFile(path: "Sources/BelfryPostgres/A.swift", text: text)]) == ["end"])
    }

    @Test("every store's changes leave theirs, and each file that is passed over is there")
    func tree() {
        let writers = AuditedWrites.writers(in: Repository.sources.filter { $0.target == "BelfryPostgres" })
        #expect(writers.contains("enqueue"))
        expectNone(Repository.sources.flatMap { AuditedWrites.findings(in: $0, writers: writers) })
        #expect(AuditedWrites.unanswered.isSubset(of: Repository.sources.map(\.path)))
    }
}
