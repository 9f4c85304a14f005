import BelfryModel

/// One message in the person's inbox.
public struct InboxRow: Hashable, Sendable {
    public let id: String
    public let title: String
    public let body: String
    public let severity: Severity
    /// "today, 07:58"
    public let timeText: String
    public let isRead: Bool

    public init(id: String, title: String, body: String, severity: Severity, timeText: String, isRead: Bool) {
        self.id = id
        self.title = title
        self.body = body
        self.severity = severity
        self.timeText = timeText
        self.isRead = isRead
    }
}

extension InboxRow {
    /// `data-title` is what the script says aloud of a message that wasn't there before.
    var html: HTML {
        """
        <li><article class="message\(isRead ? "" : " unread")" id="inbox-\(id)" tabindex="-1" aria-labelledby="name-of-inbox-\(id)" \
        data-title="\(title)">
        <p class="line">\(Mark(severity).html)\
        <span class="aside">\(isRead ? nil : "<strong class=\"new\">New</strong> ")\(timeText)</span></p>
        <h3 id="name-of-inbox-\(id)">\(title)</h3>
        <p>\(body)</p>
        \(isRead ? nil : readButton)
        </article></li>
        """
    }

    private var readButton: HTML {
        """
        <div class="actions"><button type="button" id="read-inbox-\(id)" data-act="read" data-id="\(id)" \
        aria-label="Mark as read: \(title)">Mark as read</button></div>
        """
    }
}
