import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryAPI
@testable import BelfryClient

/// What `BelfryClient` writes and reads is what the server's description has, so that neither moves away from the other.
@Suite("The library for Swift apps speaks of what the server does")
struct ClientLibraryTests {
    private let schemas: JSON
    private let document: JSON

    init() throws {
        document = try JSON(parsing: openAPIDocument)
        schemas = try #require(document["components"]?["schemas"])
    }

    /// The members that a schema describes.
    private func described(_ name: String) -> Set<String> { schemas[name]?["properties"]?.keys ?? [] }

    private func names<Key: CaseIterable & RawRepresentable<String>>(_ type: Key.Type) -> Set<String> { Set(type.allCases.map(\.rawValue)) }

    @Test("An order of each kind says all that a server reads of it, and nothing else")
    func orders() {
        let contents = names(OrderContents.CodingKeys.self)
        let audience = names(OrderAudience.CodingKeys.self)
        let moments = names(Moments.CodingKeys.self)
        let personalisation = names(BelfryClient.Personalisation.CodingKeys.self)
        let rehearsed = names(Rehearsed<NotificationOrder>.CodingKeys.self)
        // Another way to name one person, and whose it is, which only an operator says.
        let left: Set = ["recipient_user_id", "app_id"]
        #expect(
            described("NotificationOrder").subtracting(left)
                == contents.union(audience).union(moments).union(personalisation).union(rehearsed).union(names(NotificationOrder.CodingKeys.self)))
        #expect(
            described("ScheduleOrder").subtracting(left)
                == contents.union(audience).union(personalisation).union(rehearsed).union(names(ScheduleOrder.CodingKeys.self)))
        #expect(described("HeartbeatOrder").subtracting(left) == contents.union(audience))
        #expect(described("HeartbeatCall") == names(HeartbeatOrder.CodingKeys.self))
        #expect(
            described("BroadcastOrder").subtracting(left)
                == contents.union(moments).union(personalisation).union(rehearsed).union(names(BroadcastOrder.CodingKeys.self))
                .union(names(AddressedBroadcast.CodingKeys.self)))
    }

    @Test("So do the parts of orders, and what else is sent")
    func parts() {
        #expect(described("Throttle") == names(OrderAudience.Throttle.CodingKeys.self))
        #expect(described("Escalation") == names(OrderAudience.Escalation.CodingKeys.self))
        let step = schemas["Escalation"]?["properties"]?["steps"]?["items"]?["properties"]?.keys
        #expect(step == names(OrderAudience.Escalation.Step.CodingKeys.self))
        #expect(schemas["Texts"]?["additionalProperties"]?["properties"]?.keys == names(OrderContents.Text.CodingKeys.self))
        #expect(described("OfferedAction").subtracting(["language"]) == names(OrderContents.Action.CodingKeys.self))
        #expect(described("Image") == names(OrderContents.Image.CodingKeys.self))
        #expect(described("RecipientWithValues") == names(Recipient.CodingKeys.self))
        #expect(described("FamilyWithRoles") == names(WholeFamily.CodingKeys.self))
        #expect(described("Recurrence") == names(ScheduleRecurrence.CodingKeys.self))
        #expect(names(ScheduleChange.CodingKeys.self).isSubset(of: described("ScheduleOrder")))

        #expect(described("DeliverySelection").subtracting(["app_id"]) == names(DeliverySelection.CodingKeys.self))
        #expect(described("RetractionOrder").subtracting(["app_id", "dry_run"]) == names(DeliverySelection.CodingKeys.self).subtracting(["all"]))
        #expect(
            described("ChangeOrder").subtracting(["app_id", "dry_run"])
                == names(DeliverySelection.CodingKeys.self).subtracting(["all"]).union(names(BelfryClient.ChangeOrder.CodingKeys.self))
                .union(names(DeliveryChange.CodingKeys.self)))

        #expect(described("PreferencesChange") == names(PreferencesKey.self) && described("Preferences") == names(PreferencesKey.self))
        #expect(described("Family") == names(FamilyRecord.CodingKeys.self))
        #expect(described("FamilyMember") == names(FamilyRecord.Member.CodingKeys.self))
        #expect(described("InvitationCall") == names(BelfryClient.InvitationCall.CodingKeys.self))
        #expect(described("Acceptance") == names(BelfryClient.Acceptance.CodingKeys.self))
        #expect(described("Day") == names(ReportedDay.CodingKeys.self))
        #expect(described("AudienceCall") == names(BelfryClient.AudienceCall.CodingKeys.self))
        #expect(described("RotaCall") == names(RotaOrder.CodingKeys.self) && described("Handover") == names(RotaOrder.Handover.CodingKeys.self))
        #expect(described("ContactPointCall") == names(BelfryClient.ContactPointCall.CodingKeys.self))
        #expect(described("CategorySubscription") == names(BelfryClient.CategorySubscription.CodingKeys.self))
        #expect(described("CategoryMuteCall") == names(MuteCall.CodingKeys.self))
        #expect(described("SubscriptionCall") == names(BelfryClient.SubscriptionCall.CodingKeys.self))
        #expect(described("Later") == names(InboxDelay.CodingKeys.self))
        #expect(described("Look") == names(Look.CodingKeys.self))
        #expect(described("CategoryWords") == names(CategoryDeclaration.Words.CodingKeys.self))
        #expect(described("CategoryCall") == names(CategoryDeclaration.Words.CodingKeys.self).union(names(CategoryDeclaration.CodingKeys.self)))
    }

    @Test("Every code of an error, every status and every kind of event that the server has is known to it, and no other")
    func lists() {
        func listed(_ schema: JSON?) -> Set<String> {
            let own = Set(schema?["enum"]?.items.compactMap(\.string) ?? [])
            return (schema?["anyOf"]?.items ?? []).reduce(into: own) { $0.formUnion(listed($1)) }
        }
        func property(_ schema: String, _ name: String) -> Set<String> { listed(schemas[schema]?["properties"]?[name]) }
        #expect(listed(schemas["ErrorCode"]) == names(BelfryClient.ErrorCode.self).subtracting(BelfryClient.ErrorCode.own.map(\.rawValue)))
        #expect(listed(schemas["DeliveryStatus"]) == names(DeliveryStatus.self))
        #expect(property("StatusEvent", "type") == names(StatusEvent.Kind.self))
        #expect(property("FamilyMember", "role") == names(BelfryClient.FamilyRole.self))
        #expect(property("Later", "when") == names(InboxDelay.Choice.self))
        #expect(property("Preferences", "quiet_hours_action") == names(PreferencesRecord.QuietAction.self))
        #expect(property("Preferences", "quiet_hours_notification_level") == names(PreferencesRecord.QuietLevel.self))
    }

    /// Reads an answer as the client does.
    private typealias Reading = (Data) throws -> Void

    private func read<Answer: Decodable>(_ type: Answer.Type) -> Reading { { _ = try JSONDecoder().decode(type, from: $0) } }

    @Test("What the server answers by its examples, it reads")
    func answers() throws {
        let readings: [String: Reading] = [
            "enqueueNotification": read(WrittenReceipt.self), "runSchedule": read(WrittenReceipt.self), "getDelivery": read(DeliveryStory.self),
            "changeDeliveries": read(ChangedDeliveries.self), "retractDeliveries": read(BelfryClient.Retraction.self),
            "enqueueBroadcast": read(BelfryClient.Broadcast.self), "createSchedule": read(BelfryClient.Schedule.self),
            "changeSchedule": read(BelfryClient.Schedule.self), "saveHeartbeat": read(BelfryClient.Heartbeat.self), "beat": read(BelfryClient.Beat.self),
            "saveAudience": read(BelfryClient.Audience.self), "saveRota": read(RotaStanding.self), "getFamily": read(FamilyRecord.self),
            "invite": read(FamilyInvitation.self), "getPreferences": read(PreferencesRecord.self), "postMetrics": read(BelfryClient.IntakeReceipt.self),
            "getAddresses": read(BelfryClient.Addresses.self), "addContactPoint": read(BelfryClient.ContactPoint.self),
            "muteCategory": read(BelfryClient.CategoryMute.self), "getInbox": read(InboxPage.self), "markReadThrough": read(BelfryClient.MarkedRead.self),
            "getOwnKey": read(BelfryClient.OwnKey.self), "saveLook": read(ShownLook.self), "declareCategory": read(CategoryStanding.self),
        ]
        var left = Set(readings.keys)
        for operation in (document["paths"]?.members ?? [:]).values.flatMap({ $0.members.values }) {
            guard let name = operation["operationId"]?.string, let reading = readings[name] else { continue }
            let answer = operation["responses"]?["202"] ?? operation["responses"]?["200"]
            let example = try #require(answer?["content"]?["application/json"]?["example"], "\(name) has no example")
            #expect(throws: Never.self, "\(name)") { try reading(Data(example.sent.utf8)) }
            left.remove(name)
        }
        #expect(left == [], "these are no operations of the server")
        let rehearsal = try #require(document["paths"]?["/v1/notifications"]?["post"]?["responses"]?["200"]?["content"]?["application/json"]?["example"])
        #expect(try JSONDecoder().decode(RehearsedDeliveries.self, from: Data(rehearsal.sent.utf8)).verdicts.first?.action == .send)
        let broadcast = try #require(document["paths"]?["/v1/broadcasts"]?["post"]?["responses"]?["200"]?["content"]?["application/json"]?["example"])
        #expect(try JSONDecoder().decode(RehearsedBroadcast.self, from: Data(broadcast.sent.utf8)).lookedAt == 100)
        let message = try #require(
            document["webhooks"]?["delivery.status"]?["post"]?["requestBody"]?["content"]?["application/json"]?["example"])
        #expect(try JSONDecoder().decode(StatusMessage.self, from: Data(message.sent.utf8)).events.first?.kind == .sent)
    }
}
