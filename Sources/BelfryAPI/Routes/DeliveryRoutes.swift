import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// What became of deliveries, and why. Of what apps had sent, each reads its own, and of people only whom it tells.
struct DeliveryRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/v1/deliveries/{id}") { request, context in
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
            let caller = try await services.anyCaller(request, may: .read)
            let reader: UserID? = if case .person(let person) = caller { person } else { nil }
            if let person = reader {
                let mayRead = try await services.store.mayRead(id, user: person)
                let member = try await services.store.member(id)
                guard mayRead || member?.delivery.recipient == person else { throw Problem.unknownDelivery }
            }
            guard let overview = try await services.explainer.overview(of: id, in: services.store, now: services.now()) else { throw Problem.unknownDelivery }
            let app = overview.delivery.app
            AuditTrail.current?.note(person: overview.delivery.recipient)
            switch caller {
            // What the house tells belongs to no app in particular: it follows from what any of them reports.
            case .app(let name):
                guard app == .house || app == AppID(name) else { throw Problem.unknownDelivery }
                // Nor did the app order it: it says what is kept of people.
                if app == .house { _ = try await services.anyCaller(request, may: .people) }
            // A family is told of its members by the house. What an app tells one of them, as a shop or a school, is none of the others' business.
            case .person(let person): guard app == .house || overview.delivery.recipient == person else { throw Problem.unknownDelivery }
            case .admin: break
            }
            let transmissions = try await services.store.transmissions(of: id)
            let explanation = services.explainer.explain(overview, to: reader, in: request.language)
            // Who has paused it, changed it, or taken it back, is the operator's business, and the apps'.
            return try Response.json(
                DeliveryBody(reader == nil ? overview : overview.held(by: []), explanation, transmissions, isForPerson: reader != nil))
        }
        for engagement in EngagementStep.allCases {
            router.post("/v1/deliveries/{id}/\(engagement.rawValue)") { request, context in
                try await note(engagement, context, by: try await services.person(request))
            }
        }
        router.post("/v1/deliveries/{id}/actions/{action}") { request, context in
            let person = try await services.person(request)
            _ = try await take(context, by: person)
            return try Response.json(["success": true])
        }
    }

    /// What a person has pressed, wherever they did.
    func take(_ context: AppContext, by person: UserID) async throws -> OfferedAction {
        let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
        guard let action = context.parameters.get("action").flatMap({ ActionID($0) }),
            let taken = try await services.store.take(action, with: id, of: person, now: services.now())
        else { throw Problem.unknownAction }
        return taken
    }

    /// What a device says that its person did with a notification.
    func note(_ engagement: EngagementStep, _ context: AppContext, by person: UserID) async throws -> Response {
        let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
        guard try await services.store.note(engagement, with: id, of: person, now: services.now()) else { throw Problem.unknownDelivery }
        return try Response.json(["success": true])
    }
}

/// A delivery with its explanation; also what `belfry explain --json` prints.
public struct DeliveryBody: Encodable {
    let id: DeliveryID
    let status: String
    let channel: String
    let recipient: UserID
    let member: UserID
    let alert: AlertID?
    let attempts: Int
    let lastError: String?
    let reason: Reason?
    let sentence: String
    let whatWouldChange: String?
    let decidedAt: Instant?
    let nextAttemptAt: Instant?
    let sentAt: Instant?
    let retractedAt: Instant?
    /// Who took it back: left out where corrected data did, and of what a person reads.
    let retractedBy: String?
    let changedAt: Instant?
    /// Who changed it last while it waited: left out of what a person reads.
    let changedBy: String?
    let mergedInto: DeliveryID?
    /// What an operator holds it by.
    let pause: PauseBody?
    let inputs: String?
    let replayed: Decision?
    let isReplayedAlike: Bool?
    /// An address each; empty where it went to one of the house's own places, or nowhere yet.
    let transmissions: [TransmissionBody]

    enum CodingKeys: String, CodingKey {
        case id, status, channel, attempts, reason, sentence, pause, inputs, replayed, transmissions
        case recipient = "recipient_user_id"
        case member = "member_user_id"
        case alert = "alert_state_id"
        case lastError = "last_error"
        case whatWouldChange = "what_would_change"
        case decidedAt = "decided_at"
        case nextAttemptAt = "next_attempt_at"
        case sentAt = "sent_at"
        case retractedAt = "retracted_at"
        case retractedBy = "retracted_by"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
        case mergedInto = "merged_into"
        case isReplayedAlike = "replayed_alike"
    }

    public init(_ overview: DeliveryOverview, _ explanation: Explanation, _ transmissions: [Transmission], isForPerson: Bool = false) {
        id = overview.delivery.id
        status = overview.status
        channel = overview.delivery.channelName
        recipient = overview.delivery.recipient
        member = overview.delivery.member
        alert = overview.delivery.alert
        attempts = overview.delivery.attemptCount
        lastError = overview.lastError
        reason = overview.reason
        sentence = explanation.sentence
        whatWouldChange = explanation.whatWouldChange
        decidedAt = overview.decidedAt
        nextAttemptAt = overview.nextAttemptAt
        sentAt = overview.sentAt
        retractedAt = overview.retractedAt
        retractedBy = isForPerson ? nil : overview.retractedBy
        changedAt = overview.changedAt
        changedBy = isForPerson ? nil : overview.changedBy
        mergedInto = overview.mergedInto
        pause = overview.pause.map(PauseBody.init)
        inputs = explanation.inputs
        replayed = explanation.replayed
        isReplayedAlike = explanation.isReplayedAlike
        self.transmissions = transmissions.map(TransmissionBody.init)
    }
}

/// How far a delivery has come at one address.
struct TransmissionBody: Encodable {
    let address: AddressID
    let provider: Provider
    let status: Transmission.Status
    let why: String?
    let updatedAt: Instant
    let removedAt: Instant?
    let staysBecause: String?

    enum CodingKeys: String, CodingKey {
        case provider, status, why
        case address = "address_id"
        case updatedAt = "updated_at"
        case removedAt = "removed_at"
        case staysBecause = "stays_why"
    }

    init(_ transmission: Transmission) {
        address = transmission.address
        provider = transmission.provider
        status = transmission.status
        why = transmission.why
        updatedAt = transmission.updatedAt
        removedAt = transmission.removedAt
        staysBecause = transmission.staysBecause
    }
}
