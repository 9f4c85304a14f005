/// Tells hazards to life and limb from faults in labels and standards.
///
/// CPSC grades hazards A to C by the harm that they can do (CPSC, "Recall Handbook"), but its feed doesn't carry the grade. So the words
/// decide: a hazard that names a way to be hurt is one of the body.
enum ConsumerHazard {
    static func isOfBody(_ texts: [String]) -> Bool {
        texts.flatMap(ProductWords.words).contains { word in harms.contains(word) || stems.contains(where: word.hasPrefix) }
    }

    private static let harms = ProductWords.list(
        """
        fall fire burn shock crash cut lead death die head pinch accident tip scald monoxide bacteria mold magnet
        battery impact toxic
        """)

    /// The beginnings of words that come in many forms.
    private static let stems = ProductWords.list(
        """
        abras accelerat amputat asphyxi aspirat brak burst chok collaps collid collision detach drown eject electrocut entangl entrap
        explo fatal flamma hazardous ignit ingest injur lacerat malfunction overheat poison projectile puncture ruptur strangul
        submersion suffocat
        """)
}
