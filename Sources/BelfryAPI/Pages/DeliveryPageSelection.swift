import BelfryDelivery
import BelfryModel
import BelfryPorts
import Foundation
import Hummingbird

/// What an operator looks for, as the page's address says it.
struct DeliveryPageSelection {
    /// A person's identifier, or a delivery's.
    let text: String
    /// Whether the person is whom it is about, and not who is told.
    let isAbout: Bool
    let status: Delivery.Status?
    let channel: DeliveryChannel?
    let kind: String?
    let before: DeliveryID?
    /// Whether the page asks if all of it is to be called off.
    let isAskingToCallOff: Bool

    static let aboutRole = "about"
    private static let callingOff = "cancel"

    init(_ request: Request) {
        // As a browser's form has it, where a space is a plus sign.
        let values = FormFields.read(request.uri.query ?? "")
        func text(_ name: String) -> String { String((values[name]?.last ?? "").prefix(128)).trimmingCharacters(in: .whitespaces) }
        self.text = text("q")
        isAbout = text("as") == Self.aboutRole
        status = Delivery.Status(rawValue: text("status"))
        channel = DeliveryChannel(rawValue: text("channel"))
        kind = text("kind").isEmpty ? nil : text("kind")
        before = DeliveryID(text("before"))
        isAskingToCallOff = text("ask") == Self.callingOff
    }

    /// The delivery of that identifier, or those of the person; the newest first.
    func found(in store: any Store, countMax: Int, lookCountMax: Int?) async throws -> FoundDeliveries {
        func alone(_ found: [DeliveryOverview]) -> FoundDeliveries { FoundDeliveries(found, countMax: countMax, lastLookedAt: nil) }
        if !text.isEmpty, let id = DeliveryID(text), let overview = try await store.delivery(id) { return alone([overview]) }
        let person = UserID(text)
        if !text.isEmpty, person == nil { return alone([]) }
        return try await store.deliveries(
            matching: DeliveryQuery(
                recipient: isAbout ? nil : person, member: isAbout ? person : nil, status: status, channelName: channel?.rawValue, category: kind,
                before: before, countMax: countMax, lookCountMax: lookCountMax))
    }

    /// The same for what changes deliveries, which knows neither the kind nor whom it is about; nil where it is chosen by one of them.
    func change(in store: any Store) async throws -> DeliverySelection? {
        guard kind == nil else { return nil }
        guard !text.isEmpty else { return DeliverySelection(channelName: channel?.rawValue) }
        if let id = DeliveryID(text), try await store.delivery(id) != nil { return DeliverySelection(ids: [id]) }
        guard !isAbout, let person = UserID(text) else { return nil }
        return DeliverySelection(recipient: person, channelName: channel?.rawValue)
    }

    func path(_ path: String, before: DeliveryID? = nil, asksToCallOff: Bool = false) -> String {
        let values = [
            ("q", text), ("as", isAbout ? Self.aboutRole : ""), ("status", status?.rawValue ?? ""), ("channel", channel?.rawValue ?? ""),
            ("kind", kind ?? ""), ("before", before?.text ?? ""), ("ask", asksToCallOff ? Self.callingOff : ""),
        ]
        let query = values.filter { !$0.1.isEmpty }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }
}
