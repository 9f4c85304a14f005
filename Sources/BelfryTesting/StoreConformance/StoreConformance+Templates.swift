import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    private static let invoice = TemplateID(literal: "invoice-due")

    /// What apps tell again and again by its name.
    static let templates: [StoreConformance] = [
        StoreConformance("A template stands as it was said last, each app's by itself; said as it is it has no other version") { store in
            let (first, second) = (#"{"title":"Invoice {{number}}"}"#, #"{"body":"é","title":"{{number}}"}"#)
            try await store.save(first, asTemplate: invoice, of: .shop, countMax: 1, now: .morning)
            try await store.save(first, asTemplate: invoice, of: .shop, countMax: 1, now: .noon)
            let made = TemplateRecord(name: invoice, app: .shop, version: 1, createdAt: .morning, contents: first)
            #expect(try await store.template(invoice, of: .shop) == made)
            #expect(try await store.template(invoice, of: .house) == nil)
            try await store.save(second, asTemplate: invoice, of: .shop, countMax: 1, now: .noon)
            let changed = TemplateRecord(name: invoice, app: .shop, version: 2, createdAt: .noon, contents: second)
            #expect(try await store.template(invoice, of: .shop) == changed)
            #expect(try await store.versions(ofTemplate: invoice, of: .shop) == [changed, made])
            #expect(try await store.templates(of: .shop, countMax: 10) == [changed])
        },
        StoreConformance("Of a template the last twenty versions are kept, and none has the number of another") { store in
            for number in 1...22 {
                try await store.save("{\"title\":\"\(number)\"}", asTemplate: invoice, of: .shop, countMax: 1, now: .noon)
            }
            let kept = try await store.versions(ofTemplate: invoice, of: .shop)
            #expect(kept.map(\.version) == Array((3...22).reversed()) && kept.last?.contents == #"{"title":"3"}"#)
        },
        StoreConformance("An app has no more templates than it may, listed by their names; one that is removed goes with its versions") { store in
            for name in ["b", "a", "c"] { try await store.save("{}", asTemplate: TemplateID(literal: name), of: .shop, countMax: 3, now: .noon) }
            try await store.save("{}", asTemplate: TemplateID(literal: "a"), of: .house, countMax: 3, now: .noon)
            await #expect(throws: Problem.tooManyTemplates(countMax: 3)) {
                try await store.save("{}", asTemplate: TemplateID(literal: "d"), of: .shop, countMax: 3, now: .noon)
            }
            try await store.save("[]", asTemplate: TemplateID(literal: "a"), of: .shop, countMax: 3, now: .noon)
            #expect(try await store.templates(of: .shop, countMax: 2).map(\.name.text) == ["a", "b"])
            #expect(try await store.removeTemplate(TemplateID(literal: "a"), of: .shop))
            #expect(try await !store.removeTemplate(TemplateID(literal: "a"), of: .shop))
            #expect(try await store.versions(ofTemplate: TemplateID(literal: "a"), of: .shop).isEmpty)
            #expect(try await store.template(TemplateID(literal: "a"), of: .house)?.version == 1)
        },
    ]
}
