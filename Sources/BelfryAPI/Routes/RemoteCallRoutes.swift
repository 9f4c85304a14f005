import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// The remote calls of the tenants' apps, in the shape in which PostgREST's clients send them.
struct RemoteCallRoutes {
    let services: Services

    /// For how many days an alert can be snoozed.
    static let snoozeDayCounts = [1, 3, 7]

    func add(to router: Router<AppContext>) {
        let calls = router.group("/rest/v1/rpc")
        calls.post("/snooze_pattern_alert") { request, _ in
            let person = try await personOr(.snoozeAlert, request)
            let arguments = try await request.decode(SnoozeArguments.self)
            return try Response.json(try await snooze(arguments.alert, dayCount: arguments.dayCount, by: person))
        }
        calls.post("/dismiss_pattern_alert") { request, _ in
            let person = try await personOr(.dismissAlert, request)
            return try Response.json(try await dismiss(try await request.decode(AlertArguments.self).alert, by: person))
        }
        calls.post("/get_family_pattern_alerts") { request, _ in try await familyAlerts(request) }
        calls.post("/register_device_token") { request, _ in try await registerDevice(request) }
    }

    /// The person who is asking; an app or an admin is in no family.
    private func personOr(_ act: Problem.Act, _ request: Request) async throws -> UserID {
        switch try await services.anyCaller(request, may: nil) {
        case .person(let person): return person
        case .app, .admin: throw Problem.notAuthorized(act)
        }
    }

    // MARK: Snooze and dismiss, for remote calls and pages alike

    struct Snoozed: Encodable {
        let success = true
        let alert: AlertID
        let until: CivilDate
        let dayCount: Int

        enum CodingKeys: String, CodingKey {
            case success
            case alert = "alert_id"
            case until = "snooze_until"
            case dayCount = "snooze_days"
        }
    }

    struct Dismissed: Encodable {
        let success = true
        let alert: AlertID
        let dismissedAt: Instant

        enum CodingKeys: String, CodingKey {
            case success
            case alert = "alert_id"
            case dismissedAt = "dismissed_at"
        }
    }

    /// Hides an alert through a day of the caller's calendar.
    ///
    /// - Parameter asked: for how many days, whatever number was sent.
    func snooze(_ alert: AlertID, dayCount asked: Double, by person: UserID) async throws -> Snoozed {
        guard let dayCount = Self.snoozeDayCounts.first(where: { Double($0) == asked }) else { throw Problem.snoozeDaysNotOffered }
        let until = try await services.today(of: person) + dayCount
        guard try await services.store.snooze(alert, until: until, dayCount: dayCount, by: person, now: services.now()) else {
            throw Problem.notAuthorized(.snoozeAlert)
        }
        return Snoozed(alert: alert, until: until, dayCount: dayCount)
    }

    func dismiss(_ alert: AlertID, by person: UserID) async throws -> Dismissed {
        guard let moment = try await services.store.dismiss(alert, by: person, now: services.now()) else {
            throw Problem.notAuthorized(.dismissAlert)
        }
        return Dismissed(alert: alert, dismissedAt: moment)
    }

    private struct AlertArguments: CallBody {
        let alert: AlertID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case alert = "alert_id"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    private struct SnoozeArguments: CallBody {
        let alert: AlertID
        let dayCount: Double

        enum CodingKeys: String, CodingKey, CaseIterable {
            case alert = "alert_id"
            case dayCount = "snooze_for_days"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    // MARK: The family's alerts

    private struct FamilyArguments: CallBody {
        let family: FamilyID
        /// Whether what the caller has snoozed is shown too.
        let includesSnoozed: Bool?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case family = "family_id"
            case includesSnoozed = "include_snoozed"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)
    }

    private func familyAlerts(_ request: Request) async throws -> Response {
        let person = try await personOr(.seeFamilyAlerts, request)
        let arguments = try await request.decode(FamilyArguments.self)
        let today = try await services.today(of: person)
        let alerts = try await services.store.alerts(of: arguments.family, for: person, today: arguments.includesSnoozed == true ? nil : today)
        guard let alerts else { throw Problem.notAuthorized(.seeFamilyAlerts) }
        let members = try await services.store.family(arguments.family)?.members ?? []
        let names = Dictionary(members.filter { !$0.firstName.isEmpty }.map { ($0.user, $0.firstName) }) { first, _ in first }
        return try .json(try await services.bodies(of: alerts, to: person, named: names, today: today, in: request.language))
    }

    // MARK: Devices

    private struct DeviceArguments: CallBody {
        let token: String
        let platform: DeviceToken.Platform
        let appVersion: String?
        let osVersion: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case token
            case platform = "platform_type"
            case appVersion = "app_ver"
            case osVersion = "os_ver"
        }

        static let memberNames = CodingKeys.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            token = try container.decode(String.self, forKey: .token)
            guard (1...DeviceToken.tokenByteCountMax).contains(token.utf8.count) else {
                throw DecodingError.dataCorruptedError(forKey: .token, in: container, debugDescription: "expected 1 to 4096 characters")
            }
            guard let platform = try container.choice(DeviceToken.Platform.self, for: .platform) else {
                throw Problem.missingField(CodingKeys.platform.rawValue)
            }
            self.platform = platform
            appVersion = try container.decodeIfPresent(String.self, forKey: .appVersion)?
                .checked(lengthMax: DeviceToken.versionLengthMax, field: CodingKeys.appVersion.rawValue)
            osVersion = try container.decodeIfPresent(String.self, forKey: .osVersion)?
                .checked(lengthMax: DeviceToken.versionLengthMax, field: CodingKeys.osVersion.rawValue)
        }
    }

    private struct DeviceRegistered: Encodable {
        let success = true
        let token: String
        let platform: DeviceToken.Platform
    }

    private func registerDevice(_ request: Request) async throws -> Response {
        let person = try await services.person(request)
        let arguments = try await request.decode(DeviceArguments.self)
        let token = DeviceToken(
            token: arguments.token, platform: arguments.platform, appVersion: arguments.appVersion, osVersion: arguments.osVersion)
        try await services.store.register(token, of: person, now: services.now())
        return try .json(DeviceRegistered(token: arguments.token, platform: arguments.platform))
    }
}
