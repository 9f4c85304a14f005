import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension ImportedPerson {
    /// As another system knows them: with a zone, a mailbox, a phone, and news that they don't want by mail.
    fileprivate static func example(_ user: UserID = .ana, isSilent: Bool = false) throws -> ImportedPerson {
        var person = ImportedPerson(user)
        (person.keys, person.day) = ([.timezone, .notifyPush, .notifyEmail], .sunday)
        (person.preferences.timezone, person.preferences.notifyPush, person.preferences.notifyEmail) = ("Europe/Berlin", true, true)
        let mailbox = try ContactPoint.Draft(id: AddressID(literal: "mail-\(user)"), channel: .email, value: "\(user)@example.org")
        person.points = [Point(draft: mailbox, isSilent: isSilent)]
        person.devices = [DeviceToken(token: "token-\(user)", platform: .ios, appVersion: "1.0", osVersion: nil)]
        person.subscriptions = [CategorySubscription(category: "news", channel: .email): false, CategorySubscription(category: "tips", channel: .push): true]
        return person
    }
}

extension PeopleIntake {
    fileprivate func take(_ people: ImportedPerson..., adding: Bool = false, isDryRun: Bool = false, now: Instant = .morning) async throws -> [ImportedPerson.Fate] {
        try await take(people, addingAddresses: adding, isDryRun: isDryRun, now: now)
    }
}

extension StoreConformance {
    /// How people whom another system knows come in.
    static let imports: [StoreConformance] = [
        StoreConformance("Whoever comes from elsewhere has what they want, their addresses and what they switched off, and a second time nothing changes") { store in
            let first = try await store.take(.example(), .example(.ben, isSilent: true))
            let second = try await store.take(.example(), .example(.ben, isSilent: true), now: .noon)
            #expect(first == [.created, .created] && second == [.unchanged, .unchanged])
            let preferences = try await store.preferences(of: .ana).read().preferences
            #expect(preferences.timezone == "Europe/Berlin" && preferences.notifyPush && preferences.notifyEmail && preferences.notifyInApp)
            let (points, devices, stays) = try await (store.contactPoints(of: .ana), store.devices(of: .ana), store.stays(of: .ana))
            #expect(points.map(\.value) == ["ana@example.org"] && points.first?.verifiedAt == .morning && points.first?.silence == nil)
            #expect(devices.map(\.isActive) == [true] && stays.isEmpty)
            let (off, on) = try await (store.switchedOff(by: .ana), store.switchedOn(by: .ana))
            #expect(off == [CategorySubscription(category: "news", channel: .email)] && on == [CategorySubscription(category: "tips", channel: .push)])
            let silent = try await store.contactPoints(of: .ben).first?.silence
            #expect(silent == .init(since: .morning, why: .optedOut))
        },
        StoreConformance("A dry run says what would become of people, and keeps nothing") { store in
            let fates = try await store.take(.example(), isDryRun: true)
            let (isKnown, points) = try await (store.isKnown(.ana), store.contactPoints(of: .ana))
            #expect(fates == [.created] && !isKnown && points.isEmpty)
        },
        StoreConformance("What somebody ended here isn't begun again by who comes with it from elsewhere") { store in
            _ = try await store.take(.example())
            var own = Preferences()
            own.mutedUntil = .evening
            try await store.save([.notifyPush, .mutedUntil], of: own, for: .ana, now: .noon)
            let point = try #require(try await store.contactPoints(of: .ana).first)
            _ = try await store.removeContactPoint(point.id, of: .ana)
            for device in try await store.devices(of: .ana) { _ = try await store.removeDevice(device.id, of: .ana) }
            try await store.setSubscriptions([CategorySubscription(category: "tips", channel: .push): false], of: .ana, now: .noon)
            var again = try ImportedPerson.example()
            again.keys.insert(.mutedUntil)
            again.preferences.mutedUntil = .noon
            let fates = try await store.take(again, now: .noon)
            let preferences = try await store.preferences(of: .ana).read().preferences
            #expect(fates == [.unchanged] && !preferences.notifyPush && preferences.notifyEmail && preferences.mutedUntil == .evening)
            let (points, devices, on) = try await (store.contactPoints(of: .ana), store.devices(of: .ana), store.switchedOn(by: .ana))
            #expect(points.isEmpty && devices.isEmpty && on.isEmpty)
            let asked = try await store.take(again, adding: true, now: .noon)
            let back = try await store.contactPoints(of: .ana)
            #expect(asked == [.updated] && back.count == 1)
        },
        StoreConformance("What somebody ended elsewhere ends here too, and what they chose here stays as they chose it") { store in
            _ = try await store.take(.example())
            let chosen = CategorySubscription(category: "recalls", channel: .email)
            try await store.setSubscriptions([chosen: true], of: .ana, now: .noon)
            var again = try ImportedPerson.example(isSilent: true)
            (again.preferences.notifyEmail, again.preferences.timezone, again.preferences.language) = (false, "Asia/Tokyo", .german)
            again.keys.insert(.language)
            again.subscriptions[chosen] = false
            again.subscriptions[CategorySubscription(category: "offers", channel: .push)] = false
            let fates = try await store.take(again, now: .noon)
            let preferences = try await store.preferences(of: .ana).read().preferences
            #expect(fates == [.updated] && !preferences.notifyEmail && preferences.timezone == "Europe/Berlin" && preferences.language == .german)
            let (point, off, on) = try await (store.contactPoints(of: .ana).first, store.switchedOff(by: .ana), store.switchedOn(by: .ana))
            #expect(point?.silence == .init(since: .noon, why: .optedOut) && on.contains(chosen))
            #expect(off.contains(CategorySubscription(category: "offers", channel: .push)) && !off.contains(chosen))
        },
        StoreConformance("Somebody of a family gets a zone that they hadn't, and is remembered to have been elsewhere before") { store in
            try await store.save(.household, now: .morning)
            let fates = try await store.take(.example())
            let stays = try await store.stays(of: .ana)
            #expect(fates == [.updated] && stays.last == MemberHistory.Stay(from: .sunday, timezone: "Europe/Berlin"))
        },
        StoreConformance("Whoever can't be taken in whole isn't taken in at all, and the others are") { store in
            var much = try ImportedPerson.example()
            much.points = try (0...ContactPoint.countMax).map { number in
                let draft = try ContactPoint.Draft(id: AddressID(literal: "mail-\(number)"), channel: .email, value: "ana\(number)@example.org")
                return ImportedPerson.Point(draft: draft, isSilent: false)
            }
            let fates = try await store.take(much, .example(.ben))
            #expect(fates == [.refused(.tooManyAddresses(countMax: ContactPoint.countMax)), .created])
            let (isKnown, devices) = try await (store.isKnown(.ana), store.devices(of: .ana))
            #expect(!isKnown && devices.isEmpty)
        },
        StoreConformance("Devices on which somebody has signed out make room for those that they come with, and the limit is of the others") { store in
            func devices(_ numbers: ClosedRange<Int>) -> [DeviceToken] {
                numbers.map { DeviceToken(token: "token-\($0)", platform: .ios, appVersion: "\($0)", osVersion: nil) }
            }
            for device in devices(1...DeviceToken.countMax) { try await store.register(device, of: .ana, now: .morning) }
            var person = ImportedPerson(.ana)
            person.devices = devices(0...0)
            let full = try await store.take(person, adding: true)
            #expect(full == [.refused(.tooManyAddresses(countMax: DeviceToken.countMax))])
            // Ben signs in on two of them.
            for device in devices(1...2) { try await store.register(device, of: .ben, now: .noon) }
            person.devices = devices(1...1) + devices(51...52)
            let fates = try await store.take(person, adding: true, now: .noon)
            let versions = try await store.devices(of: .ana).filter(\.isActive).compactMap(\.appVersion)
            #expect(fates == [.created] && Set(versions) == Set((3...52).map(String.init)))
        },
        StoreConformance("A device stays with whoever signed in on it last") { store in
            let token = try #require(try ImportedPerson.example().devices.first)
            try await store.register(token, of: .ben, now: .morning)
            _ = try await store.take(.example())
            let (own, others) = try await (store.devices(of: .ana), store.devices(of: .ben))
            #expect(own.isEmpty && others.map(\.isActive) == [true])
            var second = try ImportedPerson.example(UserID(literal: "eva"))
            second.devices = [DeviceToken(token: "shared", platform: .ios, appVersion: nil, osVersion: nil)]
            var first = try ImportedPerson.example(.ben)
            first.devices = second.devices
            _ = try await store.take([first, second], addingAddresses: true, isDryRun: false, now: .noon)
            let (early, late) = try await (store.devices(of: .ben), store.devices(of: UserID(literal: "eva")))
            #expect(early.map(\.isActive) == [true, true] && late.isEmpty, "of two in one file it is the first's")
        },
    ]
}
