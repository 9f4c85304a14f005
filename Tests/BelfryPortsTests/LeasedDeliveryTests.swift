import BelfryModel
import BelfryTime
import Testing

@testable import BelfryPorts

@Suite("A delivery in a worker's hands")
struct LeasedDeliveryTests {
    private func delivery(_ id: String, by app: String = "shop", category: String = "codes") throws -> Delivery {
        var payload = Payload()
        payload.kind = category
        let ana = try #require(UserID("ana"))
        return Delivery(
            id: try #require(DeliveryID(id)), createdAt: Instant(secondsSinceEpoch: 0), recipient: ana, member: ana, alert: nil, channelName: "email",
            payload: payload, app: try #require(AppID(app)))
    }

    @Test("Nobody can switch off a summary that tells of what one app requires alone; what another calls the same can be")
    func required() throws {
        let codes = try delivery("codes-1")
        func isRequired(_ merged: [Delivery], _ isCategoryRequired: Bool = true) -> Bool {
            LeasedDelivery(delivery: codes, merged: merged, token: "token-1", isCategoryRequired: isCategoryRequired).isRequired
        }
        let (own, other, news) = (try delivery("codes-2"), try delivery("codes-3", by: "school"), try delivery("news-1", category: "news"))
        #expect(isRequired([]) && isRequired([own]))
        #expect(!isRequired([own, other]) && !isRequired([own, news]) && !isRequired([own], false))
    }
}
