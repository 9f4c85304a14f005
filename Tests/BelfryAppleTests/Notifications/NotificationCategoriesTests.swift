import BelfryPorts
import BelfryTesting
import Testing
import UserNotifications

@testable import BelfryApple

@Suite("Categories on Apple's systems")
struct NotificationCategoriesTests {
    @Test("The options of an action add up")
    func options() {
        let action = DescribedCategory.Action(identifier: "DELETE", title: "Delete", opensApp: true, isDestructive: true, needsUnlock: true)
        #expect(UNNotificationAction(action).options == [.foreground, .destructive, .authenticationRequired])
        let plain = DescribedCategory.Action(identifier: "SNOOZE", title: "In 12 hours", opensApp: false)
        #expect(UNNotificationAction(plain).options == [])
        #expect(UNNotificationAction(plain).title == "In 12 hours")
    }

    @Test("Actions keep their order, of which a banner shows the first two, and dismissals are asked for")
    func category() {
        let category = UNNotificationCategory(.example("EXPIRATION", actions: ["USED", "RECIPES", "SNOOZE"]))
        #expect(category.identifier == "EXPIRATION")
        #expect(category.actions.map(\.identifier) == ["USED", "RECIPES", "SNOOZE"])
        #expect(category.options == .customDismissAction)
    }
}
