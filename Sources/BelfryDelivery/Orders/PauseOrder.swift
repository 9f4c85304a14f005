import BelfryModel
import BelfryPorts
import BelfryTime

/// What an operator wants to have stopped, until when, and why.
public struct PauseOrder: Sendable {
    /// Nil for everything.
    public let app: AppID?
    public let until: Instant?
    /// Who says so; nil where it isn't said.
    public let operatorName: String?
    public let why: String?
    public let exceptsCritical: Bool

    /// - Parameter operatorName: of whoever asks, where they don't say another.
    /// - Throws: `Problem.wrongType` where its end has passed.
    public func pause(by operatorName: String?, since now: Instant) throws -> QueuePause {
        if let until, until <= now { throw Problem.wrongType(field: CodingKeys.until.rawValue, expected: "a moment that is still ahead") }
        return QueuePause(app, since: now, until: until, by: self.operatorName ?? operatorName, why: why, exceptsCritical: exceptsCritical)
    }
}

extension PauseOrder: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case all, until, why, by
        case app = "app_id"
        case exceptsCritical = "except_critical"
    }

    /// What is read of one in JSON.
    public static let memberNames = CodingKeys.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: key).map { text in
                let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
                guard !text.isEmpty, isPlain else {
                    throw Problem.wrongType(field: key.rawValue, expected: "text without control characters, or leave it out")
                }
                return try text.checked(lengthMax: QueuePause.textLengthMax, field: key.rawValue)
            }
        }
        app = try container.decodeIfPresent(AppID.self, forKey: .app)
        let isOfAll = try container.decodeIfPresent(Bool.self, forKey: .all) ?? false
        // That all is meant has to be said.
        guard isOfAll || app != nil else { throw Problem.missingField(CodingKeys.app.rawValue) }
        guard !isOfAll || app == nil else { throw Problem.wrongType(field: CodingKeys.all.rawValue, expected: "either “app_id” or “all”") }
        until = try container.decodeIfPresent(Instant.self, forKey: .until)
        operatorName = try text(.by)
        why = try text(.why)
        exceptsCritical = try container.decodeIfPresent(Bool.self, forKey: .exceptsCritical) ?? false
    }
}

/// Pauses for an operator, after a look at what they say.
public struct PauseDesk: Sendable {
    private let store: any PauseStore & CredentialStore

    public init(store: any PauseStore & CredentialStore) {
        self.store = store
    }

    /// - Returns: what stands now, and whether it did before.
    /// - Throws: as of ``check(_:)``.
    public func pause(_ pause: QueuePause) async throws -> (standing: QueuePause, isRepeated: Bool) {
        try await check(pause)
        let former = try await store.pause(pause)
        return (former.map { pause.goingOn(since: $0.since) } ?? pause, former != nil)
    }

    /// - Throws: `Problem.unknownApp` where neither a key has the app's name nor anything of it waits.
    public func check(_ pause: QueuePause) async throws {
        guard let app = pause.app, app != .house else { return }
        if try await store.keys().contains(where: { AppID($0.name) == app }) { return }
        guard try await store.hasWaiting(of: app) else { throw Problem.unknownApp(field: PauseOrder.CodingKeys.app.rawValue) }
    }
}
