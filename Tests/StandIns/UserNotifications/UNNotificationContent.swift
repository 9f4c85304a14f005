import Foundation

// UserNotifications, as Apple declares it, as far as Belfry uses it: for builds and tests where the framework isn't there.
// It shows nothing to anybody. Source of names and signatures: developer.apple.com/documentation/usernotifications.

open class UNNotificationContent: NSObject, NSMutableCopying {
    var fields: Fields

    struct Fields {
        var title = ""
        var body = ""
        var categoryIdentifier = ""
        var threadIdentifier = ""
        var interruptionLevel = UNNotificationInterruptionLevel.active
        var relevanceScore = 0.0
        var sound: UNNotificationSound?
        var userInfo: [AnyHashable: Any] = [:]
        var attachments: [UNNotificationAttachment] = []
    }

    init(fields: Fields) {
        self.fields = fields
    }

    public override convenience init() {
        self.init(fields: Fields())
    }

    open var title: String { fields.title }
    open var body: String { fields.body }
    open var categoryIdentifier: String { fields.categoryIdentifier }
    open var threadIdentifier: String { fields.threadIdentifier }
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    open var relevanceScore: Double { fields.relevanceScore }
    open var sound: UNNotificationSound? { fields.sound }
    open var userInfo: [AnyHashable: Any] { fields.userInfo }
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    public func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(fields: fields) }
}

open class UNMutableNotificationContent: UNNotificationContent {
    open override var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }
    open override var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }
}

public enum UNNotificationInterruptionLevel: UInt, Sendable {
    case passive, active, timeSensitive, critical
}

open class UNNotificationSound: NSObject {
    private static let ordinary = UNNotificationSound(nil, isCritical: false)
    private static let critical = UNNotificationSound(nil, isCritical: true)

    private let name: UNNotificationSoundName?
    private let isCritical: Bool

    private init(_ name: UNNotificationSoundName?, isCritical: Bool) {
        self.name = name
        self.isCritical = isCritical
    }

    /// Of the app's bundle, or of `Library/Sounds` in its container.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(name, isCritical: false)
    }

    open class var `default`: UNNotificationSound { ordinary }
    open class var defaultCritical: UNNotificationSound { critical }
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound { UNNotificationSound(name, isCritical: true) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationSound else { return false }
        return name == other.name && isCritical == other.isCritical
    }

    open override var hash: Int { name.hashValue }
}

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
