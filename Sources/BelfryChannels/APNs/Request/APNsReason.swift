/// Why Apple's push service refused a request, by the name in its answer.
///
/// Source: Apple, "Handling notification responses from APNs", table 3; `BadEnvironmentKeyInToken` is how servers were seen to spell it.
enum APNsReason: String, CaseIterable, Sendable {
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"
    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
    case expiredProviderToken = "ExpiredProviderToken"
    case forbidden = "Forbidden"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case unrelatedKeyID = "UnrelatedKeyIdInToken"
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"

    init?(name: String) {
        self.init(rawValue: name == "BadEnvironmentKeyInToken" ? Self.badEnvironmentKeyID.rawValue : name)
    }

    enum Kind {
        /// The device can't be reached there any more.
        case addressGone
        /// The token is none, or was made in the other environment.
        case wrongEnvironment
        /// Never like this.
        case rejected
        /// A provider token that may be renewed.
        case tokenRanOut
        /// A provider token that renewing won't help: an operator must.
        case tokenRefused
        /// Not to this app with this key, whatever is sent: an operator must.
        case topicRefused
        case tooManyTokens
        /// One device got too much.
        case deviceBusy
        /// This connection is at its end; another serves.
        case connectionOver
        case providerFailed
    }

    var kind: Kind {
        switch self {
        case .expiredToken, .unregistered: .addressGone
        case .badDeviceToken: .wrongEnvironment
        case .expiredProviderToken: .tokenRanOut
        case .invalidProviderToken, .missingProviderToken, .unrelatedKeyID, .badEnvironmentKeyID: .tokenRefused
        case .badTopic, .missingTopic, .topicDisallowed: .topicRefused
        case .tooManyProviderTokenUpdates: .tooManyTokens
        case .tooManyRequests: .deviceBusy
        case .idleTimeout, .shutdown: .connectionOver
        case .internalServerError, .serviceUnavailable: .providerFailed
        case .badCollapseID, .badExpirationDate, .badMessageID, .badPriority, .deviceTokenNotForTopic, .duplicateHeaders, .invalidPushType,
            .missingDeviceToken, .payloadEmpty, .badCertificate, .badCertificateEnvironment, .forbidden, .badPath, .methodNotAllowed,
            .payloadTooLarge:
            .rejected
        }
    }

    /// `BadDeviceToken` becomes `bad_device_token`.
    var code: String {
        rawValue.reduce(into: "") { code, character in
            if character.isUppercase, !code.isEmpty { code.append("_") }
            code += character.lowercased()
        }
    }

    var sentence: String {
        switch self {
        case .badDeviceToken: "the device token is none, or of another environment"
        case .deviceTokenNotForTopic: "the device token belongs to another app: check apns_topic"
        case .badTopic, .missingTopic, .topicDisallowed: "the key may not send to this app: check apns_topic, and what the key is for"
        case .badEnvironmentKeyID: "the key is for the other environment: make one for both"
        case .expiredProviderToken: "the provider token ran out: check this machine's clock"
        case .invalidProviderToken, .missingProviderToken: "the key, apns_key_id and apns_team_id don't belong together, or the key was revoked"
        case .unrelatedKeyID: "two keys were used on one connection"
        case .forbidden, .badCertificate, .badCertificateEnvironment: "the push service refused to be spoken to"
        case .expiredToken, .unregistered: "the app is no longer on this device"
        case .payloadTooLarge: "the words and facts are longer than the push service takes"
        case .tooManyProviderTokenUpdates: "the provider token was renewed too often: another process may use the same key"
        case .tooManyRequests: "too much was sent to this device"
        case .idleTimeout: "the connection was idle for too long"
        case .internalServerError, .serviceUnavailable: "the push service failed"
        case .shutdown: "the server of the push service shuts down"
        case .badCollapseID, .badExpirationDate, .badMessageID, .badPriority, .duplicateHeaders, .invalidPushType, .missingDeviceToken,
            .payloadEmpty, .badPath, .methodNotAllowed:
            "the push service did not understand the request"
        }
    }
}
