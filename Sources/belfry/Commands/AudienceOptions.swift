import ArgumentParser
import BelfryDelivery
import BelfryModel
import Foundation

/// To whom an order goes, as the arguments of the commands that have single persons told something.
struct AudienceOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The person, or several.",
            discussion: #"With --personalised also as JSON, with what is put in for them: '{"user_id": "ana", "values": {"name": "Ana"}}'."#))
    var users: [String] = []

    @Option(name: .customLong("family"), help: "A family of which everybody is told, by its identifier; once for each.")
    var families: [String] = []

    @Option(name: .customLong("role"), help: "With --family, only those who are superadmin, admin or member there; once for each.")
    var roles: [String] = []

    @Option(name: .customLong("rota"), help: "A rota: whoever is on duty by it when it is told; once for each.")
    var rotas: [String] = []

    @OptionGroup var personal: PersonalOptions

    var isEmpty: Bool { users.isEmpty && families.isEmpty && rotas.isEmpty }

    /// - Throws: `ValidationError` where nobody is named.
    func checkIsNamed() throws {
        guard !isEmpty else { throw ValidationError("Name a person, a family with --family, or a rota with --rota.") }
    }

    func validate() throws {
        guard roles.isEmpty || !families.isEmpty else { throw ValidationError("--role goes with --family.") }
    }

    /// By which what can't be used of a recipient is said.
    static let name = "USER"

    /// As the API reads them.
    ///
    /// - Throws: ``Failure`` where a person, a family or a rota can't be one.
    func fields() throws -> [String: Any] {
        var fields = personal.fields
        let recipients = try users.map(Self.recipient)
        if !recipients.isEmpty { fields["recipients"] = recipients }
        guard families.allSatisfy({ FamilyID($0) != nil }) else { throw Failure.noIdentifier("--family") }
        if !families.isEmpty { fields["families"] = families.map { roles.isEmpty ? $0 as Any : ["family_id": $0, "roles": roles] } }
        guard rotas.allSatisfy({ RotaID($0) != nil }) else { throw Failure.noIdentifier("--rota") }
        if !rotas.isEmpty { fields["rotas"] = rotas }
        return fields
    }

    /// For what a key stands beside the order: as it was before there were families.
    var text: String {
        let families = families.map { " and the family \($0)" + roles.map { " as \($0)" }.joined() }
        return users.joined(separator: " ") + families.joined() + rotas.map { " and whoever is on duty by \($0)" }.joined()
    }

    private static func recipient(_ text: String) throws -> Any {
        if text.hasPrefix("{"), let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) { return object }
        guard UserID(text) != nil else { throw Failure.noIdentifier(name) }
        return text
    }
}

/// Whether the words put in what each recipient has of their own.
struct PersonalOptions: ParsableArguments {
    @Flag(help: "Put what each recipient has of their own in the places of {{name}}.")
    var personalised = false

    @Option(help: "With --personalised, what is put in for those who have no value of a name, once for each: name=somebody.")
    var defaultValue: [String] = []

    func validate() throws {
        guard personalised || defaultValue.isEmpty else { throw ValidationError("--default-value goes with --personalised.") }
        guard defaultValue.allSatisfy({ $0.contains("=") }) else { throw ValidationError("--default-value must be such as name=somebody.") }
    }

    /// As the API reads them.
    var fields: [String: Any] {
        guard personalised else { return [:] }
        let values = defaultValue.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
        return ["personalised": true, "default_values": Dictionary(values.map { ($0[0], $0[1]) }) { $1 }]
    }
}
