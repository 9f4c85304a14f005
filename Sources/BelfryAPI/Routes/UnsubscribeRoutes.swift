import BelfryChannels
import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import HTTPTypes
import Hummingbird

/// What links to unsubscribe need: who signed them, and where it is kept what people want.
public struct UnsubscribeDesk: Sendable {
    public let tokens: UnsubscribeTokens
    public let book: any AddressBook

    public init(tokens: UnsubscribeTokens, book: any AddressBook) {
        self.tokens = tokens
        self.book = book
    }
}

/// Ending mail from within a mail, without signing in: a post acts at once (RFC 8058), opening the link changes nothing, because mail
/// programs and scanners open links by themselves.
struct UnsubscribeRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/unsubscribe/{token}") { request, context in
            let token = subject(context) == nil ? nil : context.parameters.get("token")
            return answer(token == nil ? .unknown : .asking, to: request, action: token.map { "/unsubscribe/\($0)" })
        }
        router.post("/unsubscribe/{token}") { request, context in
            try await set(false, request, context, then: .unsubscribed)
        }
        router.post("/resubscribe/{token}") { request, context in
            try await set(true, request, context, then: .resubscribed)
        }
    }

    /// The token alone says who asks for what: neither cookies nor the body count.
    private func set(_ isSubscribed: Bool, _ request: Request, _ context: AppContext, then step: UnsubscribeWords.Step) async throws -> Response {
        guard let desk = services.unsubscribing, let subject = subject(context), let token = context.parameters.get("token"),
            try await desk.book.setSubscription(
                isSubscribed, at: subject.address, of: subject.user, category: subject.category, now: services.now())
        else { return answer(.unknown, to: request, action: nil) }
        var step = step
        // The link knows no app. What they want is kept, and counts for those that don't require it, of the others once they don't any more.
        if !isSubscribed, let category = subject.category, try await services.store.isRequiredByAny(category) {
            step = try await services.declaredCategories(for: subject.user).isRequired(category) ? .required : .unsubscribedInPart
        }
        return answer(step, to: request, action: isSubscribed || step == .required ? nil : "/resubscribe/\(token)")
    }

    private func subject(_ context: AppContext) -> UnsubscribeTokens.Subject? {
        context.parameters.get("token").flatMap { services.unsubscribing?.tokens.subject(of: $0) }
    }

    private func answer(_ step: UnsubscribeWords.Step, to request: Request, action: String?) -> Response {
        let language = request.language
        let words = Phrases.unsubscribing(step, in: language)
        let button = words.button.flatMap { label in action.map { UnsubscribePage.Button(label: label, action: $0) } }
        let view = UnsubscribePage(title: words.title, text: words.text, button: button, language: language)
        return PageDesk(services: services).html(page(view), status: step == .unknown ? .notFound : .ok)
    }
}
