/// Where a push service reaches a device or a browser.
public struct DeviceToken: Hashable, Sendable {
    /// As the service gave it: of a browser its `PushSubscription`.
    public let token: String
    public let platform: Platform
    public let appVersion: String?
    public let osVersion: String?

    /// Of one person: a push goes to each. An app that is installed anew, and a browser that subscribes anew, leave an old one behind.
    public static let countMax = 50
    public static let tokenByteCountMax = 4096
    /// Of the app and of the system.
    public static let versionLengthMax = 64

    public init(token: String, platform: Platform, appVersion: String?, osVersion: String?) {
        self.token = token
        self.platform = platform
        self.appVersion = appVersion
        self.osVersion = osVersion
    }

    /// Whose push service the token is of.
    public enum Platform: String, CaseIterable, Codable, Sendable {
        case ios, android, web
    }
}
