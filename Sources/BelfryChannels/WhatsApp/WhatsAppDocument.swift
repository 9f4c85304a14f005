import BelfryModel
import Foundation

/// What Meta posts, as far as it says something to us.
///
/// A part that can't be read is passed over: Meta repeats a callback that is refused for days, with all that it has.
struct WhatsAppDocument: Decodable {
    let entries: [Entry]

    /// Nil where it is no such document.
    init?(_ body: [UInt8]) {
        guard let document = try? JSONDecoder().decode(WhatsAppDocument.self, from: Data(body)) else { return nil }
        self = document
    }

    enum CodingKeys: String, CodingKey {
        case entries = "entry"
    }

    init(from decoder: any Decoder) throws {
        entries = try decoder.container(keyedBy: CodingKeys.self).decode(Readable<Entry>.self, forKey: .entries).items
    }

    struct Entry: Decodable {
        let changes: [Change]

        enum CodingKeys: String, CodingKey {
            case changes
        }

        init(from decoder: any Decoder) throws {
            changes = try decoder.container(keyedBy: CodingKeys.self).decode(Readable<Change>.self, forKey: .changes).items
        }
    }

    struct Change: Decodable {
        let value: Value
    }

    struct Value: Decodable {
        /// Nil where it doesn't say.
        let phoneNumberID: String?
        let statuses: [Status]
        let messages: [Message]
        let preferences: [Preference]

        enum CodingKeys: String, CodingKey {
            case metadata, statuses, messages
            case preferences = "user_preferences"
        }

        private struct Metadata: Decodable {
            let phone_number_id: String?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            phoneNumberID = (try? container.decodeIfPresent(Metadata.self, forKey: .metadata))?.phone_number_id
            statuses = (try? container.decodeIfPresent(Readable<Status>.self, forKey: .statuses))?.items ?? []
            messages = (try? container.decodeIfPresent(Readable<Message>.self, forKey: .messages))?.items ?? []
            preferences = (try? container.decodeIfPresent(Readable<Preference>.self, forKey: .preferences))?.items ?? []
        }
    }

    struct Status: Decodable {
        let id: String
        let status: String
        /// Seconds since 1970.
        let timestamp: String?
        let callbackData: String?
        let errors: [Failure]

        struct Failure: Decodable {
            let code: Int
        }

        enum CodingKeys: String, CodingKey {
            case id, status, timestamp, errors
            case callbackData = "biz_opaque_callback_data"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            status = try container.decode(String.self, forKey: .status)
            timestamp = try? container.decodeIfPresent(String.self, forKey: .timestamp)
            callbackData = try? container.decodeIfPresent(String.self, forKey: .callbackData)
            errors = (try? container.decodeIfPresent(Readable<Failure>.self, forKey: .errors))?.items ?? []
        }
    }

    struct Message: Decodable {
        let from: String
        let id: String
        let timestamp: String?
        /// What was typed, or stands on the button that was pressed.
        let text: String?
        /// Of the button that was pressed.
        let payload: String?

        enum CodingKeys: String, CodingKey {
            case from, id, timestamp, text, button, interactive
        }

        private struct Text: Decodable {
            let body: String
        }

        private struct Button: Decodable {
            let payload: String?
            let text: String?
        }

        private struct Interactive: Decodable {
            let button_reply: Reply?

            struct Reply: Decodable {
                let id: String
                let title: String?
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            from = try container.decode(String.self, forKey: .from)
            id = try container.decode(String.self, forKey: .id)
            timestamp = try? container.decodeIfPresent(String.self, forKey: .timestamp)
            let button = try? container.decodeIfPresent(Button.self, forKey: .button)
            let reply = (try? container.decodeIfPresent(Interactive.self, forKey: .interactive))?.button_reply
            text = (try? container.decodeIfPresent(Text.self, forKey: .text))?.body ?? button?.text ?? reply?.title
            payload = button?.payload ?? reply?.id
        }
    }

    struct Preference: Decodable {
        let number: String
        let value: String
        let timestamp: String?

        enum CodingKeys: String, CodingKey {
            case value, timestamp
            case number = "wa_id"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            number = try container.decode(String.self, forKey: .number)
            value = try container.decode(String.self, forKey: .value)
            // Text or a number, as it comes.
            timestamp = (try? container.decodeIfPresent(String.self, forKey: .timestamp)) ?? (try? container.decodeIfPresent(Int64.self, forKey: .timestamp)).map { String($0) }
        }
    }

    /// Those items of a list that can be read.
    private struct Readable<Item: Decodable>: Decodable {
        let items: [Item]

        init(from decoder: any Decoder) throws {
            items = try [Lenient<Item>](from: decoder).compactMap { try? $0.result.get() }
        }
    }
}
