import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Where any program may post a document.
    static let hooks: [StoreConformance] = [
        StoreConformance("A hook is kept for its app under its name with its secret, and saved again with other people and another signature") { store in
            try await store.save(.example("ci", secret: "It's a Secret to Everybody"), countMax: 1, now: .noon)
            let kept = try await store.hook(HookID(literal: "ci"), of: .shop)
            let others = try await store.hook(HookID(literal: "ci"), of: .house)
            #expect(kept == .example("ci", secret: "It's a Secret to Everybody") && others == nil)
            let other = HookRecord(
                name: HookID(literal: "ci"), app: .shop, createdAt: .noon, request: #"{"body":"é","title":"{{a}}"}"#, recipients: [], signature: .key, secret: nil)
            try await store.save(other, countMax: 1, now: .noon)
            let after = try await store.hook(HookID(literal: "ci"), of: .shop)
            let expected = HookRecord(
                name: other.name, app: .shop, createdAt: .morning, request: other.request, recipients: [], signature: .key, secret: nil)
            #expect(after == expected)
        },
        StoreConformance("Another secret ends the one that is kept at once or when it says, and none keeps both; under another signature there is none") { store in
            func save(_ secret: String?, keptUntil end: Instant? = nil, _ signature: HookSignature? = nil, now: Instant = .noon) async throws -> [String] {
                let saved = try await store.save(.example("ci", secret: secret, signature, formerEndsAt: end), countMax: 1, now: now)
                let kept = try await store.hook(HookID(literal: "ci"), of: .shop)
                #expect(kept == saved)
                return saved.secrets(at: now).map(\.text)
            }
            await #expect(throws: Problem.missingField("signature.secret")) { try await save(nil) }
            #expect(try await save("the first of all") == ["the first of all"])
            #expect(try await save("the second", keptUntil: .evening) == ["the second", "the first of all"])
            #expect(try await save(nil) == ["the second", "the first of all"])
            let late = try await save("the second", keptUntil: .evening + .seconds(3600))
            let after = try await store.hook(HookID(literal: "ci"), of: .shop)
            #expect(late == ["the second", "the first of all"] && after?.formerEndsAt == .evening, "said again it goes on for no longer")
            #expect(try await save(nil, now: .evening) == ["the second"])
            #expect(try await save("the third", keptUntil: .evening) == ["the third", "the second"])
            #expect(try await save("the third", keptUntil: .noon) == ["the third"])
            #expect(try await save("the fourth") == ["the fourth"])
            await #expect(throws: Problem.missingField("signature.secret")) { try await save(nil, HookSignature(.gitea)) }
            #expect(try await save("the fifth", keptUntil: .evening, HookSignature(.gitea)) == ["the fifth"], "the former signed otherwise")
        },
        StoreConformance("An app has no more hooks than it may, each app its own, listed by their names; one that is removed goes with its people") { store in
            for name in ["b", "a", "c"] { try await store.save(.example(name), countMax: 3, now: .noon) }
            try await store.save(.example("a", of: .house), countMax: 3, now: .noon)
            await #expect(throws: Problem.tooManyHooks(countMax: 3)) { try await store.save(.example("d"), countMax: 3, now: .noon) }
            let listed = try await store.hooks(of: .shop, countMax: 2)
            #expect(listed == [.example("a"), .example("b")])
            #expect(try await store.removeHook(HookID(literal: "a"), of: .shop))
            #expect(try await !store.removeHook(HookID(literal: "a"), of: .shop))
            let rows = try await store.pages(of: .ana, countMax: 10).flatMap(\.self)
            #expect(rows.map(\.table) == ["hook_people", "hook_people", "hook_people"])
        },
        StoreConformance("Whoever is erased is told of no hook any more, and the hook stays") { store in
            try await store.save(.example("ci"), countMax: 1, now: .noon)
            let report = try await store.erase(.ana, leaving: nil, now: .noon)
            let left = try await store.hook(HookID(literal: "ci"), of: .shop)
            #expect(report["hook_people"] == 1 && left?.recipients == [.ben])
        },
    ]
}

extension HookRecord {
    /// Of a program that shows in a header of its own that it may, told to Ana and Ben.
    public static func example(
        _ name: String, of app: AppID = .shop, secret: String? = "a secret of a shop", _ signature: HookSignature? = nil, formerEndsAt: Instant? = nil
    ) -> HookRecord {
        HookRecord(
            name: HookID(literal: name), app: app, createdAt: .morning, request: #"{"title":"{{title}}"}"#, recipients: [.ben, .ana],
            signature: signature ?? HookSignature(.hmac, header: "X-Shop-Signature") ?? .key, secret: secret.flatMap(HookSecret.init), formerEndsAt: formerEndsAt)
    }
}
