import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Hummingbird

/// What is told to many at once and how far it has come, for whoever runs Belfry.
struct BroadcastPages {
    let services: Services

    private static let beforeName = "before"
    private static let callingOff = "cancel"

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("/broadcasts") { request, _ in
            try await desk.operatorPage(request) { visitor, part in
                page(try await list(request, for: visitor), in: visitor.frame(.broadcasts), part: part)
            }
        }
        router.get("/broadcasts/{id}") { request, context in
            try await desk.operatorPage(request) { visitor, part in
                guard let id: BroadcastID = try? context.parameters.identifier("id", or: .unknownBroadcast),
                    let progress = try await services.store.progress(of: id)
                else { return nil }
                let view = one(progress, isAsking: request.sought("ask") == Self.callingOff, for: visitor)
                return page(view, in: visitor.frame(.broadcasts, isPlaceItself: false), part: part)
            }
        }
        router.post("/page/broadcasts/{id}/cancel") { request, context in
            let post = try await desk.operatorPost(request)
            let id: BroadcastID = try context.parameters.identifier("id", or: .unknownBroadcast)
            guard try await services.store.cancel(id, now: services.now()) else { throw Problem.unknownBroadcast }
            return try post.answer(["success": true], page: Self.path(of: id))
        }
    }

    static func path(of id: BroadcastID) -> String { "/broadcasts/\(pathPart(id.text))" }

    private func list(_ request: Request, for visitor: PageVisitor) async throws -> BroadcastsPage {
        let lists = OperatorLists(services: services, visitor: visitor)
        let (app, before) = (AppID(request.sought(OperatorLists.appName)), BroadcastID(request.sought(Self.beforeName)))
        // One more than is shown, to know whether there are older ones.
        let found = try await services.store.broadcasts(of: app, before: before, countMax: OperatorLists.countMax + 1)
        let shown = found.prefix(OperatorLists.countMax)
        func path(_ place: String) -> String { pagePath("/broadcasts", [OperatorLists.appName: app?.text ?? "", Self.beforeName: place]) }
        return BroadcastsPage(
            filters: [lists.filter(try await lists.apps(), app)],
            broadcasts: OperatorList(
                items: shown.map { item($0, lists, isAlone: false) }, furtherPath: found.count > shown.count ? shown.last.map { path($0.broadcast.id.text) } : nil,
                beginningPath: before == nil ? nil : path("")))
    }

    private func one(_ progress: BroadcastProgress, isAsking: Bool, for visitor: PageVisitor) -> BroadcastPage {
        let (lists, path) = (OperatorLists(services: services, visitor: visitor), Self.path(of: progress.broadcast.id))
        let callingOff: BroadcastPage.CallingOff? =
            if !progress.mayBeCalledOff {
                nil
            } else if isAsking {
                .asked(path: "/page" + path + "/cancel", backPath: path)
            } else {
                .offered(askPath: pagePath(path, ["ask": Self.callingOff]))
            }
        let payload = progress.broadcast.payload
        return BroadcastPage(item: item(progress, lists, isAlone: true), body: payload.title == nil ? nil : payload.body, callingOff: callingOff)
    }

    /// - Parameter isAlone: whether it stands on its own page, with all that is known of it.
    private func item(_ progress: BroadcastProgress, _ lists: OperatorLists, isAlone: Bool) -> OperatorItem {
        let (broadcast, visitor, words) = (progress.broadcast, lists.visitor, lists.visitor.words)
        let state: OperatorItem.State =
            switch progress.status {
            case .filling: .init(words(PlannedWord.filling), shape: .pending)
            case .ready: .init(words(PlannedWord.underWay), shape: .sending)
            case .completed: .init(words(PlannedWord.completed), shape: .sent)
            case .cancelled: .init(words(PlannedWord.calledOff), shape: .cancelled)
            }
        let decidedCount = progress.recipientCount - progress.waitingCount
        var facts = [
            lists.fact(PlannedWord.takenIn, progress.recipientCount), lists.fact(PlannedWord.decided, decidedCount),
            lists.fact(OperatorWord.sent, progress.sentCount), lists.fact(OperatorWord.skippedCount, progress.skippedCount),
            lists.fact(PlannedWord.onTheirOwn, progress.queuedCount), lists.fact(PlannedWord.left, progress.waitingCount),
            lists.fact(PlannedWord.ordered, visitor.text(of: broadcast.createdAt)),
        ]
        func name(_ channel: String) -> String { DeliveryChannel(rawValue: channel).map { Phrases.name(of: $0, in: visitor.language) } ?? channel }
        if isAlone {
            facts.append(lists.fact(OperatorWord.channel, name(broadcast.channelName)))
            let others = broadcast.fallbackChannelNames.map(name)
            if !others.isEmpty { facts.append(lists.fact(PlannedWord.goesOnOver, others.joined(separator: words.comma))) }
            facts.append(lists.fact(OperatorWord.kind, Phrases.name(ofKind: broadcast.payload.category, in: visitor.language)))
            if let local = broadcast.payload.deliverAtLocal {
                facts.append(lists.fact(PlannedWord.next, lists.text(ofOwn: local)))
            } else if let moment = broadcast.deliverAfter, moment > visitor.now {
                facts.append(lists.fact(PlannedWord.next, visitor.text(of: moment)))
            }
        }
        let counts = ["done": decidedCount, "all": progress.recipientCount].mapValues { Phrases.text(of: $0, in: visitor.language) }
        return OperatorItem(
            title: broadcast.payload.title ?? broadcast.payload.body ?? Phrases.name(ofKind: broadcast.payload.category, in: visitor.language),
            path: isAlone ? nil : Self.path(of: broadcast.id), app: broadcast.app.text, state: state, facts: facts,
            progress: .init(done: decidedCount, all: progress.recipientCount, text: words(PlannedWord.share, counts)))
    }
}

extension BroadcastProgress {
    /// Whether somebody may still be told who needn't be.
    fileprivate var mayBeCalledOff: Bool { status != .cancelled && (!isOver || queuedCount > 0) }
}
