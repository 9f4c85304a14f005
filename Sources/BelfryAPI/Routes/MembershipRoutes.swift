import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// How people come into a family, what they consent to there, and how they leave.
struct MembershipRoutes {
    let services: Services

    /// In days.
    static let validityRange = 1.0...30.0

    func add(to router: Router<AppContext>) {
        router.post("/v1/families/{family_id}/invitations") { request, context in try await invite(request, context) }
        router.post("/v1/invitations/accept") { request, _ in try await accept(request) }
        router.put("/v1/families/{family_id}/consent") { request, context in try await setConsent(request, context) }
        router.delete("/v1/families/{family_id}/members/{user_id}") { request, context in try await remove(request, context) }
    }

    // MARK: Invitations

    private struct InvitationBody: CallBody {
        let role: FamilyRole
        let validDays: Double

        enum CodingKeys: String, CodingKey, CaseIterable {
            case role
            case validDays = "valid_days"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            role = try container.choice(FamilyRole.self, for: .role) ?? .member
            validDays = try container.decodeIfPresent(Double.self, forKey: .validDays) ?? 7
            guard validityRange.contains(validDays) else {
                throw Problem.numberOutOfRange(field: CodingKeys.validDays.rawValue, range: validityRange)
            }
        }
    }

    private struct InvitationAnswer: Encodable {
        let code: String
        let family: FamilyID
        let role: FamilyRole
        let expiresAt: Instant

        enum CodingKeys: String, CodingKey {
            case code, role
            case family = "family_id"
            case expiresAt = "expires_at"
        }
    }

    /// The code is in this answer and nowhere else; the store keeps its hash.
    private func invite(_ request: Request, _ context: AppContext) async throws -> Response {
        let family = try await familyOfAdmin(request, context)
        // Whoever accepts it is held to the same; this one knows at once.
        try FamilyRecord.checkMemberCount(family.members.count + 1, formerly: family.members.count)
        let body = try await request.decode(InvitationBody.self)
        let (now, code) = (services.now(), services.makeCode())
        let expiresAt = now + .seconds(Int64(body.validDays * 86_400))
        let invitation = FamilyInvitation(family: family.id, codeHash: Authenticator.hash(ofKey: code), role: body.role, expiresAt: expiresAt)
        try await services.store.invite(invitation, now: now)
        return try .json(InvitationAnswer(code: code, family: family.id, role: body.role, expiresAt: expiresAt))
    }

    private struct AcceptanceBody: CallBody {
        let code: String
        let firstName: String?
        let sharesAlerts: Bool

        enum CodingKeys: String, CodingKey, CaseIterable {
            case code
            case firstName = "first_name"
            case sharesAlerts = "shares_alerts"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    private struct AcceptanceAnswer: Encodable {
        let success = true
        let family: FamilyID

        enum CodingKeys: String, CodingKey {
            case success
            case family = "family_id"
        }
    }

    private func accept(_ request: Request) async throws -> Response {
        let person = try await services.person(request)
        let body = try await request.decode(AcceptanceBody.self)
        let firstName = try body.firstName?.checked(lengthMax: FamilyRoutes.nameLengthMax, field: AcceptanceBody.CodingKeys.firstName.rawValue)
        let member = FamilyMember(user: person, firstName: firstName ?? "", role: .member, sharesAlerts: body.sharesAlerts)
        let hash = Authenticator.hash(ofKey: body.code)
        guard let family = try await services.store.acceptInvitation(codeHash: hash, by: member, now: services.now()) else {
            throw Problem.notAuthorized(.joinFamily)
        }
        services.doorbell.ring()
        return try .json(AcceptanceAnswer(family: family))
    }

    // MARK: Consent and leaving

    private struct ConsentBody: CallBody, Encodable {
        let sharesAlerts: Bool

        enum CodingKeys: String, CodingKey, CaseIterable {
            case sharesAlerts = "shares_alerts"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    /// A person's own: nobody else consents for them.
    private func setConsent(_ request: Request, _ context: AppContext) async throws -> Response {
        let person = try await services.person(request)
        let family: FamilyID = try context.parameters.identifier("family_id", or: .unknownFamily)
        let body = try await request.decode(ConsentBody.self)
        guard try await services.store.setConsent(body.sharesAlerts, of: person, in: family, now: services.now()) else {
            throw Problem.unknownFamily
        }
        services.doorbell.ring()
        return try .json(body)
    }

    private func remove(_ request: Request, _ context: AppContext) async throws -> Response {
        let named: UserID = try context.parameters.identifier("user_id", or: .unknownUser(field: "user_id"))
        let family: FamilyID
        let user: UserID
        if case .person(let person) = try await services.anyCaller(request, may: .people), named.text == "me" || named == person {
            family = try context.parameters.identifier("family_id", or: .unknownFamily)
            user = person
        } else {
            family = try await familyOfAdmin(request, context).id
            user = named
        }
        guard try await services.store.remove(user, from: family, now: services.now()) else { throw Problem.unknownUser(field: "user_id") }
        services.doorbell.ring()
        return try .json(["success": true])
    }

    /// The family of the path, for an app, for whoever runs the server, and for its own admins.
    private func familyOfAdmin(_ request: Request, _ context: AppContext) async throws -> FamilyRecord {
        let id: FamilyID = try context.parameters.identifier("family_id", or: .unknownFamily)
        let family = try await services.store.family(id)
        if case .person(let person) = try await services.anyCaller(request, may: .people) {
            guard let own = family?.members.first(where: { $0.user == person }) else { throw Problem.unknownFamily }
            guard own.role.isAdmin else { throw Problem.notAuthorized(.changeFamily) }
        }
        guard let family else { throw Problem.unknownFamily }
        return family
    }
}
