import BelfryModel
import BelfryPorts
import Foundation

#if os(Linux)
    import BelfryDesktop
    import BelfryMemory
#endif

/// The desktop of the machine that the house runs on, as far as it can show notifications.
enum Desktop {
    /// - Throws: ``Failure`` where there is no session bus, and so no desktop.
    static func sender(linkOrigins: LinkOrigins) throws -> any Sender {
        #if os(Linux)
            guard let bus = DesktopPresenter.busAddress(in: ProcessInfo.processInfo.environment) else {
                throw Failure(
                    "desktop_user is set and there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set. "
                        + "Start Belfry in that person's desktop session, or leave desktop_user out.")
            }
            return DesktopSender(try DesktopPresenter(busAddress: bus, journal: MemoryShownJournal()), linkOrigins: linkOrigins)
        #else
            throw Failure("desktop_user is for Linux desktops. Leave it out: on Apple's systems the app shows its notifications itself.")
        #endif
    }
}
