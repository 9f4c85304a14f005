import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import Hummingbird

/// Pauses and resumes from the page of deliveries, for whoever runs Belfry.
struct PausePosts {
    let services: Services

    private static let page = "/deliveries"

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.post("/page/deliveries/pause") { request, _ in
            let post = try await desk.operatorPost(request)
            let now = services.now()
            let pause = try order(post, now).pause(by: post.visitor.person.text, since: now)
            AuditTrail.current?.note(pause)
            _ = try await PauseDesk(store: services.store).pause(pause)
            return try post.answer(["success": true], page: Self.page)
        }
        router.post("/page/deliveries/resume") { request, _ in
            let post = try await desk.operatorPost(request)
            let app = try PauseOrder.resumedApp(post[PauseField.app.rawValue], isOfAll: post[PauseField.all.rawValue] == PauseField.yes)
            AuditTrail.current?.note(subject: app?.text)
            if try await services.store.resume(app, now: services.now()) != nil { services.doorbell.ring() }
            return try post.answer(["success": true], page: Self.page)
        }
    }

    /// As the API reads it, so that what can't be taken is said alike. Whoever presses the button for everything means that, whatever stands in the
    /// field for an app.
    private func order(_ post: PagePost, _ now: Instant) throws -> PauseOrder {
        func text(_ field: PauseField) -> String? {
            let text = (post[field.rawValue] ?? "").trimmingCharacters(in: .whitespaces)
            return text.isEmpty ? nil : text
        }
        guard let length = text(.length).flatMap(PauseLength.init(rawValue:)) else {
            throw Problem.unknownValue(field: PauseField.length.rawValue, allowed: PauseLength.allCases.map(\.rawValue))
        }
        let isOfAll = text(.all) == PauseField.yes
        var fields: [String: Any] = ["all": isOfAll, "except_critical": text(.exceptsCritical) == PauseField.yes]
        if !isOfAll { fields["app_id"] = text(.app) }
        fields["why"] = text(.why)
        fields["until"] = length.duration.map { "\(now + $0)" }
        do {
            return try JSONDecoder().decode(PauseOrder.self, from: try JSONSerialization.data(withJSONObject: fields))
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// A pause that stands, in the visitor's words and by their clock.
    static func line(_ pause: QueuePause, for visitor: PageVisitor) -> PauseLine {
        let words = visitor.words
        let parts = [
            words(OperatorWord.pausedSince, ["at": visitor.text(of: pause.since)]),
            pause.until.map { words(OperatorWord.pausedUntil, ["at": visitor.text(of: $0)]) } ?? words(OperatorWord.untilResumed),
            pause.exceptsCritical ? words(OperatorWord.exceptCritical) : nil,
        ]
        return PauseLine(
            app: pause.app?.text, text: parts.compactMap { $0 }.joined(separator: " · "), operatorName: pause.operatorName, why: pause.why)
    }
}

extension PauseOrder {
    /// What is to be resumed: an app, or nil for the pause of everything, which has to be said.
    ///
    /// - Throws: ``Problem`` where it is neither, or both.
    static func resumedApp(_ text: String?, isOfAll: Bool) throws -> AppID? {
        let app = try text.map { text in
            guard let app = AppID(text) else { throw Problem.wrongType(field: "app_id", expected: "an identifier") }
            return app
        }
        guard isOfAll == (app == nil) else { throw Problem.missingField("app_id") }
        return app
    }
}
