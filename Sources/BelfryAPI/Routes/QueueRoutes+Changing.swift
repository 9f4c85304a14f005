import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Hummingbird

/// Changes what waits: when it is told, until when, how soon among others, and in which words.
extension QueueRoutes {
    /// What is to be changed has to be named: all that an app has waiting is never to say the same.
    private struct Order: CallBody {
        let selection: SelectionBody
        let collapseKey: CollapseKey?
        let change: ChangeOrder
        /// Whether it is only asked what would be changed.
        let isDryRun: Bool

        private enum Key: String, CodingKey, CaseIterable {
            case collapseKey = "collapse_key"
            case isDryRun = "dry_run"
        }

        private typealias Choice = SelectionBody.CodingKeys

        static let memberNames =
            SelectionBody.memberNames.filter { $0 != Choice.all.rawValue } + ChangeOrder.memberNames + Key.allCases.map(\.rawValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            collapseKey = try container.decodeIfPresent(CollapseKey.self, forKey: .collapseKey)
            let isOfOne = try decoder.container(keyedBy: Choice.self).contains(.recipient)
            guard collapseKey == nil || isOfOne else { throw Problem.missingField(Choice.recipient.rawValue) }
            selection = try SelectionBody(from: decoder)
            guard selection.ids != nil || selection.key != nil || collapseKey != nil else { throw Problem.missingField(Choice.ids.rawValue) }
            change = try ChangeOrder(from: decoder)
            isDryRun = try container.decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false
        }
    }

    func change(_ request: Request) async throws -> Response {
        let caller = try await services.appOrAdmin(request, may: .send)
        try request.checkParameters()
        let (order, now) = (try await request.decode(Order.self), services.now())
        let change = try order.change.change(imageOrigins: services.imageOrigins, now: now)
        var selection = try await selection(order.selection, of: caller)
        if let key = order.collapseKey {
            selection.app = try caller.app(saying: order.selection.app)
            selection = try await services.store.narrow(selection, toWaitingUnder: key)
        }
        let name = if case .app(let app) = caller { app } else { Self.operatorName }
        let changed = try await services.store.change(selection, to: change, by: name, isDryRun: order.isDryRun, now: now)
        if !order.isDryRun, !changed.changed.isEmpty { services.doorbell.ring() }
        return try .json(ChangedBody(changed.naming(order.selection.ids), isDryRun: order.isDryRun))
    }
}

/// What was changed, and what wasn't; also what `belfry queue change --json` prints.
public struct ChangedBody: Encodable {
    private let changes: ChangedDeliveries
    private let isDryRun: Bool

    public init(_ changes: ChangedDeliveries, isDryRun: Bool) { (self.changes, self.isDryRun) = (changes, isDryRun) }

    private enum CodingKeys: String, CodingKey {
        case changed, refused
        case isDryRun = "dry_run"
    }

    private struct Refused: Encodable {
        let id: DeliveryID
        let why: DeliveryChange.Refusal
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(changes.changed, forKey: .changed)
        try container.encode(changes.refused.map { Refused(id: $0.id, why: $0.why) }, forKey: .refused)
        if isDryRun { try container.encode(true, forKey: .isDryRun) }
    }
}
