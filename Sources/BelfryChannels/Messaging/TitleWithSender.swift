import BelfryModel
import BelfryPhrases
import BelfryPorts

extension OutgoingNotification {
    /// The title behind the name of whose it is, as "Shop: It is on its way": where one bot, hook or server tells for several apps, nothing else says it.
    var titleWithSender: String {
        senderName.map { Phrases.title(content.title, of: $0, in: content.language) } ?? content.title
    }
}
