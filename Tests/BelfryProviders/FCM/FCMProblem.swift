/// How FCM says no, in the words of its API: google.rpc.Status with details.
///
/// Source: firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode.
public enum FCMProblem: Hashable, Sendable {
    case unregistered, senderMismatch, invalidToken, unauthenticated, notFound, tooLarge, deviceQuota
    /// The API's framework doesn't understand a field.
    case violation(field: String)

    public var status: Int {
        switch self {
        case .unregistered, .notFound: 404
        case .senderMismatch: 403
        case .unauthenticated: 401
        case .deviceQuota: 429
        case .invalidToken, .tooLarge, .violation: 400
        }
    }

    public var body: String {
        switch self {
        case .unregistered: Self.body(404, "NOT_FOUND", "Requested entity was not found.", Self.code("UNREGISTERED"))
        case .senderMismatch: Self.body(403, "PERMISSION_DENIED", "SenderId mismatch", Self.code("SENDER_ID_MISMATCH"))
        case .invalidToken:
            Self.body(400, "INVALID_ARGUMENT", "The registration token is not a valid FCM registration token", Self.code("INVALID_ARGUMENT"))
        case .tooLarge:
            Self.body(
                400, "INVALID_ARGUMENT", "Android message is too big",
                Self.code("INVALID_ARGUMENT") + "," + Self.violation("message", "Android message is too big"))
        case .deviceQuota:
            Self.body(429, "RESOURCE_EXHAUSTED", "Device quota exceeded.", Self.code("QUOTA_EXCEEDED") + "," + Self.quotaFailure("Device quota exceeded."))
        case .unauthenticated: Self.body(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", "")
        case .notFound: Self.body(404, "NOT_FOUND", "Requested entity was not found.", "")
        case .violation(let field):
            Self.body(400, "INVALID_ARGUMENT", "Invalid value at '\(field)'", Self.violation(field, "Invalid value at '\(field)'"))
        }
    }

    var answer: LoopbackServer.Answer { .json(status, body) }

    private static func body(_ code: Int, _ status: String, _ message: String, _ details: String) -> String {
        #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)","details":[\#(details)]}}"#
    }

    private static func code(_ code: String) -> String {
        #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#
    }

    private static func quotaFailure(_ description: String) -> String {
        #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"description":"\#(description)"}]}"#
    }

    private static func violation(_ field: String, _ description: String) -> String {
        #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"\#(field)","description":"\#(description)"}]}"#
    }
}
