import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: CategoryStore {
    public func save(_ category: DeclaredCategory, of app: AppID, countMax: Int, now: Instant) async throws {
        // What is as it was leaves no line in the audit log.
        _ = try await write { db in
            let isKnown = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM app_categories WHERE app_id = ? AND category = ?)", arguments: [app.text, category.category.sql])
            if isKnown != true {
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM app_categories WHERE app_id = ?", arguments: [app.text]) ?? 0
                guard count < countMax else { throw Problem.tooManyCategories(countMax: countMax) }
            }
            let words = category.words
            let values: [String?] = [app.text, category.category, words.name, words.description, words.group, category.translationsJSON]
            try db.execute(
                sql: """
                    INSERT INTO app_categories AS known (app_id, category, name, description, heading, texts, off_at_first, is_required, created_at)
                    VALUES (\(placeholders(9)))
                    ON CONFLICT (app_id, category) DO UPDATE SET name = excluded.name, description = excluded.description, heading = excluded.heading,
                        texts = excluded.texts, off_at_first = excluded.off_at_first, is_required = excluded.is_required
                    WHERE (known.name, known.description, known.heading, known.texts, known.off_at_first, known.is_required)
                        IS NOT (excluded.name, excluded.description, excluded.heading, excluded.texts, excluded.off_at_first, excluded.is_required)
                    """,
                arguments: StatementArguments(values.map { $0?.sql }) + [category.terms.channelNames, category.terms.isRequired, now.sql])
            return db.changesCount > 0
        }
    }

    public func category(_ name: String, of app: AppID) async throws -> CategoryRecord? {
        try await pool.read { db in
            try StoredRow.fetchOne(db, sql: "SELECT * FROM app_categories WHERE app_id = ? AND category = ?", arguments: [app.text, name.sql])
                .flatMap(Self.categoryRecord)
        }
    }

    public func categories(of app: AppID?, countMax: Int) async throws -> [CategoryRecord] {
        try await pool.read { db in
            let (condition, named): (String, StatementArguments) = app.map { ("WHERE app_id = ?", [$0.text]) } ?? ("", [])
            return try StoredRow.fetchAll(
                db, sql: "SELECT * FROM app_categories \(condition) ORDER BY category, app_id LIMIT ?", arguments: named + [countMax]
            ).compactMap(Self.categoryRecord)
        }
    }

    public func removeCategory(_ name: String, of app: AppID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM app_categories WHERE app_id = ? AND category = ?", arguments: [app.text, name.sql])
            return db.changesCount > 0
        }
    }

    public func isRequiredByAny(_ name: String) async throws -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM app_categories WHERE category = ? AND is_required = 1)", arguments: [name.sql]) ?? false
        }
    }

    /// Nil where somebody wrote an app that means nothing to us. Translations that can't be read are none.
    private static func categoryRecord(_ row: StoredRow) -> CategoryRecord? {
        guard let app: AppID = row.identifier("app_id"), let category = row.text("category"), let name = row.text("name") else { return nil }
        let words = DeclaredCategory.Words(name: name, description: row.text("description"), group: row.text("heading"))
        let texts = row.text("texts").flatMap { try? JSONDecoder().decode([String: DeclaredCategory.Words].self, from: Data($0.utf8)) } ?? [:]
        let translations = Dictionary(texts.compactMap { tag, words in Language(tag: tag).map { ($0, words) } }) { first, _ in first }
        return CategoryRecord(
            app: app, category: DeclaredCategory(category, words: words, translations: translations, terms: categoryTerms(row)),
            createdAt: row.instant("created_at") ?? .min)
    }

    private static func categoryTerms(_ row: StoredRow) -> CategoryTerms {
        CategoryTerms(offAtFirst: row.text("off_at_first") ?? "", isRequired: row.integer("is_required") == 1)
    }
}

// MARK: For decisions

extension SQLiteStore {
    /// Where no app declares anything, nothing more is asked than that.
    static func categoryDefaults(of deliveries: [Delivery], _ db: Database) throws -> CategoryDefaults {
        try CategoryDefaults(of: deliveries, categoryTerms(of: deliveries.categories, db)) { deliveries in
            let rows = try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: "SELECT user_id, category, channel FROM wanted_categories WHERE user_id \(isListed) AND category \(isListed)"),
                arguments: [Set(deliveries.map(\.recipient)).map(\.text).jsonList, Set(deliveries.map(\.payload.category)).jsonList])
            return rows.reduce(into: [:]) { wanted, row in
                guard let user: UserID = row.identifier("user_id"), let channel: DeliveryChannel = row.choice("channel") else { return }
                wanted[user, default: []].insert(CategorySubscription(category: row.text("category") ?? "", channel: channel))
            }
        }
    }

    /// Of those alone of which something differs from what isn't declared.
    static func categoryTerms(of categories: Set<CategoryDefaults.Key>, _ db: Database) throws -> [CategoryDefaults.Key: CategoryTerms] {
        guard !categories.isEmpty, try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM app_categories)")) == true else { return [:] }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT app_id, category, off_at_first, is_required FROM json_each(?) asked CROSS JOIN app_categories
                    WHERE app_id = \(listed(0)) AND category = \(listed(1)) AND (off_at_first <> '' OR is_required = 1)
                    """), arguments: [categories.map { [$0.app.text, $0.category] }.jsonRows])
        return rows.reduce(into: [:]) { terms, row in
            guard let app: AppID = row.identifier("app_id") else { return }
            terms[CategoryDefaults.Key(app: app, category: row.text("category") ?? "")] = categoryTerms(row)
        }
    }
}

extension Schema {
    static let declaredCategories = """
        -- What apps have declared of the kinds of notifications that they tell.
        CREATE TABLE app_categories (
            app_id TEXT NOT NULL,
            category TEXT NOT NULL,
            -- What people read, and under which heading; in further languages as JSON: {"de": {"name": "…"}}.
            name TEXT NOT NULL,
            description TEXT,
            heading TEXT,
            texts TEXT CHECK (texts IS NULL OR json_valid(texts)),
            -- Over which channels nobody is told who hasn't switched it on there, with spaces between.
            off_at_first TEXT NOT NULL DEFAULT '',
            -- Whether nobody may switch it off.
            is_required INTEGER NOT NULL DEFAULT 0 CHECK (is_required IN (0, 1)),
            created_at TEXT NOT NULL DEFAULT \(now),
            PRIMARY KEY (app_id, category)
        ) WITHOUT ROWID, STRICT;
        -- What a person has switched on, beside what they want nothing of.
        CREATE TABLE wanted_categories (
            user_id TEXT NOT NULL,
            category TEXT NOT NULL,
            channel TEXT NOT NULL,
            created_at TEXT NOT NULL DEFAULT \(now),
            PRIMARY KEY (user_id, category, channel)
        ) WITHOUT ROWID, STRICT;

        """
}
