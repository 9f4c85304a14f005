// BelfryDesktop: shows notifications on a Linux desktop, over D-Bus. It never decides what is shown, nor when.

import BelfryModel
import BelfryPorts
import Foundation

/// Shows notifications through the notification service of a freedesktop.org desktop, such as GNOME's, KDE's or dunst.
///
/// The service may be there or not, start later, end, and start anew; so may the bus. Whatever is asked for meanwhile is refused
/// at once with `CentreProblem.unavailable`, and ``events`` says `.restarted` when the service has come. A service that is there
/// but doesn't answer is given up after a while.
///
/// Source: Desktop Notifications Specification 1.2, https://specifications.freedesktop.org/notification/1.2/
public final class DesktopPresenter: NotificationPresenter {
    /// One that was answered is told as answered, and not as closed; one that we closed ourselves isn't told.
    public let events: AsyncStream<PresenterEvent>
    private let mailbox: Mailbox<PresenterThread.Letter>

    /// - Parameters:
    ///   - busAddress: where the session bus is; nil where there is none, so that nothing can be shown.
    ///   - journal: remembers what is shown beyond the end of this process.
    ///   - patience: how long a call to the service may go unanswered. Starting the service may be a part of it.
    /// - Throws: where the system gives no more descriptors.
    public init(
        as application: DesktopApplication = DesktopApplication(), busAddress: String?, journal: any ShownJournal,
        patience: Duration = .seconds(10)
    ) throws(SystemProblem) {
        let (events, continuation) = AsyncStream.makeStream(of: PresenterEvent.self)
        let mailbox = try Mailbox<PresenterThread.Letter>()
        let alarm = try AlarmClock()
        let settings = PresenterSettings(application: application, busAddress: busAddress, patience: patience)
        self.events = events
        self.mailbox = mailbox
        let thread = Thread {
            PresenterThread(settings: settings, journal: journal, mailbox: mailbox, alarm: alarm, events: continuation).run()
        }
        thread.name = "desktop"
        thread.start()
    }

    deinit {
        mailbox.post(.stop)
    }

    /// Where the environment of a login says that its session bus is; nil where it doesn't.
    ///
    /// Source: D-Bus Specification, "Well-known Message Bus Instances"; systemd's user bus, `$XDG_RUNTIME_DIR/bus`.
    public static func busAddress(in environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        let isPlain = { (byte: UInt8) in byte.isASCIILetterOrDigit || "-_/.".utf8.contains(byte) }
        return "unix:path=" + "\(folder)/bus".utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : "%" + hex($0) }.joined()
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    public func show(
        _ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String
    ) async throws(CentreProblem) {
        if let problem = await ask(.show(notification, actions, openTitle: openTitle)) { throw problem }
    }

    public func close(_ identifier: NotificationID) async {
        _ = await ask(.close(identifier))
    }

    /// Starts the service where the bus knows how to.
    public func isAvailable() async -> Bool {
        await ask(.probe) == nil
    }

    private func ask(_ command: PresenterState.Command) async -> CentreProblem? {
        await withCheckedContinuation { continuation in
            mailbox.post(.command(command) { continuation.resume(returning: $0) })
        }
    }
}
