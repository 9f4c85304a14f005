import BelfryModel
import BelfryTime

/// Something to be learned by heart, with what a program of spaced repetition knows of it.
public enum StudyWord: Hashable, Sendable {
    /// Somebody else has computed when it is due.
    case due(RecordedDay)
    /// SM-2: days until the next repetition.
    case superMemo2(lastReview: RecordedDay, intervalDays: Int)
    /// FSRS: the stability in days, and the due date if the program has computed one.
    case fsrs(lastReview: RecordedDay, stability: Double, due: RecordedDay?)
    /// Never reviewed, so that there is nothing to repeat.
    case new

    /// On which day it is due; nil where it is new.
    ///
    /// A due date that came with the word counts, unless the person wants another retention than the program that computed it.
    func dueDate(for settings: StudySettings, in zone: TimeZoneRules) -> CivilDate? {
        switch self {
        case .new: return nil
        case .due(let day): return day.date(in: zone)
        case .superMemo2(let lastReview, let days): return lastReview.date(in: zone) + days
        case .fsrs(let lastReview, let stability, let due):
            if settings.desiredRetention == nil, let due { return due.date(in: zone) }
            let retention = settings.desiredRetention ?? StudySettings.defaultRetention
            return lastReview.date(in: zone) + settings.curve.interval(stability: stability, retention: retention)
        }
    }
}

extension StudyWord: Decodable {
    private enum Key: String, CodingKey {
        case due, stability, difficulty, repetitions
        case lastReview = "last_review"
        case intervalDays = "interval_days"
        case easeFactor = "ease_factor"
    }

    /// Reads a day or moment alone, or an object with the state of FSRS (`stability`, `difficulty`), of SM-2 (`interval_days`, or
    /// `repetitions` and `ease_factor`), or only `due`.
    ///
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            self = .due(try RecordedDay(from: decoder))
            return
        }
        let due = try container.decodeIfPresent(RecordedDay.self, forKey: .due)
        let lastReview = try container.decodeIfPresent(RecordedDay.self, forKey: .lastReview)
        let stability = try container.decimal(.stability, in: ForgettingCurve.stabilityRange)
        // Hard words grow more slowly, but between two reviews the curve knows the stability alone.
        _ = try container.decimal(.difficulty, in: 1...10)
        let interval = try StudyWord.interval(container)
        if let stability, let lastReview {
            self = .fsrs(lastReview: lastReview, stability: stability, due: due)
        } else if let due {
            self = .due(due)
        } else if let lastReview {
            guard let interval else { throw Problem.missingField(container.path(.intervalDays)) }
            self = .superMemo2(lastReview: lastReview, intervalDays: interval)
        } else if stability != nil || (interval ?? 1) > 1 {
            throw Problem.missingField(container.path(.lastReview))
        } else {
            self = .new
        }
    }

    /// Days until the next repetition by SM-2; nil where nothing of it is there.
    private static func interval(_ container: KeyedDecodingContainer<Key>) throws -> Int? {
        let repetitions = try container.number(.repetitions, in: 0...SuperMemo2.repetitionCountMax)
        let ease = try container.decimal(.easeFactor, in: SuperMemo2.easeRange)
        if let days = try container.decimal(.intervalDays, in: SuperMemo2.intervalRange) { return Int(days.rounded(.up)) }
        return repetitions.map { SuperMemo2.interval(repetitions: $0, ease: ease ?? SuperMemo2.defaultEase) }
    }
}
