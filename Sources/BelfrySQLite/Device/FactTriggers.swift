import BelfryModel

/// The triggers of one table of facts on a device.
///
/// What they insert they delete before, because the conflict clause of the outer statement, as in `INSERT OR IGNORE`, holds in them too
/// (SQLite, "CREATE TRIGGER").
struct FactTriggers {
    private let table: FactTable
    private let name: String
    private let isEdit = "(SELECT is_merging FROM sync_state) = 0"

    init(_ table: FactTable) {
        self.table = table
        name = table.rawValue
    }

    /// Each with the statement that removes an older one of its name.
    var all: [String] {
        let isThere = "EXISTS (SELECT 1 FROM \(name) WHERE id = NEW.id)"
        return [
            trigger("replaced", "BEFORE INSERT", when: "\(isEdit) AND \(isThere)", add("sync_replacements", "NEW.id")),
            trigger("created", "AFTER INSERT", when: isEdit, created),
            trigger("created_news", "AFTER INSERT", when: nil, add("fact_changes", "NEW.id")),
            trigger("updated", "AFTER UPDATE OF \(columnList)", when: "\(isEdit) AND (\(differs))", updated),
            trigger("updated_news", "AFTER UPDATE OF \(columnList)", when: differs, add("fact_changes", "NEW.id")),
            trigger("renamed", "AFTER UPDATE OF id", when: "OLD.id <> NEW.id", renamed),
            trigger("deleted", "AFTER DELETE", when: isEdit, deleted),
            trigger("deleted_news", "AFTER DELETE", when: nil, add("fact_changes", "OLD.id")),
        ]
    }

    private func trigger(_ suffix: String, _ event: String, when condition: String?, _ body: String) -> String {
        """
        DROP TRIGGER IF EXISTS \(name)_\(suffix);
        CREATE TRIGGER \(name)_\(suffix) \(event) ON \(name) FOR EACH ROW \(condition.map { "WHEN \($0)" } ?? "")
        BEGIN \(body) END;
        """
    }

    private func add(_ list: String, _ id: String) -> String {
        "DELETE FROM \(list) WHERE table_name = '\(name)' AND id = \(id); INSERT INTO \(list) (table_name, id) VALUES ('\(name)', \(id));"
    }

    /// Of a row that the server still has, it must learn the empty columns too; of another only the others, so that settings that two
    /// devices make by themselves are joined.
    private var created: String {
        let isKnown = ["sync_replacements", "sync_deletions"].map { list in
            "EXISTS (SELECT 1 FROM \(list) WHERE table_name = '\(name)' AND id = NEW.id)"
        }.joined(separator: " OR ")
        let named = table.columns.map { "iif(NEW.\($0.quoted) IS NULL, '', ',\($0.name)')" }.joined(separator: " || ")
        return """
            UPDATE \(name) SET _status = 'created',
                _changed = CASE WHEN \(isKnown) THEN '\(allNames)' ELSE ltrim(\(named), ',') END
            WHERE id = NEW.id;
            DELETE FROM sync_replacements WHERE table_name = '\(name)' AND id = NEW.id;
            DELETE FROM sync_deletions WHERE table_name = '\(name)' AND id = NEW.id;
            """
    }

    private var updated: String {
        let added = table.columns.map { column in
            "iif(OLD.\(column.quoted) IS NEW.\(column.quoted) OR instr(',' || _changed || ',', ',\(column.name),'), '', ',\(column.name)')"
        }.joined(separator: " || ")
        return """
            UPDATE \(name) SET _status = iif(_status = 'created', 'created', 'updated'), _changed = ltrim(_changed || \(added), ',')
            WHERE id = NEW.id;
            DELETE FROM sync_replacements WHERE table_name = '\(name)' AND id = NEW.id;
            """
    }

    /// Another identifier is another row.
    private var renamed: String {
        """
        \(add("sync_deletions", "OLD.id")) \(add("fact_changes", "OLD.id"))
        UPDATE \(name) SET _status = 'created', _changed = '\(allNames)' WHERE id = NEW.id;
        DELETE FROM sync_deletions WHERE table_name = '\(name)' AND id = NEW.id; \(add("fact_changes", "NEW.id"))
        """
    }

    /// Also of a row that is new: a push whose answer was lost may have brought it to the server.
    private var deleted: String {
        "\(add("sync_deletions", "OLD.id")) DELETE FROM sync_replacements WHERE table_name = '\(name)' AND id = OLD.id;"
    }

    private var columnList: String { table.columns.map(\.quoted).joined(separator: ", ") }
    private var allNames: String { table.columns.map(\.name).joined(separator: ",") }
    private var differs: String { table.columns.map { "OLD.\($0.quoted) IS NOT NEW.\($0.quoted)" }.joined(separator: " OR ") }
}
