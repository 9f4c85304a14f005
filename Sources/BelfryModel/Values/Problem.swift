import BelfryTime

/// What can be wrong with what somebody asked for. `BelfryPhrases` says it as a sentence; the code is stable.
///
/// It names fields and limits, never the person's data.
public enum Problem: Error, Hashable, Sendable {
    // The text
    case malformedJSON
    /// The number counts from 1; nil where it is plain which line is meant.
    case malformedLine(number: Int? = nil, expected: String)
    case missingField(String)
    case wrongType(field: String, expected: String)
    case unknownValue(field: String, allowed: [String])
    /// A table or a column, or what a call reads; the field is its path. Nothing is allowed where a call reads nothing.
    case unknownName(field: String, allowed: [String])
    /// It is read of what is ordered for single persons, and not of a broadcast.
    case notOfBroadcast(field: String)
    case bodyTooLarge(byteCountMax: Int)
    case tooManyItems(countMax: Int)

    // The values
    case unknownTimezone(field: String)
    case metricOutOfRange(field: String, range: ClosedRange<Double>)
    case noMetrics(field: String)
    case dayInFuture(field: String)
    case snoozeDaysNotOffered
    case numberOutOfRange(field: String, range: ClosedRange<Double>)
    case badRecurrence(field: String, RecurrenceProblem)
    case badCheckDigit(field: String)
    /// The field is the template's language and name, as `de.bills.due_day.title`.
    case badTemplate(field: String, TemplateProblem)

    // The things
    case unknownUser(field: String)
    /// The field is empty where the address of a call names it.
    case unknownFamily(field: String)
    /// A family has as many as it may, whom a request doesn't name included.
    case tooManyMembers(countMax: Int)
    case unknownDelivery
    /// A notification has no button of the name, or there is no such notification.
    case unknownAction
    /// What is to be done with it needs a notification that was told.
    case notTold
    case unknownBroadcast
    /// The field is empty where the address of a call names it.
    case unknownAudience(field: String)
    /// An app has as many that are open as it may.
    case tooManyAudiences(countMax: Int)
    case unknownSchedule
    case unknownHeartbeat
    /// Nothing comes of the schedule any more, so it can't be changed.
    case scheduleEnded
    /// The field is empty where the address of a call names it.
    case unknownRota(field: String)
    /// An app has as many as it may.
    case tooManyRotas(countMax: Int)
    /// The app has declared none of the name.
    case unknownCategory
    /// An app has declared as many as it may.
    case tooManyCategories(countMax: Int)
    /// The app has no hook of the name.
    case unknownHook
    /// An app has as many as it may.
    case tooManyHooks(countMax: Int)
    /// The app has no template of the name; the field is empty where the address of a call names it.
    case unknownTemplate(field: String)
    /// An app has as many as it may.
    case tooManyTemplates(countMax: Int)
    /// What was posted to a hook, or an order's data, lacks what a template speaks of; the field is the template's.
    case missingValue(field: String, path: String)
    /// An app has as many that haven't ended as it may.
    case tooManySchedules(countMax: Int)
    /// No key has the name, and nothing of it waits.
    case unknownApp(field: String)
    case unknownInboxMessage
    case unknownAddress
    /// A person has as many as they may.
    case tooManyAddresses(countMax: Int)
    /// A person has switched off as much as they may.
    case tooManySwitchedOff(countMax: Int)
    /// A person has switched on as much as is kept of one.
    case tooManySwitchedOn(countMax: Int)
    case notFound
    /// There is something at the address, but it isn't asked that way.
    case methodNotAllowed(allowed: [String])
    /// A code that shows an address to be somebody's; at 0 a new one is needed.
    case codeRefused(attemptsLeft: Int)
    /// Nothing can be sent to the address at present.
    case codeNotSent
    /// So many codes were sent to the address, or for the person, that the next has to wait.
    case tooManyCodes(secondsLeft: Int)
    /// Buttons were pressed at one address, or a calendar was read, so often that the next time has to wait.
    case tooManyPresses(secondsLeft: Int)
    /// A person follows as much as they may already.
    case tooManyStreams(countMax: Int)
    /// A person's devices share as much as they may.
    case tooMuchShared(rowCountMax: Int, byteCountMax: Int)
    /// What is pushed was changed by somebody else since the last pull.
    case syncConflict
    /// The key stood for another request of the same app.
    case idempotencyKeyReused

    // The caller
    case notAuthenticated
    /// Who is asking is known, and it isn't they whom this is answered to.
    case needs(Credential)
    /// The key that was shown has run out, or its grace has after it was replaced.
    case keyExpired
    /// The key that was shown may something, and not this.
    case needsScope(KeyScope)
    /// What was sent doesn't bear the signature that its sender must put into a header.
    case notSigned(header: String)
    case secretNotConfigured(setting: String)
    case notAuthorized(Act)
    case callbackRefused(CallbackDoubt)

    // The house
    case storeUnavailable
    case internalFailure

    /// What a caller shows where it alone counts.
    public enum Credential: Hashable, Sendable {
        case personToken, adminSecret, appKey
    }

    /// What somebody tried without the right to.
    public enum Act: String, Hashable, Sendable {
        case snoozeAlert, dismissAlert, seeFamilyAlerts, writeMetrics, changeFamily, joinFamily, controlQueue, askForAnotherApp, managePeople
    }

    public var code: String {
        switch self {
        case .malformedJSON: "malformed_json"
        case .malformedLine: "malformed_line"
        case .missingField: "missing_field"
        case .wrongType: "wrong_type"
        case .unknownValue: "unknown_value"
        case .unknownName: "unknown_name"
        case .notOfBroadcast: "not_of_broadcast"
        case .bodyTooLarge: "body_too_large"
        case .tooManyItems: "too_many_items"
        case .unknownTimezone: "unknown_timezone"
        case .metricOutOfRange: "metric_out_of_range"
        case .noMetrics: "no_metrics"
        case .dayInFuture: "day_in_future"
        case .snoozeDaysNotOffered: "snooze_days_not_offered"
        case .numberOutOfRange: "number_out_of_range"
        case .badRecurrence: "bad_recurrence"
        case .badCheckDigit: "bad_check_digit"
        case .badTemplate: "bad_template"
        case .unknownUser: "unknown_user"
        case .unknownFamily: "unknown_family"
        case .tooManyMembers: "too_many_members"
        case .unknownDelivery: "unknown_delivery"
        case .unknownAction: "unknown_action"
        case .notTold: "not_told"
        case .unknownBroadcast: "unknown_broadcast"
        case .unknownAudience: "unknown_audience"
        case .tooManyAudiences: "too_many_audiences"
        case .unknownSchedule: "unknown_schedule"
        case .unknownHeartbeat: "unknown_heartbeat"
        case .scheduleEnded: "schedule_ended"
        case .unknownRota: "unknown_rota"
        case .tooManyRotas: "too_many_rotas"
        case .unknownCategory: "unknown_category"
        case .tooManyCategories: "too_many_categories"
        case .unknownHook: "unknown_hook"
        case .tooManyHooks: "too_many_hooks"
        case .unknownTemplate: "unknown_template"
        case .tooManyTemplates: "too_many_templates"
        case .missingValue: "missing_value"
        case .tooManySchedules: "too_many_schedules"
        case .unknownApp: "unknown_app"
        case .unknownInboxMessage: "unknown_inbox_message"
        case .unknownAddress: "unknown_address"
        case .tooManyAddresses: "too_many_addresses"
        case .tooManySwitchedOff: "too_many_switched_off"
        case .tooManySwitchedOn: "too_many_switched_on"
        case .codeRefused: "code_refused"
        case .codeNotSent: "code_not_sent"
        case .tooManyCodes: "too_many_codes"
        case .tooManyPresses: "too_many_presses"
        case .tooManyStreams: "too_many_streams"
        case .tooMuchShared: "too_much_shared"
        case .notFound: "not_found"
        case .methodNotAllowed: "method_not_allowed"
        case .syncConflict: "sync_conflict"
        case .idempotencyKeyReused: "idempotency_key_reused"
        case .notAuthenticated, .needs, .notSigned: "not_authenticated"
        case .keyExpired: "key_expired"
        case .needsScope: "insufficient_scope"
        case .secretNotConfigured: "secret_not_configured"
        case .notAuthorized: "not_authorized"
        case .callbackRefused(let doubt): doubt.rawValue
        case .storeUnavailable: "store_unavailable"
        case .internalFailure: "internal_failure"
        }
    }

    /// The field it is about, as `metrics[3].steps`; nil where it is about the whole.
    public var field: String? {
        switch self {
        case .missingField(let field), .wrongType(let field, _), .unknownValue(let field, _), .unknownName(let field, _), .notOfBroadcast(let field),
            .unknownTimezone(let field), .metricOutOfRange(let field, _), .noMetrics(let field), .dayInFuture(let field), .numberOutOfRange(let field, _),
            .badRecurrence(let field, _), .badCheckDigit(let field), .badTemplate(let field, _), .unknownUser(let field),
            .unknownFamily(let field), .unknownAudience(let field), .unknownApp(let field), .unknownRota(let field),
            .unknownTemplate(let field), .missingValue(let field, _):
            field.isEmpty ? nil : field
        case .notSigned(let header): header
        default: nil
        }
    }

    public static var unknownFamily: Problem { .unknownFamily(field: "") }
    public static var unknownAudience: Problem { .unknownAudience(field: "") }
    public static var unknownRota: Problem { .unknownRota(field: "") }
    public static var unknownTemplate: Problem { .unknownTemplate(field: "") }

    /// Where that path begins: the column of a row, as `throttles` of `throttles[0].count`; nil where it is about the whole.
    public var column: String? { field.map { String($0.prefix { $0 != "." && $0 != "[" }) } }
}

/// Why a provider's callback is not believed.
public enum CallbackDoubt: String, CaseIterable, Hashable, Sendable {
    case badSignature = "bad_signature"
    /// Signed too long ago, or in the future.
    case stale = "stale_signature"
    case malformed = "malformed_callback"
}

extension Problem {
    /// What a decoder's complaint means to the person who wrote the text.
    public init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .missingField(Problem.path(context.codingPath + [key]))
        case .typeMismatch(let type, let context):
            self = .wrongType(field: Problem.path(context.codingPath), expected: Problem.name(of: type))
        case .valueNotFound(let type, let context):
            self = .wrongType(field: Problem.path(context.codingPath), expected: Problem.name(of: type))
        case .dataCorrupted(let context):
            guard !context.codingPath.isEmpty else {
                self = .malformedJSON
                return
            }
            let said = context.debugDescription
            let expected = said.hasPrefix("expected ") ? String(said.dropFirst("expected ".count)) : "another value"
            self = .wrongType(field: Problem.path(context.codingPath), expected: expected)
        @unknown default:
            self = .malformedJSON
        }
    }

    /// Where in a document something stands, as `metrics[3].steps`.
    public static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is String.Type: "text"
        case is Int.Type, is Double.Type: "a number"
        case is [String: Any].Type: "an object"
        default: "\(type)".hasPrefix("Dictionary") ? "an object" : "\(type)".hasPrefix("Array") ? "a list" : "another type"
        }
    }
}

extension KeyedDecodingContainer {
    /// A value out of a fixed list; nil where the key is missing or null.
    ///
    /// - Throws: `Problem.unknownValue` with the list, or `DecodingError` where it isn't text at all.
    public func choice<Value: RawRepresentable & CaseIterable>(_ type: Value.Type, for key: Key) throws -> Value? where Value.RawValue == String {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw Problem.unknownValue(field: Problem.path(codingPath + [key]), allowed: Value.allCases.map(\.rawValue))
        }
        return value
    }
}

extension String {
    /// Itself, where it isn't too long. Characters are counted as JSON Schema does: what a reader takes for one may have any number of marks.
    ///
    /// - Throws: `Problem.wrongType`.
    public func checked(lengthMax: Int, field: String) throws(Problem) -> String {
        guard unicodeScalars.count <= lengthMax else { throw .wrongType(field: field, expected: "text of at most \(lengthMax) characters") }
        return self
    }
}
