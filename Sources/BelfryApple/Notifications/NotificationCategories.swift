#if canImport(UserNotifications)
    import BelfryPorts
    import UserNotifications

    extension UNNotificationCategory {
        /// The system tells a dismissal only for categories that ask for it. A banner has room for the first two actions.
        convenience init(_ category: DescribedCategory) {
            self.init(
                identifier: category.identifier, actions: category.actions.map(UNNotificationAction.init), intentIdentifiers: [],
                options: .customDismissAction)
        }
    }

    extension UNNotificationAction {
        convenience init(_ action: DescribedCategory.Action) {
            var options: UNNotificationActionOptions = []
            if action.opensApp { options.insert(.foreground) }
            if action.isDestructive { options.insert(.destructive) }
            if action.needsUnlock { options.insert(.authenticationRequired) }
            self.init(identifier: action.identifier, title: action.title, options: options)
        }
    }
#endif
