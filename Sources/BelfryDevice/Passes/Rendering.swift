import BelfryModel
import BelfryPhrases
import BelfryPorts

extension ScheduledNotification {
    /// A line of a plan, in the words in which the person will read it.
    init(_ line: PlannedNotification) {
        let content = Phrases.content(of: line, in: line.language)
        let identifiers = line.parts.map(\.identifier)
        let ends = line.parts.map(\.expiresAt)
        self.init(
            request: PendingRequest(line), title: content.title, body: content.body, category: line.category,
            thread: ScheduledNotification.thread(of: line), severity: line.severity, parts: identifiers,
            // Of use as long as any part is.
            expiresAt: ends.contains(nil) ? nil : ends.compactMap(\.self).max())
    }

    /// The domain; that of a summary is the one of its parts.
    private static func thread(of line: PlannedNotification) -> String {
        (line.parts.first?.identifier ?? line.identifier).names[0]
    }
}
