import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

/// Makes and reads the tokens of buttons that are pressed where nobody is signed in here: whoever holds one may press what it names, until it runs out,
/// and nothing else.
///
/// 64 letters, which is all that Telegram carries, hold the name of nearly every delivery: its UUID takes 16 bytes, and up to 13 more may follow it.
struct ButtonTokens: Sendable {
    private let key: SymmetricKey

    /// How long a button may be pressed at least; a day more at most.
    static let validity = Duration.seconds(30 * secondsOfDay)
    /// A token for the longest name of a delivery, with room.
    static let lengthMax = 256
    private static let secondsOfDay: Int64 = 86_400
    /// Of the signature, 96 bits stand in a token: nobody can try many.
    private static let codeByteCount = 12
    /// The day on which it runs out, and the action's mark.
    private static let beginningByteCount = 6

    /// - Parameter purpose: so that a token of another channel, or of another kind under the same secret, is none of these.
    init(secret: String, purpose: String) {
        let secret = SymmetricKey(data: Data(secret.utf8))
        key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data("belfry buttons: \(purpose)".utf8), using: secret))
    }

    /// Text that stands in JSON and in an address as it is.
    ///
    /// - Parameter place: where alone it counts, as a chat.
    func token(pressing action: ActionID, of delivery: DeliveryID, at place: String, now: Instant) -> String {
        let day = UInt16(clamping: (now + Self.validity).secondsSinceEpoch / Self.secondsOfDay + 1)
        let (mark, name) = (action.mark, Self.bytes(of: delivery))
        var content = [UInt8(truncatingIfNeeded: day >> 8), UInt8(truncatingIfNeeded: day)]
        for shift in [24, 16, 8, 0] as [UInt32] { content.append(UInt8(truncatingIfNeeded: mark >> shift)) }
        content += name
        return Base64URL.text(of: content + code(of: content, at: place))
    }

    /// What a token presses.
    ///
    /// - Throws: ``CallbackRefusal`` where it wasn't made with this secret for this place, or has run out.
    func pressed(_ token: String, at place: String, now: Instant) throws(CallbackRefusal) -> (delivery: DeliveryID, mark: UInt32) {
        guard token.utf8.count <= Self.lengthMax, let data = Base64URL.data(of: token), data.count > Self.beginningByteCount + Self.codeByteCount else {
            throw .badSignature
        }
        let content = [UInt8](data.dropLast(Self.codeByteCount))
        // In a time that says nothing of where they differ.
        let difference = zip(data.suffix(Self.codeByteCount), code(of: content, at: place)).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) }
        guard difference == 0 else { throw .badSignature }
        guard let delivery = Self.delivery(content.dropFirst(Self.beginningByteCount)) else { throw .malformed }
        let runsOut = (Int64(content[0]) << 8 | Int64(content[1])) * Self.secondsOfDay
        guard now.secondsSinceEpoch < runsOut else { throw .stale }
        return (delivery, content[2..<Self.beginningByteCount].reduce(0) { $0 << 8 | UInt32($1) })
    }

    private func code(of content: [UInt8], at place: String) -> [UInt8] {
        // No place has a zero in it.
        Array(HMAC<SHA256>.authenticationCode(for: Array(place.utf8) + [0] + content, using: key).prefix(Self.codeByteCount))
    }

    // MARK: Names

    private static let digits = Array("0123456789abcdef".utf8)
    private static let uuidLength = 36
    private static let dashPlaces: Set = [8, 13, 18, 23]

    /// A UUID in small letters at the beginning is 16 bytes behind a zero, with which no name begins; anything else stands as it is.
    private static func bytes(of delivery: DeliveryID) -> [UInt8] {
        let text = Array(delivery.text.utf8)
        guard text.count >= uuidLength else { return text }
        var values: [UInt8] = []
        for (place, letter) in text.prefix(uuidLength).enumerated() {
            if dashPlaces.contains(place) {
                guard letter == UInt8(ascii: "-") else { return text }
            } else {
                guard let value = digits.firstIndex(of: letter) else { return text }
                values.append(UInt8(value))
            }
        }
        var bytes: [UInt8] = [0]
        for place in stride(from: 0, to: values.count, by: 2) { bytes.append(values[place] << 4 | values[place + 1]) }
        return bytes + text.dropFirst(uuidLength)
    }

    private static func delivery(_ bytes: ArraySlice<UInt8>) -> DeliveryID? {
        guard bytes.first == 0 else { return DeliveryID(String(decoding: bytes, as: UTF8.self)) }
        let uuid = bytes.dropFirst().prefix(16)
        guard uuid.count == 16 else { return nil }
        var text: [UInt8] = []
        for byte in uuid {
            if dashPlaces.contains(text.count) { text.append(UInt8(ascii: "-")) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return DeliveryID(String(decoding: text + bytes.dropFirst(17), as: UTF8.self))
    }
}

extension ButtonTokens: CustomStringConvertible {
    var description: String { "ButtonTokens" }
}
