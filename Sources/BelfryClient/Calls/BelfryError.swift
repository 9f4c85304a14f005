import Foundation

/// Why a call came to nothing.
public struct BelfryError: Error, Sendable {
    /// Stable: go by it.
    public let code: OpenValue<ErrorCode>
    /// What happened and what to do, for people. Its words may change.
    public let message: String
    /// What of the request it is about, as `recipients[1].values`, or the name of a header; nil where it is about the whole.
    public let field: String?
    /// Of HTTP; nil where no answer came.
    public let status: Int?
    /// After how long it is worth another try, where the server says so.
    public let retryAfter: Duration?
    /// What a transport or a decoder has thrown.
    public let cause: (any Error)?

    public init(
        code: OpenValue<ErrorCode>, message: String, field: String? = nil, status: Int? = nil, retryAfter: Duration? = nil, cause: (any Error)? = nil
    ) {
        (self.code, self.message, self.field) = (code, message, field)
        (self.status, self.retryAfter, self.cause) = (status, retryAfter, cause)
    }

    init(_ code: ErrorCode, _ message: String, field: String? = nil, status: Int? = nil, cause: (any Error)? = nil) {
        self.init(code: OpenValue(code), message: message, field: field, status: status, cause: cause)
    }
}

extension BelfryError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(code): \(message)" }
    public var errorDescription: String? { message }
}

/// What can be wrong with a call, as `error.code` has it.
public enum ErrorCode: String, CaseIterable, Hashable, Sendable {
    // What this client says by itself
    /// No answer came, or it broke off. What was asked may have been done all the same, unless it may be repeated: then repeat it.
    case connectionLost = "connection_lost"
    /// An answer came that isn't Belfry's, as of a proxy, or that this version can't read.
    case unreadableAnswer = "unreadable_answer"
    /// A name that can't stand in an address, as it is empty, `.` or `..`; or what can't stand in a header, as it has a line break.
    case unusableName = "unusable_name"

    // The request
    case malformedJSON = "malformed_json"
    case malformedLine = "malformed_line"
    case missingField = "missing_field"
    case wrongType = "wrong_type"
    case unknownValue = "unknown_value"
    case unknownName = "unknown_name"
    case notOfBroadcast = "not_of_broadcast"
    case bodyTooLarge = "body_too_large"
    case tooManyItems = "too_many_items"
    case unknownTimezone = "unknown_timezone"
    case metricOutOfRange = "metric_out_of_range"
    case noMetrics = "no_metrics"
    case dayInFuture = "day_in_future"
    case snoozeDaysNotOffered = "snooze_days_not_offered"
    case numberOutOfRange = "number_out_of_range"
    case badCheckDigit = "bad_check_digit"
    case badRecurrence = "bad_recurrence"
    case badTemplate = "bad_template"
    case missingValue = "missing_value"
    case methodNotAllowed = "method_not_allowed"
    case notFound = "not_found"
    case malformedCallback = "malformed_callback"

    // What it speaks of
    case unknownUser = "unknown_user"
    case unknownFamily = "unknown_family"
    case unknownDelivery = "unknown_delivery"
    case unknownAction = "unknown_action"
    case notTold = "not_told"
    case unknownBroadcast = "unknown_broadcast"
    case unknownAudience = "unknown_audience"
    case unknownRota = "unknown_rota"
    case unknownCategory = "unknown_category"
    case unknownHook = "unknown_hook"
    case unknownTemplate = "unknown_template"
    case unknownSchedule = "unknown_schedule"
    case unknownHeartbeat = "unknown_heartbeat"
    case scheduleEnded = "schedule_ended"
    case unknownApp = "unknown_app"
    case unknownInboxMessage = "unknown_inbox_message"
    case unknownAddress = "unknown_address"
    case syncConflict = "sync_conflict"
    case idempotencyKeyReused = "idempotency_key_reused"

    // How much there may be
    case tooManyAudiences = "too_many_audiences"
    case tooManyCategories = "too_many_categories"
    case tooManyHooks = "too_many_hooks"
    case tooManyTemplates = "too_many_templates"
    case tooManyRotas = "too_many_rotas"
    case tooManySchedules = "too_many_schedules"
    case tooManyAddresses = "too_many_addresses"
    case tooManyCodes = "too_many_codes"
    case tooManyPresses = "too_many_presses"
    case tooManySwitchedOff = "too_many_switched_off"
    case tooManySwitchedOn = "too_many_switched_on"
    case tooManyMembers = "too_many_members"
    case tooManyStreams = "too_many_streams"
    case tooMuchShared = "too_much_shared"
    case codeRefused = "code_refused"
    case codeNotSent = "code_not_sent"

    // Who asks
    case notAuthenticated = "not_authenticated"
    case keyExpired = "key_expired"
    case secretNotConfigured = "secret_not_configured"
    case insufficientScope = "insufficient_scope"
    case notAuthorized = "not_authorized"
    case badSignature = "bad_signature"
    case staleSignature = "stale_signature"

    // The server
    case storeUnavailable = "store_unavailable"
    case internalFailure = "internal_failure"

    /// Those of the client itself, which no server answers.
    static let own: Set<ErrorCode> = [.connectionLost, .unreadableAnswer, .unusableName]
}
