/// What a request to the Cloud API wants, checked as the real one checks it.
struct WhatsAppRequest: Hashable, Sendable {
    var to = ""
    var callbackData: String?
    var text: String?
    var template: String?
    var language: String?
    var parameters: [String] = []
    var payloads: [String] = []

    enum Result {
        case usable(WhatsAppRequest)
        /// By a code of the Cloud API's.
        case refused(Int)
    }

    static func check(_ object: [String: Any], templates: [String: WhatsAppSimulator.Template]) -> Result {
        guard object["messaging_product"] as? String == "whatsapp" else { return .refused(100) }
        guard let to = object["to"] as? String, (8...15).contains(to.count), to.allSatisfy(\.isNumber) else { return .refused(131009) }
        var request = WhatsAppRequest(to: to)
        request.callbackData = object["biz_opaque_callback_data"] as? String
        guard (request.callbackData?.count ?? 0) <= 512 else { return .refused(131009) }
        switch object["type"] as? String {
        case "text":
            guard let text = object["text"] as? [String: Any], let body = text["body"] as? String, !body.isEmpty else { return .refused(131008) }
            guard body.utf16.count <= 4096 else { return .refused(131009) }
            request.text = body
            return .usable(request)
        case "template":
            guard let template = object["template"] as? [String: Any] else { return .refused(131008) }
            return request.check(template, templates: templates)
        default: return .refused(131051)
        }
    }

    private func check(_ object: [String: Any], templates: [String: WhatsAppSimulator.Template]) -> Result {
        var request = self
        guard let name = object["name"] as? String, let language = (object["language"] as? [String: Any])?["code"] as? String else { return .refused(131008) }
        guard let template = templates[name], template.languages.contains(language) else { return .refused(132001) }
        (request.template, request.language) = (name, language)
        for component in object["components"] as? [[String: Any]] ?? [] {
            let parameters = component["parameters"] as? [[String: Any]] ?? []
            switch component["type"] as? String {
            case "body": request.parameters = parameters.compactMap { $0["text"] as? String }
            case "button":
                guard component["sub_type"] as? String == "quick_reply", component["index"] as? String == String(request.payloads.count) else {
                    return .refused(131009)
                }
                request.payloads += parameters.compactMap { $0["payload"] as? String }
            default: return .refused(131009)
            }
        }
        guard request.parameters.count == template.placeCount else { return .refused(132000) }
        guard request.payloads.count <= template.buttonCount, request.payloads.allSatisfy({ $0.utf8.count <= 256 }) else { return .refused(131009) }
        guard request.parameters.allSatisfy({ !$0.isEmpty }) else { return .refused(131008) }
        guard request.parameters.allSatisfy({ !$0.contains { $0 == "\n" || $0 == "\r\n" || $0 == "\t" } && !$0.contains("     ") }) else {
            return .refused(132018)
        }
        guard request.parameters.reduce(0, { $0 + $1.utf16.count }) <= 1024 else { return .refused(132005) }
        return .usable(request)
    }
}
