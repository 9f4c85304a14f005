import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Logging

#if os(Linux)
    import BelfryDesktop
    import BelfryMemory
    import BelfrySQLite
#endif

/// The desktop of the machine that the house runs on, as far as it can show notifications.
struct Desktop: Sendable {
    /// Who sits there.
    let owner: UserID
    let sender: any Sender
    private let presenter: any NotificationPresenter
    /// Why nothing is known any more, once this process has ended, of what it shows there; nil where it is.
    private let journalProblem: String?

    /// - Throws: ``Failure`` where there is no session bus, and so no desktop.
    init(of owner: UserID, linkOrigins: LinkOrigins) throws {
        #if os(Linux)
            guard let bus = DesktopPresenter.busAddress(in: ProcessInfo.processInfo.environment) else {
                throw Failure(
                    "desktop_user is set and there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set. "
                        + "Start Belfry in that person's desktop session, or leave desktop_user out.")
            }
            let journal: any ShownJournal
            do {
                journal = try Self.openJournal()
                journalProblem = nil
            } catch {
                journal = MemoryShownJournal()
                journalProblem = describe(error)
            }
            let presenter = try DesktopPresenter(busAddress: bus, journal: journal)
            self.owner = owner
            self.presenter = presenter
            sender = DesktopSender(presenter, linkOrigins: linkOrigins)
        #else
            throw Failure("desktop_user is for Linux desktops. Leave it out: on Apple's systems the app shows its notifications itself.")
        #endif
    }

    #if os(Linux)
        /// Opens the file in which it stands what is shown there, which nobody else of the machine can read, and makes it where there is none.
        private static func openJournal() throws -> SQLiteDevice {
            let path = DeviceOptions.ownFile("desktop.sqlite")
            let files = FileManager.default
            try files.createDirectory(at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            if !files.fileExists(atPath: path) { _ = files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) }
            return try SQLiteDevice(path: path)
        }
    #endif

    /// Takes over what its owner does with what was shown there, until its task is cancelled. To be called once.
    func listen(into inbox: any Inbox, now: @escaping @Sendable () -> Instant, _ logger: Logger) async {
        #if os(Linux)
            if let journalProblem {
                logger.warning("what the desktop shows is known to this process alone: its journal can't be opened", metadata: ["error": "\(journalProblem)"])
            }
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
