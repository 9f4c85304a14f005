import Foundation

/// What an app's extension overrides to change what is pushed before it is shown.
open class UNNotificationServiceExtension: NSObject {
    open func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        contentHandler(request.content)
    }
}
