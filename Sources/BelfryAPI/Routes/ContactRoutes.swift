import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// Where a person is reached: mailboxes, numbers, topics, chats, rooms and devices, how they show that one is theirs, and what they don't want there.
struct ContactRoutes {
    let services: Services
    private var desk: ContactDesk { ContactDesk(services: services) }

    func add(to router: Router<AppContext>) {
        router.get("/v1/users/{user_id}/addresses") { request, context in
            let user = try await subject(request, context).user
            return try Response.json(
                AddressesAnswer(
                    contactPoints: try await services.store.contactPoints(of: user).map { ContactPointBody($0) },
                    devices: try await services.store.devices(of: user).map(DeviceBody.init)))
        }
        addSubscriptions(to: router)
        addMutes(to: router)
        addAudiences(to: router)
        router.post("/v1/users/{user_id}/contact_points") { request, context in try await addContactPoint(request, context) }
        router.post("/v1/users/{user_id}/contact_points/{id}/verify") { request, context in try await verify(request, context) }
        router.put("/v1/users/{user_id}/contact_points/{id}/subscription") { request, context in try await subscribe(request, context) }
        router.delete("/v1/users/{user_id}/contact_points/{id}") { request, context in
            let user = try await subject(request, context).user
            let id: AddressID = try context.parameters.identifier("id", or: .unknownAddress)
            guard try await services.store.removeContactPoint(id, of: user) else { throw Problem.unknownAddress }
            return try Response.json(["success": true])
        }
        router.delete("/v1/users/{user_id}/devices/{id}") { request, context in
            let user = try await subject(request, context).user
            let id: AddressID = try context.parameters.identifier("id", or: .unknownAddress)
            guard try await services.store.removeDevice(id, of: user) else { throw Problem.unknownAddress }
            return try Response.json(["success": true])
        }
    }

    // MARK: Adding and verifying

    private struct ContactPointCall: CallBody {
        let channel: DeliveryChannel
        /// Nil where a link is to be opened.
        let value: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case channel, value
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let channel = try container.choice(DeliveryChannel.self, for: .channel) else { throw Problem.missingField("channel") }
            self.channel = channel
            value = try channel == .telegram ? container.decodeIfPresent(String.self, forKey: .value) : container.decode(String.self, forKey: .value)
        }
    }

    private func addContactPoint(_ request: Request, _ context: AppContext) async throws -> Response {
        let (user, isVouchedFor) = try await subject(request, context)
        let call = try await request.decode(ContactPointCall.self)
        guard let value = call.value else {
            let (point, link) = try await desk.addLink(over: call.channel, of: user)
            return try .json(ContactPointBody(point, link: link))
        }
        return try .json(
            ContactPointBody(try await desk.add(value, over: call.channel, of: user, isVouchedFor: isVouchedFor, in: request.language)))
    }

    private struct CodeCall: CallBody {
        let code: String

        enum CodingKeys: String, CodingKey, CaseIterable {
            case code
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    private func verify(_ request: Request, _ context: AppContext) async throws -> Response {
        let user = try await subject(request, context).user
        let id: AddressID = try context.parameters.identifier("id", or: .unknownAddress)
        try await desk.verify(id, of: user, by: try await request.decode(CodeCall.self).code)
        return try .json(["success": true])
    }

    // MARK: What isn't wanted

    private struct SubscriptionCall: CallBody {
        let isSubscribed: Bool
        let category: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case isSubscribed = "subscribed"
            case category
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    private func subscribe(_ request: Request, _ context: AppContext) async throws -> Response {
        let user = try await subject(request, context).user
        let id: AddressID = try context.parameters.identifier("id", or: .unknownAddress)
        let call = try await request.decode(SubscriptionCall.self)
        let category = try call.category.map { try NotificationOrder.checkedCategory($0, field: SubscriptionCall.CodingKeys.category.rawValue) }
        let (store, now) = (services.store, services.now())
        guard let point = try await store.contactPoints(of: user).first(where: { $0.id == id }) else { throw Problem.unknownAddress }
        if let category {
            let subscription = CategorySubscription(category: category, channel: point.channel)
            try await store.setSubscriptions([subscription: call.isSubscribed], of: user, now: now)
        } else {
            guard try await store.setSubscription(call.isSubscribed, at: id, of: user, category: nil, now: now) else { throw Problem.unknownAddress }
        }
        return try .json(["success": true])
    }

    /// Whose addresses: one's own (`me`), or, for an app, which vouches for what it adds, those of anybody who is known.
    func subject(_ request: Request, _ context: AppContext) async throws -> (user: UserID, isVouchedFor: Bool) {
        let caller = try await services.anyCaller(request, may: .people)
        let named: UserID = try context.parameters.identifier("user_id", or: .unknownUser(field: "user_id"))
        if case .person(let person) = caller {
            guard named.text == "me" || named == person else { throw Problem.unknownUser(field: "user_id") }
            return (person, false)
        }
        guard try await services.store.isKnown(named) else { throw Problem.unknownUser(field: "user_id") }
        return (named, true)
    }
}

private struct AddressesAnswer: Encodable {
    let contactPoints: [ContactPointBody]
    let devices: [DeviceBody]

    enum CodingKeys: String, CodingKey {
        case contactPoints = "contact_points"
        case devices
    }
}

private struct ContactPointBody: Encodable {
    let id: AddressID
    let channel: DeliveryChannel
    let value: String
    let isVerified: Bool
    let silence: ContactPoint.Silence.Why?
    /// What its owner opens; told once, as it has the code.
    let link: String?

    enum CodingKeys: String, CodingKey {
        case id, channel, value, link
        case isVerified = "verified"
        case silence = "silenced_because"
    }

    init(_ point: ContactPoint, link: String? = nil) {
        self.link = link
        id = point.id
        channel = point.channel
        value = point.shownValue
        isVerified = point.verifiedAt != nil
        silence = point.silence?.why
    }
}

/// Without its token, which is nobody's to see.
private struct DeviceBody: Encodable {
    let id: AddressID
    let platform: DeviceToken.Platform
    let appVersion: String?
    let isActive: Bool
    let lastUsedAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, platform
        case appVersion = "app_version"
        case isActive = "is_active"
        case lastUsedAt = "last_used_at"
    }

    init(_ device: RegisteredDevice) {
        id = device.id
        platform = device.platform
        appVersion = device.appVersion
        isActive = device.isActive
        lastUsedAt = device.lastUsedAt
    }
}
