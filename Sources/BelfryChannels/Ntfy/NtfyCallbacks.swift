import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Reads what ntfy's apps post from phones and browsers: that somebody pressed a button.
///
/// Source: https://docs.ntfy.sh/publish/#send-http-request. The body that the button was given is all that says who posts; it stands in no address, where
/// logs would keep it.
public struct NtfyCallbacks: CallbackReader {
    private let settings: NtfySettings

    public init(_ settings: NtfySettings) {
        self.settings = settings
    }

    public var provider: Provider { .ntfy }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        guard request.method == "POST", let press = NtfyPress(request.body), let tokens = settings.buttonTokens else { throw .badSignature }
        let pressed = try tokens.pressed(press.token, at: press.address.text, now: now)
        return CallbackReading(
            reports: [],
            press: .init(
                delivery: pressed.delivery, actionMark: pressed.mark, channel: .ntfy, place: .address(press.address), whenTaken: .init(body: "")))
    }
}

extension NtfyCallbacks: CustomStringConvertible {
    public var description: String { "NtfyCallbacks" }
}

/// What a button posts: at which address it was shown, and its token for that address. The topic stands nowhere in it.
struct NtfyPress {
    let address: AddressID
    let token: String

    /// - Parameter token: makes the token for a place.
    init(address: AddressID, token: (_ place: String) -> String) {
        self.address = address
        self.token = token(address.text)
    }

    /// Nil where it is none.
    init?(_ body: [UInt8]) {
        guard body.count <= Self.byteCountMax else { return nil }
        let parts = String(decoding: body, as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = Base64URL.data(of: String(parts[0])), let address = AddressID(String(decoding: name, as: UTF8.self)) else {
            return nil
        }
        self.address = address
        token = String(parts[1])
    }

    private static let byteCountMax = 512

    var text: String { "\(Base64URL.text(of: Array(address.text.utf8))).\(token)" }
}
