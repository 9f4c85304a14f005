import BelfryModel
import BelfryPorts

/// What a writer made of drafts. Whoever asks never waits for it: what is not there yet is written meanwhile, one after the other.
///
/// A draft holds no name, so that its sentence serves whoever it fits. Where the writer fails, or answers with what can't be shown, the
/// template's words stay for that draft; an episode that goes on has new figures, and so a new draft, after a day or two.
actor InsightNotebook {
    struct Draft: Hashable, Sendable {
        /// The template's words, with ``namePlace`` where the name belongs.
        let text: String
        let insight: AlertInsight
        let language: Language
    }

    /// What stands for the member's name.
    static let namePlace = "{name}"
    static let characterCountMax = 500
    /// So many drafts may wait; more than a household or a clinic has.
    static let waitingCountMax = 1000
    /// So many sentences are remembered before all are forgotten.
    static let countMax = 10_000

    private let writer: any InsightWriter
    /// Nil for a draft of which nothing better was found.
    private var sentences: [Draft: String?] = [:]
    private var waiting: [Draft] = []
    private var writing: Task<Void, Never>?

    init(_ writer: any InsightWriter) {
        self.writer = writer
    }

    /// The writer's sentence; nil where there is none, or none yet.
    func sentence(for draft: Draft) -> String? {
        // Without figures there is nothing to say better; and what is no number equals nothing, so that it would be written at each look.
        guard draft.insight.deviationPercent.isFinite else { return nil }
        if let known = sentences[draft] { return known }
        if waiting.count < Self.waitingCountMax, !waiting.contains(draft) { waiting.append(draft) }
        if writing == nil { writing = Task { await writeAll() } }
        return nil
    }

    /// Waits until nothing more is to be written.
    func finish() async { await writing?.value }

    private func writeAll() async {
        while let draft = waiting.first {
            let answer = try? await writer.sentence(for: draft.text, of: draft.insight, in: draft.language)
            waiting.removeFirst()
            if sentences.count >= Self.countMax { sentences = [:] }
            sentences.updateValue(answer.flatMap { Self.shown($0, for: draft) }, forKey: draft)
        }
        writing = nil
    }

    /// Nil for what can't be shown: nothing, too much, or with a place for a name where the draft has none, or the other way round.
    private static func shown(_ answer: String, for draft: Draft) -> String? {
        let words = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isNamedAlike = words.contains(namePlace) == draft.text.contains(namePlace)
        return (1...characterCountMax).contains(words.count) && isNamedAlike ? words : nil
    }
}
