import BelfryDashboard
import BelfryModel
import BelfryPorts
import BelfryTime
import Hummingbird

/// Puts a message of a person's inbox off until later, and takes that back.
struct LaterRoutes {
    let services: Services

    /// So far ahead, and no further.
    private static let lengthMax = (days: 366, duration: Duration.seconds(366 * 86_400))

    func add(to router: Router<AppContext>) {
        router.post("/v1/inbox/{id}/\(InboxPage.laterAct)") { request, context in
            let person = try await services.person(request)
            let body = try await request.decode(LaterBody.self)
            return try Response.json(try await putOff(context, until: body.moment, by: person))
        }
        router.post("/v1/inbox/{id}/\(InboxPage.backAct)") { request, context in
            try Response.json(try await takeBack(context, by: try await services.person(request)))
        }
    }

    /// What somebody wants to be told again at.
    enum Moment: Sendable {
        case choice(LaterChoice)
        case instant(Instant, field: String)
        /// By the clock of the person.
        case civil(CivilDateTime, field: String)
    }

    /// - Throws: `Problem.unknownInboxMessage`, or what is wrong with the moment.
    func putOff(_ context: AppContext, until moment: Moment, by person: UserID) async throws -> PutOffAnswer {
        let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
        let now = services.now()
        let until = try await instant(moment, for: person, now: now)
        guard try await services.store.putOff(id, until: until, of: person, now: now) else { throw Problem.unknownInboxMessage }
        return PutOffAnswer(laterUntil: until)
    }

    /// To do it twice, or where it is back already, changes nothing.
    ///
    /// - Throws: `Problem.unknownInboxMessage`
    func takeBack(_ context: AppContext, by person: UserID) async throws -> [String: Bool] {
        let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
        guard try await services.store.putOff(id, until: nil, of: person, now: services.now()) else { throw Problem.unknownInboxMessage }
        return ["success": true]
    }

    private func instant(_ moment: Moment, for person: UserID, now: Instant) async throws -> Instant {
        let (instant, field): (Instant, String)
        switch moment {
        case .choice(let choice):
            let (preferences, zone) = try await services.preferences(of: person)
            guard let chosen = choice.moment(after: now, in: zone, quiet: preferences.quietWeek) else {
                let offered = LaterChoice.allCases.filter { $0.moment(after: now, in: zone, quiet: preferences.quietWeek) != nil }
                throw Problem.unknownValue(field: LaterBody.CodingKeys.choice.rawValue, allowed: offered.map(\.rawValue))
            }
            return chosen
        case .instant(let given, let name): (instant, field) = (given, name)
        case .civil(let given, let name): (instant, field) = (try await services.preferences(of: person).zone.instant(of: given), name)
        }
        guard instant > now, instant <= now + Self.lengthMax.duration else {
            throw Problem.wrongType(field: field, expected: "a moment to come, at most \(Self.lengthMax.days) days ahead")
        }
        return instant
    }

    struct PutOffAnswer: Encodable {
        let success = true
        let laterUntil: Instant

        enum CodingKeys: String, CodingKey {
            case success
            case laterUntil = "later_until"
        }
    }

    private struct LaterBody: CallBody {
        let moment: Moment

        enum CodingKeys: String, CodingKey, CaseIterable {
            case choice = "when"
            case until
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let (choice, until) = (
                try container.choice(LaterChoice.self, for: .choice), try container.decodeIfPresent(Instant.self, forKey: .until)
            )
            switch (choice, until) {
            case (let choice?, nil): moment = .choice(choice)
            case (nil, let until?): moment = .instant(until, field: CodingKeys.until.rawValue)
            case (nil, nil): throw Problem.missingField(CodingKeys.choice.rawValue)
            default: throw Problem.wrongType(field: CodingKeys.until.rawValue, expected: "nothing beside “\(CodingKeys.choice.rawValue)”")
            }
        }
    }
}
