import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Who is on duty in turn.
    static let rotas: [StoreConformance] = [
        StoreConformance("A rota is kept for its app under its name, and saved again with other people; its overrides stay") { store in
            try await store.save(.example, named: .grandma, of: .shop, countMax: 2, now: .morning)
            let kept = try await store.rota(.grandma, of: .shop)
            let others = try await store.rota(.grandma, of: .house)
            #expect(kept == RotaRecord(name: .grandma, app: .shop, createdAt: .morning, rota: .example) && others == nil)
            let override = Rota.Override(from: .local("2026-12-24T18:00"), until: .local("2026-12-27T09:00"), user: .stranger)
            #expect(try await store.save(override, inRota: .grandma, of: .shop, over: .local("2026-12-01T00:00"), countMax: 2))
            let other = Rota([.ben, .ana, .stranger], handovers: Rota.example.handovers)
            try await store.save(other, named: .grandma, of: .shop, countMax: 1, now: .noon)
            let after = try await store.rota(.grandma, of: .shop)
            #expect(after?.rota == Rota(other.places, handovers: other.handovers, overrides: [override]) && after?.createdAt == .morning)
        },
        StoreConformance("An app has no more rotas than it may, each app its own, listed by their names") { store in
            for name in ["a", "b", "c"] { try await store.save(.example, named: RotaID(literal: name), of: .shop, countMax: 3, now: .morning) }
            try await store.save(.example, named: .grandma, of: .house, countMax: 3, now: .morning)
            await #expect(throws: Problem.tooManyRotas(countMax: 3)) {
                try await store.save(.example, named: .grandma, of: .shop, countMax: 3, now: .morning)
            }
            let first = try await store.rotas(of: .shop, before: nil, countMax: 2)
            let rest = try await store.rotas(of: .shop, before: RotaID(literal: "b"), countMax: 2)
            #expect(first.map(\.name.text) == ["c", "b"] && rest.map(\.name.text) == ["a"])
        },
        StoreConformance("An override takes the place of one that begins then; more than there may be are refused, and those that are over are forgotten") { store in
            try await store.save(.example, named: .grandma, of: .shop, countMax: 1, now: .morning)
            let save = { (from: String, until: String, user: UserID, over: String) in
                let override = Rota.Override(from: .local(from), until: .local(until), user: user)
                return try await store.save(override, inRota: .grandma, of: .shop, over: .local(over), countMax: 2)
            }
            #expect(try await save("2026-12-01T09:00", "2026-12-02T09:00", .ana, "2026-11-01T00:00"))
            #expect(try await save("2026-12-01T09:00", "2026-12-03T09:00", .ben, "2026-11-01T00:00"))
            #expect(try await save("2026-12-05T09:00", "2026-12-06T09:00", .ben, "2026-11-01T00:00"))
            await #expect(throws: Problem.tooManyItems(countMax: 2)) {
                _ = try await save("2026-12-07T09:00", "2026-12-08T09:00", .ben, "2026-11-01T00:00")
            }
            let full = try await store.rota(.grandma, of: .shop)
            #expect(full?.rota.overrides.map(\.until) == [.local("2026-12-03T09:00"), .local("2026-12-06T09:00")])
            #expect(try await save("2026-12-07T09:00", "2026-12-08T09:00", .ben, "2026-12-03T09:00"))
            let left = try await store.rota(.grandma, of: .shop)
            #expect(left?.rota.overrides.map(\.from) == [.local("2026-12-05T09:00"), .local("2026-12-07T09:00")])
            #expect(try await store.removeOverride(from: .local("2026-12-05T09:00"), inRota: .grandma, of: .shop))
            #expect(try await !store.removeOverride(from: .local("2026-12-05T09:00"), inRota: .grandma, of: .shop))
            let override = Rota.Override(from: .local("2026-12-05T09:00"), until: .local("2026-12-06T09:00"), user: .ana)
            #expect(try await !store.save(override, inRota: .grandma, of: .house, over: override.from, countMax: 2), "it is another app's")
        },
        StoreConformance("A rota goes with its people and its overrides") { store in
            try await store.save(.example, named: .grandma, of: .shop, countMax: 1, now: .morning)
            let override = Rota.Override(from: .local("2026-12-01T09:00"), until: .local("2026-12-02T09:00"), user: .ana)
            _ = try await store.save(override, inRota: .grandma, of: .shop, over: override.from, countMax: 2)
            #expect(try await !store.removeRota(.grandma, of: .house))
            #expect(try await store.removeRota(.grandma, of: .shop))
            #expect(try await !store.removeRota(.grandma, of: .shop))
            let rows = try await store.pages(of: .ana, countMax: 10).flatMap(\.self)
            try await store.save(.example, named: .grandma, of: .shop, countMax: 1, now: .noon)
            let anew = try await store.rota(.grandma, of: .shop)
            #expect(rows.isEmpty && anew?.rota == .example)
        },
        StoreConformance("Whoever is erased leaves their place in a rota empty and their overrides, which were handed out to them before") { store in
            try await store.save(.example, named: .grandma, of: .shop, countMax: 1, now: .morning)
            for (from, user) in [("2026-12-01T09:00", UserID.ana), ("2026-12-03T09:00", .ben)] {
                let override = Rota.Override(from: .local(from), until: .local("2026-12-05T09:00"), user: user)
                _ = try await store.save(override, inRota: .grandma, of: .shop, over: override.from, countMax: 2)
            }
            let rows = try await store.pages(of: .ana, countMax: 1).flatMap(\.self)
            #expect(rows.map(\.table) == ["rota_people", "rota_overrides"])
            let report = try await store.erase(.ana, leaving: nil, now: .noon)
            #expect(report["rota_people"] == 1 && report["rota_overrides"] == 1)
            let left = try await store.rota(.grandma, of: .shop)
            #expect(left?.rota.places == [nil, .ben] && left?.rota.overrides.map(\.user) == [.ben])
        },
        StoreConformance("What comes back for a rota stays though the last who was named is erased") { store in
            let request = #"{"rotas":["grandma"],"title":"Bins"}"#
            let order = ScheduledOrder.example(1, to: [.ben])
            _ = try await store.add(order.telling(request, about: nil, [.ben], timing: order.timing), under: nil, now: .morning)
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let left = try await store.scheduledOrder(order.id)
            #expect(left?.recipients == [] && left?.request == request)
        },
    ]
}

extension RotaID {
    static let grandma = RotaID(literal: "grandma")
}

extension CivilDateTime {
    fileprivate static func local(_ text: String) -> CivilDateTime { CivilDateTime(literal: text) }
}

extension Rota {
    static let example = Rota(
        [.ana, .ben],
        handovers: Handovers(
            since: CivilDate(literal: "2026-11-30"), pace: .weeks(2, on: .monday), at: CivilTime(literal: "09:00"), timezone: "Europe/Rome"))
}
