import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Where any program may post a document.
    static let hooks: [StoreConformance] = [
        StoreConformance("A hook is kept for its app under its name with its secret, and saved again with other people and another signature") { store in
            try await store.save(.example("ci", secret: "It's a Secret to Everybody"), countMax: 1)
            let kept = try await store.hook(HookID(literal: "ci"), of: .shop)
            let others = try await store.hook(HookID(literal: "ci"), of: .house)
            #expect(kept == .example("ci", secret: "It's a Secret to Everybody") && others == nil)
            let other = HookRecord(
                name: HookID(literal: "ci"), app: .shop, createdAt: .noon, request: #"{"body":"é","title":"{{a}}"}"#, recipients: [], signature: .key, secret: nil)
            try await store.save(other, countMax: 1)
            let after = try await store.hook(HookID(literal: "ci"), of: .shop)
            let expected = HookRecord(
                name: other.name, app: .shop, createdAt: .morning, request: other.request, recipients: [], signature: .key, secret: nil)
            #expect(after == expected)
        },
        StoreConformance("An app has no more hooks than it may, each app its own, listed by their names; one that is removed goes with its people") { store in
            for name in ["b", "a", "c"] { try await store.save(.example(name), countMax: 3) }
            try await store.save(.example("a", of: .house), countMax: 3)
            await #expect(throws: Problem.tooManyHooks(countMax: 3)) { try await store.save(.example("d"), countMax: 3) }
            let listed = try await store.hooks(of: .shop, countMax: 2)
            #expect(listed == [.example("a"), .example("b")])
            #expect(try await store.removeHook(HookID(literal: "a"), of: .shop))
            #expect(try await !store.removeHook(HookID(literal: "a"), of: .shop))
            let rows = try await store.pages(of: .ana, countMax: 10).flatMap(\.self)
            #expect(rows.map(\.table) == ["hook_people", "hook_people", "hook_people"])
        },
        StoreConformance("Whoever is erased is told of no hook any more, and the hook stays") { store in
            try await store.save(.example("ci"), countMax: 1)
            let report = try await store.erase(.ana, leaving: nil, now: .noon)
            let left = try await store.hook(HookID(literal: "ci"), of: .shop)
            #expect(report["hook_people"] == 1 && left?.recipients == [.ben])
        },
    ]
}

extension HookRecord {
    /// Of a program that shows in a header of its own that it may, told to Ana and Ben.
    public static func example(_ name: String, of app: AppID = .shop, secret: String = "a secret of a shop") -> HookRecord {
        HookRecord(
            name: HookID(literal: name), app: app, createdAt: .morning, request: #"{"title":"{{title}}"}"#, recipients: [.ben, .ana],
            signature: HookSignature(.hmac, header: "X-Shop-Signature") ?? .key, secret: HookSecret(secret))
    }
}
