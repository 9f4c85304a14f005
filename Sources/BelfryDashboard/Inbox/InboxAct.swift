import BelfryPhrases

/// What a person can do with a message; the raw value stands in the path.
public enum InboxAct: String, CaseIterable, Sendable {
    case read, unread, archive, unarchive

    /// What takes it back.
    var undoing: InboxAct {
        switch self {
        case .read: .unread
        case .unread: .read
        case .archive: .unarchive
        case .unarchive: .archive
        }
    }

    /// That it is done.
    func doneText(_ words: PageWords) -> String {
        switch self {
        case .read: words(DeliveryWord.doneRead)
        case .unread: words(InboxWord.doneUnread)
        case .archive: words(InboxWord.doneArchive)
        case .unarchive: words(InboxWord.doneUnarchive)
        }
    }
}
