import BelfryModel
import BelfryPorts
import BelfryTime

/// What an app does next about permission: quietly first, one request in context, never a second one.
///
/// Source: Apple, "Asking permission to use notifications"; Android, "Notification runtime permission".
public enum PermissionStep: Hashable, Sendable {
    case nothing
    /// Ask the system without a prompt: what is shown goes into the list.
    case provisional
    /// Ask the person, once.
    case full
    /// Let the system ask for what the app may do only since the person was asked, such as critical alerts. It asks once, and knows whether it has.
    case further

    /// - Parameters:
    ///   - isInContext: whether the person is doing something right now for which they would want to be reminded.
    ///   - askedAt: when they were asked before.
    public init(
        _ permission: NotificationPermission, isInContext: Bool, askedAt: Instant?, offersProvisional: Bool
    ) {
        switch permission {
        case .undetermined where isInContext && askedAt == nil: self = .full
        case .undetermined where offersProvisional && askedAt == nil: self = .provisional
        case .provisional where isInContext && askedAt == nil: self = .full
        case .granted where isInContext: self = .further
        default: self = .nothing
        }
    }
}

extension DeviceNotice {
    /// Why nothing is shown; nil where everything is.
    public init?(_ permission: NotificationPermission) {
        switch permission {
        case .undetermined: self = .mayAsk
        case .denied: self = .denied
        case .unavailable: self = .noService
        case .granted, .provisional: return nil
        }
    }
}

/// Says of each notice when it begins, and not at every pass.
public struct DeviceNoticeLog: Sendable {
    private var last: DeviceNotice?

    public init() {}

    /// Nil where there is nothing new to say.
    public mutating func news(in report: PassReport) -> DeviceNotice? {
        // A pass that could read nothing doesn't know.
        guard report.plan != nil else { return nil }
        let notice = DeviceNotice(report.permission)
        defer { last = notice }
        return notice == last ? nil : notice
    }
}

extension DeviceState {
    /// Takes over what the centre says of permission.
    ///
    /// An answer of which the system knows nothing was given on another device, or before the app was installed anew, and came here in a
    /// backup: here nobody has been asked. Who has put the question off has answered nothing, and isn't asked again.
    mutating func take(_ permission: NotificationPermission) {
        switch (self.permission, permission) {
        case (.granted?, .undetermined), (.provisional?, .undetermined), (.denied?, .undetermined): permissionAskedAt = nil
        default: break
        }
        self.permission = permission
    }
}

extension Orchestrator {
    /// Asks for permission as far as it is right to ask now, and plans for what came of it.
    ///
    /// - Returns: what the person should read where nothing can be shown; nil where everything is.
    /// - Throws: where the store can't be written; then nobody is asked.
    public func seekPermission(isInContext: Bool, now: Instant) async throws -> DeviceNotice? {
        var state = try await store.record(ledgerSince: now).state
        let permission = await centre.permission()
        state.take(permission)
        let step = PermissionStep(
            permission, isInContext: isInContext, askedAt: state.permissionAskedAt, offersProvisional: profile.offersProvisionalPermission)
        guard step != .nothing else { return DeviceNotice(permission) }
        if step == .further { return DeviceNotice(await centre.requestPermission(.full)) }
        // Written down before, so that a stop in between never leads to a second prompt.
        try await remember(now: now) { state in
            state.take(permission)
            if step == .full { state.permissionAskedAt = now }
        }
        let answer = await centre.requestPermission(step == .full ? .full : .provisional)
        await reconcile(.permissionChanged, now: now)
        return DeviceNotice(answer)
    }
}
