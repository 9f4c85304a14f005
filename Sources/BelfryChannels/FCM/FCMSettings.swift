import BelfryModel

/// How Android devices are reached through Firebase Cloud Messaging.
///
/// | Key | Type | Default | Secret |
/// |---|---|---|---|
/// | `fcm_service_account_file` | path of the service account's key, as the Firebase console gives it | none: no FCM | yes, what is in it |
/// | `fcm_project_id` | text | the service account's | no |
/// | `fcm_message_style` | `notification` or `data` | `notification` | no |
/// | `fcm_channel_watch`, `fcm_channel_attention`, `fcm_channel_critical` | text, an Android notification channel | `belfry_` and the severity | no |
/// | `fcm_messages_per_minute` | whole number, 60 to 600000 | 600000, the quota of a project | no |
/// | `fcm_endpoint`, `fcm_token_endpoint` | `https` address, or `http` of this machine | Google's | no |
public struct FCMSettings: Sendable {
    /// The service account's key as JSON.
    public let serviceAccount: Secret
    public let projectID: String
    public let style: Style
    public let channelIDs: ChannelIDs
    public let messagesPerMinuteMax: Int
    /// Without a slash at its end.
    public let endpoint: String
    /// Nil for the service account's own.
    public let tokenEndpoint: String?

    /// Who shows what is sent.
    public enum Style: String, CaseIterable, Sendable {
        /// Android itself, also while the app isn't running.
        case notification
        /// The app, which is handed the words as data.
        case data
    }

    /// The notification channels of the app, by which people set how each severity may disturb them.
    public struct ChannelIDs: Hashable, Sendable {
        public let watch: String
        public let attention: String
        public let critical: String

        public init(watch: String = "belfry_watch", attention: String = "belfry_attention", critical: String = "belfry_critical") {
            self.watch = watch
            self.attention = attention
            self.critical = critical
        }

        func of(_ severity: Severity) -> String {
            switch severity {
            case .watch: watch
            case .attention: attention
            case .critical: critical
            }
        }
    }

    public static let googleEndpoint = "https://fcm.googleapis.com"
    /// Source: firebase.google.com/docs/cloud-messaging/scale-fcm: 600,000 a minute for a project.
    public static let messagesPerMinuteRange = 60...600_000

    /// - Throws: ``ServiceAccount/Unusable`` where the key can't be read, and ``UnusableSetting`` for anything else.
    public init(
        serviceAccount: Secret, projectID: String? = nil, style: Style = .notification, channelIDs: ChannelIDs = ChannelIDs(),
        messagesPerMinuteMax: Int = 600_000, endpoint: String = googleEndpoint, tokenEndpoint: String? = nil
    ) throws {
        let account = try ServiceAccount(serviceAccount)
        let projectID = projectID ?? account.projectID
        guard !projectID.isEmpty, projectID.utf8.allSatisfy(Self.isProjectByte) else { throw UnusableSetting.projectID }
        guard Self.messagesPerMinuteRange.contains(messagesPerMinuteMax) else { throw UnusableSetting.messagesPerMinute }
        for address in [endpoint, tokenEndpoint].compactMap({ $0 }) {
            guard address.hasPrefix("https://") || LoopbackAddress.isOne(address) else { throw UnusableSetting.endpoint }
        }
        self.serviceAccount = serviceAccount
        self.projectID = projectID
        self.style = style
        self.channelIDs = channelIDs
        self.messagesPerMinuteMax = messagesPerMinuteMax
        self.endpoint = endpoint
        self.tokenEndpoint = tokenEndpoint
    }

    public enum UnusableSetting: Error, Hashable, Sendable {
        /// Letters, digits, `-`, `:` and `.`.
        case projectID
        /// See ``messagesPerMinuteRange``.
        case messagesPerMinute
        /// It must be `https`: a token goes there.
        case endpoint
    }

    /// They stand in a path; old projects have a domain before a colon.
    private static func isProjectByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// What is wrong with the settings as they stand now: the key may have changed since they were read.
    public func findings() -> [ChannelFinding] {
        do {
            let account = try ServiceAccount(serviceAccount)
            guard account.projectID != projectID else { return [] }
            return [
                .advice(
                    "fcm_other_project",
                    "The service account belongs to another project than fcm_project_id names. Check that it may send there, or leave fcm_project_id out.")
            ]
        } catch {
            return [error.finding]
        }
    }
}

extension FCMSettings: CustomStringConvertible {
    public var description: String { "FCMSettings" }
}
