import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Logging

#if os(Linux)
    import BelfryDesktop
    import BelfryMemory
#endif

/// The desktop of the machine that the house runs on, as far as it can show notifications.
struct Desktop: Sendable {
    /// Who sits there.
    let owner: UserID
    let sender: any Sender
    private let presenter: any NotificationPresenter

    /// - Throws: ``Failure`` where there is no session bus, and so no desktop.
    init(of owner: UserID, linkOrigins: LinkOrigins) throws {
        #if os(Linux)
            guard let bus = DesktopPresenter.busAddress(in: ProcessInfo.processInfo.environment) else {
                throw Failure(
                    "desktop_user is set and there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set. "
                        + "Start Belfry in that person's desktop session, or leave desktop_user out.")
            }
            let presenter = try DesktopPresenter(busAddress: bus, journal: MemoryShownJournal())
            self.owner = owner
            self.presenter = presenter
            sender = DesktopSender(presenter, linkOrigins: linkOrigins)
        #else
            throw Failure("desktop_user is for Linux desktops. Leave it out: on Apple's systems the app shows its notifications itself.")
        #endif
    }

    /// Takes over what its owner does with what was shown there, until its task is cancelled. To be called once.
    func listen(into inbox: any Inbox, now: @escaping @Sendable () -> Instant, _ logger: Logger) async {
        #if os(Linux)
            await DesktopListener(presenter, into: inbox, of: owner, now: now) { event in
                switch event {
                case .taken(let delivery, let action):
                    logger.debug("answered on the desktop", metadata: ["delivery": "\(delivery)", "action": "\(action?.text ?? EngagementStep.opened.rawValue)"])
                case .passedOver: break
                case .storeFailed(let error): logger.error("the store failed; trying again", metadata: ["error": "\(describe(error))"])
                }
            }.run()
        #endif
    }
}
