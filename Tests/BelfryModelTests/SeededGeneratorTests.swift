import BelfryModel
import Testing

@Suite("Seeded chance")
struct SeededGeneratorTests {
    @Test("The numbers are those of splitmix64.c for the seed 1234567")
    func reference() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (1...5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ])
    }

    @Test("The same seed gives the same order")
    func repeats() {
        var first = SeededGenerator(seed: 7)
        var second = SeededGenerator(seed: 7)
        #expect((1...100).shuffled(using: &first) == (1...100).shuffled(using: &second))
    }
}
