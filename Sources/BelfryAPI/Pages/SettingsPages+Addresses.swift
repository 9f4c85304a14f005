import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// What was just done to an address or to the calendar's link, or couldn't be.
struct AddressTurn: Sendable {
    var news: AddressSection.News?
    var removed: AddressSection.Removed?
    /// Told once, of the contact point that waits for it.
    var link: (id: AddressID, text: String)?
    var fault: (place: Place, fault: AddressSection.Fault)?
    /// What was switched on beside it.
    var switched: Preferences.Key?
    /// Where the calendar is read, told once.
    var calendar: CalendarSection.Address?

    enum Place: Hashable, Sendable {
        case channel(DeliveryChannel)
        case point(AddressID)
    }
}

/// A person's own addresses: the same as ``ContactRoutes`` has them, by forms.
extension SettingsPages {
    /// Says in the page's address what was just done.
    static let newsParameter = "address"
    private static let path = "/page/settings/addresses"
    private var contacts: ContactDesk { ContactDesk(services: services) }

    func addAddresses(to router: Router<AppContext>) {
        router.post("\(Self.path)") { request, _ in
            let post = try await desk.post(request)
            return try await add(post, request)
        }
        router.post("\(Self.path)/{id}/verify") { request, context in
            try await turn(request, context) { point, post in
                // Pressed twice: the first press has used the code up, and done what the second would.
                if point.verifiedAt != nil, point.silence == nil { return AddressTurn(news: .confirmed) }
                try await contacts.verify(point.id, of: post.visitor.person, by: post[AddressSection.codeField] ?? "")
                return AddressTurn(news: .confirmed, switched: try await switchOn(point.channel, post))
            }
        }
        router.post("\(Self.path)/{id}/code") { request, context in
            try await turn(request, context) { point, post in try await ask(point.channel, point.value, post) }
        }
        router.post("\(Self.path)/{id}/test") { request, context in
            try await turn(request, context) { point, post in
                let news: AddressSection.News =
                    switch try await contacts.test(point, of: post.visitor.person, in: post.visitor.language) {
                    case .delivered(let isCertain): isCertain ? .testSent : .testInDoubt
                    case .notNow: .testNotNow
                    case .refused: .testRefused
                    case .gone: .testGone
                    }
                return AddressTurn(news: news)
            }
        }
        router.post("\(Self.path)/{id}/resume") { request, context in
            try await turn(request, context) { point, post in
                // Where a provider gave it up, only a code shows that somebody is there again.
                guard point.silence?.why == .optedOut else { throw Problem.unknownAddress }
                return try await resume(point, of: post.visitor.person, now: post.visitor.now)
            }
        }
        router.post("\(Self.path)/{id}/remove") { request, context in
            try await turn(request, context) { point, post in
                guard try await services.store.removeContactPoint(point.id, of: post.visitor.person) else { throw Problem.unknownAddress }
                let hasWay = field(over: point.channel).map { $0 != .link } ?? false
                // What is shown in part alone can't be added again from the page.
                let isKnown = hasWay && point.verifiedAt != nil && point.shownValue == point.value
                return AddressTurn(news: .removed, removed: isKnown ? .init(channel: point.channel.rawValue, value: point.value) : nil)
            }
        }
        router.post("/page/settings/devices/{id}/remove") { request, context in
            let id: AddressID = try context.parameters.identifier("id", or: .unknownAddress)
            let post = try await desk.post(request)
            guard try await services.store.removeDevice(id, of: post.visitor.person) else { throw Problem.unknownAddress }
            return try await answer(AddressTurn(news: .removed), request, post)
        }
    }

    // MARK: Carrying out

    private func add(_ post: PagePost, _ request: Request) async throws -> Response {
        guard let channel = post[AddressSection.channelField].flatMap(DeliveryChannel.init), let field = field(over: channel) else {
            throw Problem.unknownValue(field: AddressSection.channelField, allowed: ContactPoint.channels.filter { self.field(over: $0) != nil }.map(\.rawValue))
        }
        let value = field == .link ? "" : (post[AddressSection.valueField] ?? "").trimmed
        do {
            return try await answer(try await ask(channel, value, post), request, post)
        } catch let problem as Problem where isShown(problem, to: post) {
            let fault = AddressSection.Fault(sentence: sentence(problem, field, post.visitor), typed: field == .room || field == .roomOrMatrix ? "" : value)
            return try await answer(AddressTurn(fault: (.channel(channel), fault)), request, post, status: problem.status)
        }
    }

    /// Sends a code, or makes a link where there is no value.
    private func ask(_ channel: DeliveryChannel, _ value: String, _ post: PagePost) async throws -> AddressTurn {
        let (person, language) = (post.visitor.person, post.visitor.language)
        if value.isEmpty, field(over: channel) == .link {
            let (point, link) = try await contacts.addLink(over: channel, of: person)
            // It counts as soon as it is opened, elsewhere: what is to be switched on is so now.
            return AddressTurn(link: (point.id, link), switched: try await switchOn(channel, post))
        }
        let known = ContactPoint.meant(by: value, over: channel, among: try await services.store.contactPoints(of: person))
        // Theirs it is already: what works needs no code, and what they ended themselves goes on because they say so.
        if let known, known.verifiedAt != nil {
            if known.silence == nil { return AddressTurn(news: .confirmed) }
            if known.silence?.why == .optedOut { return try await resume(known, of: person, now: post.visitor.now) }
        }
        let point = try await contacts.add(value, over: channel, of: person, isVouchedFor: false, in: language)
        return point.verifiedAt == nil ? AddressTurn(news: .codeSent) : AddressTurn(news: .confirmed, switched: try await switchOn(channel, post))
    }

    private func resume(_ point: ContactPoint, of person: UserID, now: Instant) async throws -> AddressTurn {
        guard try await services.store.setSubscription(true, at: point.id, of: person, category: nil, now: now) else { throw Problem.unknownAddress }
        return AddressTurn(news: .resumed)
    }

    /// Does something to one of the person's own, and shows beside it why it couldn't be done.
    private func turn(
        _ request: Request, _ context: AppContext, _ act: (_ point: ContactPoint, _ post: PagePost) async throws -> AddressTurn
    ) async throws -> Response {
        let id: AddressID = try context.parameters.identifier("id", or: .unknownAddress)
        let post = try await desk.post(request)
        guard let point = try await services.store.contactPoints(of: post.visitor.person).first(where: { $0.id == id }) else { throw Problem.unknownAddress }
        do {
            return try await answer(try await act(point, post), request, post)
        } catch let problem as Problem where isShown(problem, to: post) {
            let fault = AddressSection.Fault(sentence: sentence(problem, field(over: point.channel), post.visitor))
            return try await answer(AddressTurn(fault: (.point(id), fault)), request, post, status: problem.status)
        }
    }

    /// Whether it is said beside what it is about: nobody but a form has a place for that, and an outage has a page of its own.
    private func isShown(_ problem: Problem, to post: PagePost) -> Bool { post.isForm && (problem.status.code < 500 || problem == .codeNotSent) }

    private func sentence(_ problem: Problem, _ field: AddressSection.Field?, _ visitor: PageVisitor) -> String {
        guard problem.field == AddressSection.valueField else { return Phrases.notice(of: problem, in: visitor.language) }
        let word: AddressWord =
            switch field {
            case .mailbox: .badMailbox
            case .topic: .badTopic
            case .chat, .link: .badChat
            case .room: .badRoom
            case .matrix: .badMatrix
            case .roomOrMatrix: .badRoomOrMatrix
            case .number, nil: .badNumber
            }
        return visitor.words(word)
    }

    /// Switches a channel on where the form says so, for its person and their devices.
    ///
    /// - Returns: the switch, where it was off.
    private func switchOn(_ channel: DeliveryChannel, _ post: PagePost) async throws -> Preferences.Key? {
        var preferences = post.visitor.preferences
        guard let key = Preferences.switchKey(of: channel), post[AddressSection.switchField] == key.rawValue, !preferences.isEnabled(channel) else { return nil }
        preferences.enable(channel)
        try await services.saveShared([key], of: preferences, insteadOf: post.visitor.preferences, for: post.visitor.person)
        return key
    }

    /// Leads back to the section. Where there is more to show than a sentence, the answer is the page; what was typed below and isn't saved yet stays
    /// in its fields.
    func answer(
        _ turn: AddressTurn, _ request: Request, _ post: PagePost, notice: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard post.isForm else { return try .json(["success": true]) }
        let unsaved = SettingsForm.isIn(post) ? try await wish(post, switchedOn: turn.switched) : nil
        let isPlain = turn.removed == nil && turn.link == nil && turn.fault == nil && turn.switched == nil
        if isPlain, unsaved?.isEmpty != false, let news = turn.news {
            return Response(status: .seeOther, headers: [.location: "/settings?\(Self.newsParameter)=\(news.rawValue)#\(AddressSection.id)"])
        }
        let visitor = try await desk.visitor(request)
        let switched = turn.switched.flatMap { SettingsForm.switched($0.rawValue, isOn: true, visitor.words) }.map { [$0] } ?? []
        if let unsaved, !unsaved.isEmpty {
            let notice = notice ?? (turn.fault == nil ? visitor.words(SettingsWord.restUnsaved) : nil)
            return desk.html(try await tried(unsaved, part: .whole, for: visitor, notice: notice, switched: switched, after: turn), status: status)
        }
        return desk.html(page(try await stored(for: visitor, switched: switched, after: turn), in: visitor.frame(.settings, notice: notice)), status: status)
    }

    // MARK: Showing

    /// What another address is typed into; nil where nobody is reached so.
    private func field(over channel: DeliveryChannel) -> AddressSection.Field? {
        guard ContactPoint.channels.contains(channel) else { return nil }
        let kinds = ContactPoint.kinds(over: channel).filter { services.switchboard.reaches($0, over: channel) }
        return switch kinds.first {
        case nil: nil
        case .mailbox: .mailbox
        case .topic: .topic
        case .chat: contacts.canLink ? .link : .chat
        case .room: kinds.contains(.matrix) ? .roomOrMatrix : .room
        case .matrix: .matrix
        default: .number
        }
    }

    func addressSection(for visitor: PageVisitor, after turn: AddressTurn = AddressTurn()) async throws -> AddressSection {
        let points = Dictionary(grouping: try await services.store.contactPoints(of: visitor.person), by: \.channel)
        let channels = ContactPoint.channels.compactMap { channel -> AddressSection.Channel? in
            let (own, field) = (points[channel] ?? [], field(over: channel))
            guard field != nil || !own.isEmpty else { return nil }
            let fault = turn.fault.flatMap { $0.place == .channel(channel) ? $0.fault : nil }
            return AddressSection.Channel(
                value: channel.rawValue, name: Phrases.heading(of: channel, in: visitor.language), field: field,
                switchedOff: switchedOff(channel, visitor), points: own.map { shown($0, after: turn) }, fault: fault)
        }
        let devices = try await services.store.devices(of: visitor.person).map { device in
            AddressSection.Device(id: device.id.text, name: name(of: device, visitor), text: state(of: device, visitor))
        }
        return AddressSection(
            channels: channels, devices: devices, devicesSwitchedOff: switchedOff(.push, visitor), canPush: services.webPushPublicKey() != nil,
            news: turn.news, removed: turn.removed)
    }

    /// The switch of a channel; nil where it is on.
    private func switchedOff(_ channel: DeliveryChannel, _ visitor: PageVisitor) -> AddressSection.Switch? {
        guard !visitor.preferences.isEnabled(channel), let key = Preferences.switchKey(of: channel) else { return nil }
        return SettingsForm.switches[key.rawValue].map { .init(value: key.rawValue, label: visitor.words($0.label)) }
    }

    private func shown(_ point: ContactPoint, after turn: AddressTurn) -> AddressSection.Point {
        let state: AddressSection.State =
            switch point.silence?.why {
            case _ where point.verifiedAt == nil: point.value.isEmpty ? .waitsForLink : .waitsForCode
            case .optedOut: .stopped
            case .bounced: .bounced
            case .complained: .unwanted
            case .gone: .gone
            case nil: .works
            }
        return AddressSection.Point(
            id: point.id.text, value: point.shownValue, state: state, link: turn.link.flatMap { $0.id == point.id ? $0.text : nil },
            fault: turn.fault.flatMap { $0.place == .point(point.id) ? $0.fault : nil })
    }

    private func name(of device: RegisteredDevice, _ visitor: PageVisitor) -> String {
        switch device.platform {
        case .ios: "iOS"
        case .android: "Android"
        case .web: visitor.words(AddressWord.browser)
        }
    }

    private func state(of device: RegisteredDevice, _ visitor: PageVisitor) -> String {
        let day = Phrases.text(of: visitor.zone.civil(at: device.lastUsedAt).date, in: visitor.language)
        return device.isActive ? visitor.words(AddressWord.lastUsed, ["day": day]) : visitor.words(AddressWord.gone)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
