import BelfryModel
import BelfryTime

/// A channel that the person has switched off stays silent. So does a category that they have switched off there, or that is off at first and that they
/// haven't switched on; but for one that its app requires.
enum OptOut: Stage {
    static func decision(on inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision? {
        guard !inputs.preferences.isEnabled(inputs.channel) else {
            if inputs.isCategoryRequired { return nil }
            if inputs.isCategoryOff { return .skip(.categoryDisabled) }
            return inputs.isCategoryOffByDefault ? .skip(.categoryOffByDefault) : nil
        }
        return switch inputs.channel {
        case .push, .whatsApp, .ntfy, .telegram, .chat, .webhook: .skip(.pushDisabled)
        case .inApp: .skip(.inAppDisabled)
        case .email: .skip(.emailDisabled)
        case .championEmail: .skip(.championEmailDisabled)
        case .sms, .voice, .championSMS: .skip(.championSMSDisabled)
        }
    }
}
