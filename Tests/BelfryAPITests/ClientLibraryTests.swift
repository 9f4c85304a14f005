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
        let rehearsed = names(Rehearsed<NotificationOrder>.CodingKeys.self).union(names(OrderContents.Template.CodingKeys.self))
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
        let ofOrders: Set = ["recipient_user_id", "app_id", "dry_run", "template", "data"]
        #expect(described("ScheduleOrder").subtracting(ofOrders) == names(BelfryClient.ScheduleChange.CodingKeys.self))

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
        #expect(described("SnoozeCall") == names(BelfryClient.SnoozeCall.CodingKeys.self))
        #expect(described("FamilyCall") == names(FamilyAlertsCall.CodingKeys.self) && described("DeviceCall") == names(DeviceCall.CodingKeys.self))
        #expect(described("Later") == names(InboxDelay.CodingKeys.self))
        #expect(described("Look") == names(Look.CodingKeys.self))
        #expect(described("Template") == described("TemplateCall").union(names(TemplateVersion.CodingKeys.self)))
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
        #expect(property("Decision", "action") == names(DeliveryStory.Verdict.Action.self))
        #expect(property("Insight", "rule") == names(FamilyInsights.Insight.Rule.self))
        #expect(property("Insight", "tone") == names(FamilyInsights.Insight.Tone.self))
        #expect(listed(schemas["CalendarDetail"]) == names(PersonalCalendar.Detail.self))
        let lengths = schemas["SnoozeCall"]?["properties"]?["snooze_for_days"]?["enum"]?.items
        #expect(lengths == SnoozeLength.allCases.map { .number(Double($0.rawValue)) })
        #expect(property("Later", "when") == names(InboxDelay.Choice.self))
        #expect(property("Preferences", "quiet_hours_action") == names(PreferencesRecord.QuietAction.self))
        #expect(property("Preferences", "quiet_hours_notification_level") == names(PreferencesRecord.QuietLevel.self))
    }

    @Test("What the server says of a delivery, a message and an alert, it reads, all of it")
    func answers() throws {
        #expect(described("Delivery") == names(DeliveryStory.CodingKeys.self))
        #expect(described("Decision") == ["action", "reason", "until"])
        // It is of everything where it names no app.
        #expect(described("Pause").subtracting(["all"]) == names(DeliveryStory.Pause.CodingKeys.self))
        #expect(described("QueuedDelivery") == names(BelfryClient.QueuedDelivery.CodingKeys.self))
        #expect(described("RehearsedDelivery") == names(BelfryClient.RehearsedDelivery.CodingKeys.self))
        #expect(described("RehearsedBroadcast").subtracting(["dry_run"]) == names(BelfryClient.RehearsedBroadcast.CodingKeys.self))
        #expect(described("Message") == names(InboxMessage.CodingKeys.self))
        #expect(described("Sender") == names(InboxMessage.Sender.CodingKeys.self))
        #expect(described("Alert") == names(AlertRecord.CodingKeys.self))
        #expect(described("Story").subtracting(described("Alert")) == names(BelfryClient.AlertStory.CodingKeys.self))
        #expect(described("Insights") == names(FamilyInsights.CodingKeys.self) && described("Insight") == names(FamilyInsights.Insight.CodingKeys.self))
        #expect(described("ScoredDay") == names(FamilyInsights.ScoredDay.CodingKeys.self))
        #expect(described("Schedule").subtracting(["dry_run"]) == names(BelfryClient.Schedule.CodingKeys.self))
        #expect(described("Heartbeat") == names(BelfryClient.Heartbeat.CodingKeys.self))
        #expect(described("Calendar") == names(PersonalCalendar.CodingKeys.self))
        let message = try #require(document["webhooks"]?["delivery.status"]?["post"]?["requestBody"]?["content"]?["application/json"]?["example"])
        #expect(try JSONDecoder().decode(StatusMessage.self, from: Data(message.sent.utf8)).events.first?.kind == .sent)
    }
}
