import Foundation
import Hummingbird
import Synchronization

extension TelegramSimulator {
    private static let deletable: Int64 = 48 * 3600

    /// Where the message stands that a body names; nil where there is none.
    private static func place(of object: [String: Any], in state: State) -> Int? {
        let (id, chat) = (object["message_id"] as? Int, (object["chat_id"] as? Int).map { Int64($0) })
        let place = state.messages.firstIndex { $0.id == id && $0.chat == chat }
        return place.flatMap { state.deleted.contains(state.messages[$0].id) ? nil : $0 }
    }

    private static func object(_ body: [UInt8]) -> [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }

    /// https://core.telegram.org/bots/api#deletemessage
    func delete(_ body: [UInt8]) -> Response {
        let (object, moment) = (Self.object(body), now())
        let problem = state.withLock { state -> String? in
            guard let place = Self.place(of: object, in: state) else { return "Bad Request: message to delete not found" }
            guard moment - state.takenAt[place] < Self.deletable else { return "Bad Request: message can't be deleted for everyone" }
            state.deleted.insert(state.messages[place].id)
            return nil
        }
        return problem.map { Self.refusal(400, $0) } ?? Self.json(["ok": true, "result": true], status: 200)
    }

    /// https://core.telegram.org/bots/api#editmessagetext
    func editText(_ body: [UInt8]) -> Response {
        let object = Self.object(body)
        let text = object["text"] as? String ?? ""
        let buttons: [Button]
        do {
            buttons = try TelegramRequest.buttons(in: object)
        } catch {
            return Self.refusal(400, error.description)
        }
        let problem = state.withLock { state -> String? in
            guard !text.isEmpty else { return "Bad Request: message text is empty" }
            guard let place = Self.place(of: object, in: state) else { return "Bad Request: message to edit not found" }
            let known = state.messages[place]
            guard known.text != text || known.buttons != buttons else { return "Bad Request: message is not modified" }
            (state.messages[place].text, state.messages[place].buttons) = (text, buttons)
            return nil
        }
        return problem.map { Self.refusal(400, $0) } ?? Self.json(["ok": true, "result": true], status: 200)
    }
}
