import BelfryDashboard
import BelfryModel
import BelfryPorts
import Foundation

/// The open audiences on the settings page.
extension SettingsPages {
    /// What stands above the form.
    struct Sections {
        var addresses = AddressSection()
        var audiences = AudienceSection()
        var calendar = CalendarSection()
    }

    func sections(for visitor: PageVisitor, after turn: AddressTurn = AddressTurn()) async throws -> Sections {
        let open = try await services.store.openAudiences(for: visitor.person)
        let items = open.map { audience, isMember in
            AudienceSection.Item(
                title: audience.title ?? audience.key.id.text, app: audience.key.app.text, audience: audience.key.id.text, isMember: isMember)
        }
        return Sections(
            addresses: try await addressSection(for: visitor, after: turn), audiences: AudienceSection(items: items),
            calendar: try await calendarSection(for: visitor, after: turn))
    }

    /// At once: nothing of the form around its button is saved with it.
    func join(_ post: PagePost) async throws {
        for (field, isMember) in [(AudienceSection.join, true), (AudienceSection.leave, false)] {
            guard let text = post[field] else { continue }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0).removingPercentEncoding ?? "" }
            guard parts.count == 2, let app = AppID(parts[0]), let id = AudienceID(parts[1]) else { throw Problem.unknownAudience }
            return try await services.join(AudienceKey(app: app, id: id), as: post.visitor.person, isMember: isMember)
        }
        throw Problem.missingField(AudienceSection.join)
    }
}
