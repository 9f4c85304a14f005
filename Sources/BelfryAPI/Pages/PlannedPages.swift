import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Schedules, heartbeats, rotas and audiences of all apps, for whoever runs Belfry.
struct PlannedPages {
    let services: Services

    static let localField = "local"

    private var schedules: ScheduleDesk { services.schedules }

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("/planned") { request, _ in
            let selection = PlannedSelection(request)
            return try await desk.operatorPage(request) { visitor, part in
                let rows = PlannedRows(services: services, visitor: visitor, schedules: schedules, selection: selection)
                return page(try await rows.compose(), in: visitor.frame(.planned), part: part)
            }
        }
        for act in PlannedRows.Act.allCases {
            router.post("/page/planned/schedules/{id}/\(act.rawValue)") { request, context in
                let post = try await desk.operatorPost(request)
                let id: ScheduledOrderID = try context.parameters.identifier("id", or: .unknownSchedule)
                guard let order = try await services.store.scheduledOrder(id), !Heartbeat.isKept(as: order) else { throw Problem.unknownSchedule }
                try await make(act, of: order, post)
                return try post.answer(["success": true], page: PlannedSelection(request).path("/planned"))
            }
        }
    }

    /// What is pressed twice is done once: one time that is left out is named, and what is told now has a key.
    private func make(_ act: PlannedRows.Act, of order: ScheduledOrder, _ post: PagePost) async throws {
        let now = services.now()
        switch act {
        case .pause: try await schedules.pause(order, now: now)
        case .resume: try await schedules.resume(order, now: now)
        case .skip:
            guard let text = post[Self.localField], !text.isEmpty else { throw Problem.missingField(Self.localField) }
            guard let local = CivilDateTime(text) else {
                throw Problem.wrongType(field: Self.localField, expected: "a day and a time such as 2026-12-24T18:00")
            }
            try await schedules.skip(order, at: local, now: now)
        case .run:
            let key = try post.idempotencyKey(of: order.app, body: "run \(order.id)")
            if try await !schedules.run(order, under: key, now: now).receipt.isRepeated { services.doorbell.ring() }
        }
    }
}

extension PagePost {
    /// By which a button that is pressed again is known.
    ///
    /// - Throws: ``Problem`` where the form has none, or what can be none.
    func idempotencyKey(of app: AppID, body: String) throws -> IdempotencyKey {
        guard let text = self[ComposePage.keyField], !text.isEmpty else { throw Problem.missingField(ComposePage.keyField) }
        guard let key = IdempotencyKey(text, of: app, fingerprint: Authenticator.hash(ofKey: body)) else {
            throw Problem.wrongType(field: ComposePage.keyField, expected: "1 to \(IdempotencyKey.byteCountMax) characters")
        }
        return key
    }
}

/// What an operator looks at of these, as the page's address says it.
struct PlannedSelection {
    /// Nil for all.
    let app: AppID?
    /// Of schedules; nil for all.
    let status: ScheduledOrder.Status?
    /// Where each list goes on.
    let schedulesBefore: ScheduledOrderID?
    let heartbeatsBefore: ScheduledOrderID?
    let rotasBefore: RotaID?
    let audiencesAfter: AudienceID?

    static let statusName = "status"

    init(_ request: Request) {
        app = AppID(request.sought(OperatorLists.appName))
        status = ScheduledOrder.Status(rawValue: request.sought(Self.statusName))
        schedulesBefore = ScheduledOrderID(request.sought(PlannedPage.Part.schedules.rawValue))
        heartbeatsBefore = ScheduledOrderID(request.sought(PlannedPage.Part.heartbeats.rawValue))
        rotasBefore = RotaID(request.sought(PlannedPage.Part.rotas.rawValue))
        audiencesAfter = AudienceID(request.sought(PlannedPage.Part.audiences.rawValue))
    }

    func path(_ path: String) -> String { pagePath(path, [OperatorLists.appName: app?.text ?? "", Self.statusName: status?.rawValue ?? ""]) }

    /// The same page, on which one list begins behind something; nil for its beginning.
    func path(to part: PlannedPage.Part, behind place: String? = nil) -> String {
        let values: KeyValuePairs = [
            OperatorLists.appName: app?.text ?? "", Self.statusName: status?.rawValue ?? "", part.rawValue: place ?? "",
        ]
        return pagePath("/planned", values) + "#" + part.rawValue
    }
}
