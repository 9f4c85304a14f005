import BelfryModel
import BelfryPhrases
import BelfryPorts

extension OutgoingNotification {
    /// The title behind the name of whose it is, as "Shop: It is on its way": where one bot, hook or server tells for several apps, nothing else says it.
    var titleWithSender: String {
        guard let senderName else { return content.title }
        return content.title.isEmpty ? senderName : senderName + PageWords(content.language).colon + content.title
    }
}
