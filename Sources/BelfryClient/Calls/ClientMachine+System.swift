import BelfryTime
import Foundation

extension ClientMachine {
    /// The machine's own clock and dice.
    public static let system = ClientMachine(
        sleep: { try await Task.sleep(for: $0) },
        dice: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        })
}

extension StatusWebhook {
    /// What a message tells, once it is believed, by the machine's own clock.
    ///
    /// - Parameters:
    ///   - body: the bytes as they came, before anything parsed them.
    ///   - header: a header of the message, by its name in small letters.
    /// - Throws: ``Doubt``. Answer it with 401, and nothing is lost: it comes again.
    public func message(in body: Data, header: (_ name: String) -> String?) throws(Doubt) -> StatusMessage {
        try message(in: body, now: Instant(Date()), header: header)
    }
}
