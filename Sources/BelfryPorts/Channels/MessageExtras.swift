import BelfryModel

/// What stands beside a message's words, as `inbox_messages.actions` has it: a list of buttons, or an object of them and the picture where there is one.
public struct MessageExtras: Hashable, Sendable {
    public let actions: OfferedActions?
    public let image: NotificationImage?

    public init(of message: InboxMessage) { (actions, image) = (message.actions, message.image) }

    /// Nil where nothing stands there.
    public var json: String? {
        guard let image else { return actions?.json }
        return "{" + (actions.map { #""actions":\#($0.json),"# } ?? "") + #""image":\#(image.json)}"#
    }
}

extension MessageExtras: Decodable {
    private enum CodingKeys: String, CodingKey {
        case actions, image
    }

    /// What can't be understood is passed over.
    public init(from decoder: any Decoder) throws {
        if let actions = try? OfferedActions(from: decoder) {
            (self.actions, image) = (actions, nil)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        actions = try? container.decodeIfPresent(OfferedActions.self, forKey: .actions)
        image = try? container.decodeIfPresent(NotificationImage.self, forKey: .image)
    }
}
