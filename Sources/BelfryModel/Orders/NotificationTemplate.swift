/// What an app tells again and again, kept under a name; an order names it, and brings the data that its words speak of.
///
/// It isn't kept as this but as rows, see `TemplateRecord`; the name is for ``TemplateID`` to stand on.
public enum NotificationTemplate {}

public typealias TemplateID = Identifier<NotificationTemplate>
