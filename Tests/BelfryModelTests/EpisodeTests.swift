import BelfryModel
import Testing

struct EpisodeTests {
    @Test(
        "An episode rises at 3, 7, 14 and 21 days",
        arguments: [
            (-1, EpisodeLevel?.none), (0, nil), (2, nil), (3, .days3), (6, .days3), (7, .days7), (13, .days7), (14, .days14), (20, .days14),
            (21, .days21), (400, .days21),
        ])
    func level(dayCount: Int, level: EpisodeLevel?) {
        #expect(EpisodeLevel(reachedAfterDays: dayCount) == level)
    }

    @Test("Levels are watch, attention, critical and critical, and never sink")
    func severity() {
        #expect(EpisodeLevel.allCases.map(\.severity) == [.watch, .attention, .critical, .critical])
        #expect(EpisodeLevel.allCases == EpisodeLevel.allCases.sorted())
        #expect(Severity.allCases == Severity.allCases.sorted())
    }
}
