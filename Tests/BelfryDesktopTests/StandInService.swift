import BelfryTesting
import Foundation
import Testing

@testable import BelfryDesktop

/// A notification service that does what a test wants: what the specification allows, and what it doesn't.
final class StandInService: Sendable {
    /// How it answers.
    struct Manners: Sendable {
        var capabilities = ["actions", "body", "body-markup"]
        /// The number of a notification, from the number that it should replace and from how many there were.
        var number: @Sendable (_ replaces: UInt32, _ count: UInt32) -> UInt32 = { $0 == 0 ? $1 : $0 }
        /// The error with which it refuses everything that it is asked to show.
        var error: String?
        /// The errors with which it refuses to replace and to close.
        var replacingError: String?
        var closingError: String?
        /// Leaves `Notify` without an answer until it is told to speak.
        var isSilent = false
    }

    struct Call: Hashable, Sendable {
        let member: String
        let arguments: [BusValue]
        /// The unique name of who calls.
        let caller: String
    }

    private let calls: AsyncStream<Call>
    private let mailbox: Mailbox<@Sendable (StandInThread) -> Void>

    /// Returns once it has the name of the service.
    init(on bus: PrivateBus, _ manners: Manners = Manners()) async throws {
        let (calls, continuation) = AsyncStream.makeStream(of: Call.self)
        let mailbox = try Mailbox<@Sendable (StandInThread) -> Void>()
        self.calls = calls
        self.mailbox = mailbox
        let hasName = await withCheckedContinuation { ready in
            Thread.detachNewThread {
                let thread = StandInThread(address: bus.address, manners: manners, calls: continuation)
                ready.resume(returning: thread?.takeName() ?? false)
                thread?.run(mailbox)
            }
        }
        try #require(hasName, "the stand-in is alone on the bus, and gets the name")
    }

    deinit {
        mailbox.post { $0.isStopped = true }
    }

    /// What `member` is called with the next time; other calls in between are passed over.
    func call(of member: String) async throws -> [BusValue] {
        try #require(await calls.first { $0.member == member }).arguments
    }

    /// Who calls the next time.
    func caller() async throws -> String {
        try #require(await calls.first { _ in true }).caller
    }

    /// Tells the last one that called.
    func signal(_ member: String, _ arguments: BusValue...) {
        mailbox.post { $0.signal(member, arguments) }
    }

    /// Answers what it has left unanswered, and what comes from now on.
    func speak() {
        mailbox.post { $0.speak() }
    }

    /// Leaves the bus as a service does that ends.
    func stop() async {
        await withCheckedContinuation { (stopped: CheckedContinuation<Void, Never>) in
            mailbox.post {
                $0.isStopped = true
                $0.atEnd = { stopped.resume() }
            }
        }
    }
}
