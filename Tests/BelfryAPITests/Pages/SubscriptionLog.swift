import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Synchronization

/// Remembers what people wanted to hear or not to hear; it knows Ana's mailbox alone, and keeps nothing else.
final class SubscriptionLog: AddressBook {
    struct Change: Hashable, Sendable {
        let isSubscribed: Bool
        let user: UserID
        let category: String?
        let now: Instant
    }

    static let mailbox = AddressID(literal: "mailbox-1")

    private let log = Mutex<[Change]>([])

    var changes: [Change] { log.withLock { $0 } }

    func setSubscription(_ isSubscribed: Bool, at address: AddressID, of user: UserID, category: String?, now: Instant) async throws -> Bool {
        guard address == Self.mailbox, user == .ana else { return false }
        log.withLock { $0.append(Change(isSubscribed: isSubscribed, user: user, category: category, now: now)) }
        return true
    }

    func switchedOff(by user: UserID) async throws -> Set<CategorySubscription> { [] }
    func switchedOn(by user: UserID) async throws -> Set<CategorySubscription> { [] }
    func setSubscriptions(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant) async throws { throw Problem.storeUnavailable }

    func mutedCategories(of user: UserID, now: Instant) async throws -> [String: Instant] { [:] }
    func mute(_ category: String, until end: Instant?, of user: UserID, now: Instant) async throws { throw Problem.storeUnavailable }

    func save(_ point: ContactPoint.Draft, of user: UserID, verification: ContactPoint.Verification, now: Instant) async throws -> ContactPoint {
        throw Problem.storeUnavailable
    }

    func verify(_ id: AddressID, of user: UserID, codeHash: String, now: Instant) async throws -> ContactPoint.VerificationResult { .unknown }
    func link(codeHash: String, over channel: DeliveryChannel, to value: String, now: Instant) async throws -> UserID? { nil }
    func contactPoints(of user: UserID) async throws -> [ContactPoint] { [] }
    func owners(ofMailbox value: String) async throws -> [MailboxOwner] { [] }
    func removeContactPoint(_ id: AddressID, of user: UserID) async throws -> Bool { false }
    func devices(of user: UserID) async throws -> [RegisteredDevice] { [] }
    func removeDevice(_ id: AddressID, of user: UserID) async throws -> Bool { false }
}
