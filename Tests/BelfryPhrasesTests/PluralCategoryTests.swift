import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("Plural categories")
struct PluralCategoryTests {
    /// The samples of the CLDR's `plurals.xml`, `@integer`, with the ranges written out at their ends.
    static let samples: [(language: Language, category: PluralCategory, counts: [ClosedRange<Int>])] = [
        (.english, .one, [1...1]),
        (.english, .other, [0...0, 2...16, 100...100, 1000...1000, 10_000...10_000, 100_000...100_000, 1_000_000...1_000_000]),
        (.german, .one, [1...1]),
        (.german, .other, [0...0, 2...16, 100...100, 1000...1000, 10_000...10_000, 100_000...100_000, 1_000_000...1_000_000]),
        (.turkish, .one, [1...1]),
        (.turkish, .other, [0...0, 2...16, 100...100, 1000...1000, 10_000...10_000, 100_000...100_000, 1_000_000...1_000_000]),
        (.french, .one, [0...1]),
        (.french, .many, [1_000_000...1_000_000]),
        (.french, .other, [2...17, 100...100, 1000...1000, 10_000...10_000, 100_000...100_000]),
        (.spanish, .one, [1...1]),
        (.spanish, .many, [1_000_000...1_000_000]),
        (.spanish, .other, [0...0, 2...16, 100...100, 1000...1000, 10_000...10_000, 100_000...100_000]),
        (.arabic, .zero, [0...0]),
        (.arabic, .one, [1...1]),
        (.arabic, .two, [2...2]),
        (.arabic, .few, [3...10, 103...110, 1003...1003]),
        (.arabic, .many, [11...26, 111...111, 1011...1011]),
        (
            .arabic, .other,
            [
                100...102, 200...202, 300...302, 400...402, 500...502, 600...600, 1000...1000, 10_000...10_000, 100_000...100_000,
                1_000_000...1_000_000,
            ]
        ),
    ]

    @Test("A number has the category that the CLDR's samples give it", arguments: samples)
    func categories(language: Language, category: PluralCategory, counts: [ClosedRange<Int>]) {
        for count in counts.joined() { #expect(PluralCategory(count, in: language) == category, "\(count) in \(language)") }
    }

    @Test("Each language has as many categories as its rules, and every one has samples above")
    func categoryCounts() {
        let expected: [Language: Int] = [.english: 2, .german: 2, .turkish: 2, .french: 3, .spanish: 3, .arabic: 6]
        for language in Language.allCases {
            let categories = Set(([1_000_000] + Array(0...1200)).map { PluralCategory($0, in: language) })
            #expect(categories == Set(Self.samples.filter { $0.language == language }.map(\.category)))
            #expect(categories.count == expected[language])
        }
    }

    @Test("A number below zero has the category of its magnitude, however large")
    func negative() {
        for language in Language.allCases {
            for count in 0...120 { #expect(PluralCategory(-count, in: language) == PluralCategory(count, in: language)) }
        }
        // 9,223,372,036,854,775,808 ends in 08.
        #expect(PluralCategory(Int.min, in: .arabic) == .few)
        #expect(PluralCategory(Int.max, in: .arabic) == .few)
    }
}
