import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Families and what each person wants.
struct FamilyRoutes {
    let services: Services

    /// Of a family, and of a person in it.
    static let nameLengthMax = 256

    func add(to router: Router<AppContext>) {
        router.put("/v1/families/{family_id}") { request, context in try await saveFamily(request, context) }
        router.get("/v1/families/{family_id}") { request, context in try await family(request, context) }
        router.get("/v1/users/{user_id}/preferences") { request, context in
            let user = try await subject(request, context)
            return try Response.json(try await services.store.preferences(of: user).read().preferences)
        }
        router.patch("/v1/users/{user_id}/preferences") { request, context in try await changePreferences(request, context) }
    }

    // MARK: Families

    private struct FamilyBody: CallBody, Encodable {
        let id: FamilyID?
        let name: String
        let members: [MemberBody]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, name, members
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    private struct MemberBody: Codable {
        let user: UserID
        let firstName: String
        let role: FamilyRole
        /// Left out where it is true.
        let sharesAlerts: Bool?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case user = "user_id"
            case firstName = "first_name"
            case role
            case sharesAlerts = "shares_alerts"
        }

        init(_ member: FamilyMember) {
            user = member.user
            firstName = member.firstName
            role = member.role
            sharesAlerts = member.sharesAlerts ? nil : false
        }

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(CodingKeys.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: CodingKeys.self)
            user = try container.decode(UserID.self, forKey: .user)
            firstName = try container.decodeIfPresent(String.self, forKey: .firstName)?
                .checked(lengthMax: nameLengthMax, field: Problem.path(container.codingPath + [CodingKeys.firstName])) ?? ""
            role = try container.choice(FamilyRole.self, for: .role) ?? .member
            sharesAlerts = try container.decodeIfPresent(Bool.self, forKey: .sharesAlerts)
        }
    }

    private func saveFamily(_ request: Request, _ context: AppContext) async throws -> Response {
        switch try await services.anyCaller(request, may: .people) {
        case .app, .admin: break
        case .person: throw Problem.notAuthorized(.changeFamily)
        }
        let id: FamilyID = try context.parameters.identifier("family_id", or: .unknownFamily)
        let body = try await request.decode(FamilyBody.self)
        // Which of both is meant nobody can tell.
        guard body.id ?? id == id else { throw Problem.wrongType(field: "id", expected: "the identifier that the address has, or leave it out") }
        guard body.members.count <= FamilyRecord.memberCountMax else { throw Problem.tooManyItems(countMax: FamilyRecord.memberCountMax) }
        let record = FamilyRecord(
            id: id, name: try body.name.checked(lengthMax: Self.nameLengthMax, field: "name"), members: body.members.map {
                FamilyMember(user: $0.user, firstName: $0.firstName, role: $0.role, sharesAlerts: $0.sharesAlerts ?? true)
            })
        try await services.store.save(record, now: services.now())
        services.doorbell.ring()
        return try await answer(id)
    }

    private func family(_ request: Request, _ context: AppContext) async throws -> Response {
        let id: FamilyID = try context.parameters.identifier("family_id", or: .unknownFamily)
        if case .person(let person) = try await services.anyCaller(request, may: .people) {
            guard try await services.store.families(of: person).contains(where: { $0.id == id }) else { throw Problem.unknownFamily }
        }
        return try await answer(id)
    }

    private func answer(_ id: FamilyID) async throws -> Response {
        guard let family = try await services.store.family(id) else { throw Problem.unknownFamily }
        return try .json(FamilyBody(id: id, name: family.name, members: family.members.map(MemberBody.init)))
    }

    // MARK: Preferences

    /// Takes over the keys that a request has, onto the preferences that there are.
    private struct Patch: DecodableWithConfiguration {
        var preferences: Preferences
        let keys: Set<Preferences.Key>

        init(from decoder: any Decoder, configuration present: Preferences) throws {
            try decoder.checkMembers(Preferences.Key.allCases.map(\.rawValue))
            var preferences = present
            keys = try preferences.update(from: decoder)
            self.preferences = preferences
        }
    }

    private func changePreferences(_ request: Request, _ context: AppContext) async throws -> Response {
        let user = try await subject(request, context)
        let present = try await services.store.preferences(of: user).read().preferences
        let data = try await request.bodyThatCame()
        var patch = try JSONDecoder().decode(Patch.self, from: data, configuration: present)
        if patch.keys.contains(.timezone) {
            guard let zone = services.zones.rules(named: patch.preferences.timezone) else { throw Problem.unknownTimezone(field: "timezone") }
            patch.preferences.timezone = zone.name
        }
        AuditTrail.current?.note(.fields, patch.keys.map(\.rawValue).sorted().joined(separator: ","))
        try await services.saveShared(patch.keys, of: patch.preferences, insteadOf: present, for: user)
        return try .json(try await services.store.preferences(of: user).read().preferences)
    }

    /// Whose preferences: one's own (`me`), or, for an app, those of anybody who is known.
    private func subject(_ request: Request, _ context: AppContext) async throws -> UserID {
        let caller = try await services.anyCaller(request, may: .people)
        let named: UserID = try context.parameters.identifier("user_id", or: .unknownUser(field: "user_id"))
        if case .person(let person) = caller {
            guard named.text == "me" || named == person else { throw Problem.unknownUser(field: "user_id") }
            return person
        }
        guard try await services.store.isKnown(named) else { throw Problem.unknownUser(field: "user_id") }
        return named
    }
}
