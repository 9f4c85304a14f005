import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: CategoryStore {
    public func save(_ category: DeclaredCategory, of app: AppID, countMax: Int, now: Instant) async throws {
        // What is as it was leaves no line in the audit log.
        _ = try await pool.write { db in
            // Two at once count one behind the other.
            try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", app, Exclusive.categories.rawValue)
            if try db.row("SELECT 1 FROM app_categories WHERE app_id = $1 AND category = $2", app, category.category) == nil {
                let last = try db.row("SELECT 1 FROM app_categories WHERE app_id = $1 OFFSET $2 LIMIT 1", app, countMax - 1)
                guard last == nil else { throw Problem.tooManyCategories(countMax: countMax) }
            }
            let words = category.words
            return try db.change(
                """
                INSERT INTO app_categories AS known (app_id, category, name, description, heading, texts, off_at_first, is_required, created_at)
                VALUES ($1, $2, $3, $4, $5, $6::json, $7, $8, $9)
                ON CONFLICT (app_id, category) DO UPDATE SET name = excluded.name, description = excluded.description, heading = excluded.heading,
                    texts = excluded.texts, off_at_first = excluded.off_at_first, is_required = excluded.is_required
                WHERE (known.name, known.description, known.heading, known.texts::text, known.off_at_first, known.is_required)
                    IS DISTINCT FROM (excluded.name, excluded.description, excluded.heading, excluded.texts::text, excluded.off_at_first, excluded.is_required)
                """, app, category.category, words.name, words.description, words.group, category.translationsJSON, category.terms.channelNames,
                category.terms.isRequired, now)
        }
    }

    public func category(_ name: String, of app: AppID) async throws -> CategoryRecord? {
        try await pool.single { db in
            try db.row("SELECT * FROM app_categories WHERE app_id = $1 AND category = $2", app, name).flatMap(Self.categoryRecord)
        }
    }

    public func categories(of app: AppID?, countMax: Int) async throws -> [CategoryRecord] {
        try await pool.single { db in
            let rows = try app.map { app in
                try db.rows("SELECT * FROM app_categories WHERE app_id = $1 ORDER BY category LIMIT $2", app, countMax)
            }
            return try (rows ?? db.rows("SELECT * FROM app_categories ORDER BY category, app_id LIMIT $1", countMax)).compactMap(Self.categoryRecord)
        }
    }

    public func removeCategory(_ name: String, of app: AppID) async throws -> Bool {
        try await pool.write { db in try db.change("DELETE FROM app_categories WHERE app_id = $1 AND category = $2", app, name) > 0 }
    }

    public func isRequiredByAny(_ name: String) async throws -> Bool {
        try await pool.single { db in try db.row("SELECT 1 FROM app_categories WHERE category = $1 AND is_required LIMIT 1", name) != nil }
    }

    /// Nil where somebody wrote an app that means nothing to us. Translations that can't be read are none.
    private static func categoryRecord(_ row: Row) -> CategoryRecord? {
        guard let app: AppID = row.identifier("app_id"), let category = row.text("category"), let name = row.text("name") else { return nil }
        let words = DeclaredCategory.Words(name: name, description: row.text("description"), group: row.text("heading"))
        let texts = row.text("texts").flatMap { try? JSONDecoder().decode([String: DeclaredCategory.Words].self, from: Data($0.utf8)) } ?? [:]
        let translations = Dictionary(texts.compactMap { tag, words in Language(tag: tag).map { ($0, words) } }) { first, _ in first }
        return CategoryRecord(
            app: app, category: DeclaredCategory(category, words: words, translations: translations, terms: categoryTerms(row)),
            createdAt: row.instant("created_at") ?? .min)
    }

    private static func categoryTerms(_ row: Row) -> CategoryTerms {
        CategoryTerms(offAtFirst: row.text("off_at_first") ?? "", isRequired: row.flag("is_required"))
    }
}

// MARK: For decisions

extension PostgresStore {
    /// Of those alone of which something differs from what isn't declared: mostly an empty answer, and nothing more is asked.
    ///
    /// Each is looked up by itself: of two lists PostgreSQL before 17 looks up each of one with each of the other, or reads all of the apps.
    static func askCategoryTerms(of categories: Set<CategoryDefaults.Key>, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT declared.* FROM unnest($1::text[], $2::text[]) AS asked (app_id, category) CROSS JOIN LATERAL (
                SELECT app_id, category, off_at_first, is_required FROM app_categories
                WHERE app_id = asked.app_id AND category = asked.category AND (off_at_first <> '' OR is_required) OFFSET 0) AS declared
            """, categories.map(\.app), categories.map(\.category))
    }

    static func categoryTerms(_ answer: Answer) throws -> [CategoryDefaults.Key: CategoryTerms] {
        try answer.rows().reduce(into: [:]) { terms, row in
            guard let app: AppID = row.identifier("app_id") else { return }
            terms[CategoryDefaults.Key(app: app, category: row.text("category") ?? "")] = categoryTerms(row)
        }
    }

    static func categoryDefaults(of deliveries: [Delivery], _ answer: Answer, _ db: Connection) throws -> CategoryDefaults {
        try CategoryDefaults(of: deliveries, categoryTerms(answer)) { deliveries in
            let rows = try db.rows(
                "SELECT user_id, category, channel FROM wanted_categories WHERE user_id = ANY($1::text[]) AND category = ANY($2::text[])",
                Array(Set(deliveries.map(\.recipient))), Array(Set(deliveries.map(\.payload.category))))
            return rows.reduce(into: [:]) { wanted, row in
                guard let user: UserID = row.identifier("user_id"), let channel: DeliveryChannel = row.choice("channel") else { return }
                wanted[user, default: []].insert(CategorySubscription(category: row.text("category") ?? "", channel: channel))
            }
        }
    }
}
