import BelfryAPI
import BelfryChannels
import BelfryModel
import BelfrySystem
import BelfryTime

// Whether what the settings name can be reached: webhooks, and those who carry the channels.

extension Doctor {
    func webhook(_ settings: Settings) async -> Finding {
        func finding(_ code: String, _ grade: Grade, _ text: String) -> Finding {
            Finding(code: "webhook_\(code)", subject: "webhook", grade: grade, text: text)
        }
        // A channel of a route that nobody carries then is found by itself.
        guard let webhook = settings.webhook else {
            return finding("missing", .fine, "BELFRY_WEBHOOK_URL is not set; what has no provider goes nowhere, but push to the inbox")
        }
        return switch await webhook.refusal(by: NetworkGuard()) {
        case .unknownName: finding("name_unknown", .broken, "the name in BELFRY_WEBHOOK_URL leads nowhere; is it spelled right?")
        case .privateAddress where !settings.mayWebhookBePrivate:
            finding(
                "private", .broken, "BELFRY_WEBHOOK_URL leads into a private network; where that is meant, set BELFRY_WEBHOOK_ALLOW_PRIVATE=true")
        case .crowded:
            finding("lookup_failed", .broken, "the name in BELFRY_WEBHOOK_URL could not be looked up; does this machine's name server answer?")
        case .privateAddress, nil: finding("set", .fine, "what has no provider of its own is posted to it")
        }
    }

    /// Whether the endpoints of apps can be posted to, as their file stands.
    func statusWebhooks(_ settings: Settings) async -> [Finding] {
        func finding(_ code: String, _ grade: Grade, _ text: String) -> Finding {
            Finding(code: "status_webhook_\(code)", subject: "status webhooks", grade: grade, text: text)
        }
        guard let path = settings.statusWebhooks?.path else { return [] }
        let webhooks: StatusWebhooks
        do {
            webhooks = try StatusWebhooks(inFile: path)
        } catch {
            let sentence = Settings.sentence(on: Settings.Key.statusWebhooksFile.rawValue, error.why)
            return [finding("file_unusable", .broken, "\(sentence) Until then the endpoints stay as they were.")]
        }
        let refusals = await webhooks.refusals()
        return webhooks.apps.map { app in
            switch refusals[app] {
            case .unknownName: finding("name_unknown", .broken, "the name in the url of \(app) leads nowhere; is it spelled right?")
            case .privateAddress:
                finding(
                    "private", .broken, "the url of \(app) leads into a private network; where that is meant, set its allow_private to true")
            case .crowded:
                finding(
                    "lookup_failed", .broken, "the name in the url of \(app) could not be looked up; does this machine's name server answer?")
            case nil: finding("set", .fine, "\(app) is told what becomes of its deliveries")
            }
        }
    }

    /// The providers, and what is wrong with how they are set up.
    func channels(_ settings: Settings) async -> [Finding] {
        let found = settings.channels.findings(now: .systemNow()).map { subject, finding in
            Finding(code: finding.code, subject: subject, grade: finding.isBroken ? .broken : .advice, text: "\(finding.text) (\(finding.code))")
        }
        let providers = settings.channels.providers.map(\.rawValue)
        var summary = Finding(
            code: "providers", subject: "providers", grade: .fine,
            text: providers.isEmpty ? "none is set up; the guide says how" : providers.joined(separator: ", "))
        do {
            try await Senders(settings).shutdown()
        } catch {
            summary = Finding(code: "providers_unusable", subject: "providers", grade: .broken, text: describe(error))
        }
        return [summary] + found + [routes(settings)]
    }

    /// Whether people can be signed in by the provider that is set up; nothing where none is.
    func identityProvider(_ settings: Settings) async -> [Finding] {
        guard let identity = settings.identity else { return [] }
        func finding(_ code: String, _ grade: Grade, _ text: String) -> [Finding] {
            [Finding(code: "identity_provider_\(code)", subject: "identity provider", grade: grade, text: text)]
        }
        guard settings.jwtSecret != nil else { return finding("no_token_secret", .broken, "it signs nobody in without BELFRY_JWT_SECRET") }
        guard let senders = try? Senders(settings) else { return [] }
        let provider = senders.identityProvider(settings, now: { .systemNow() })
        let flaw = await provider?.flaw()
        var signingOut = ""
        if flaw == nil, await provider?.offersSignOut() == true { signingOut = ", and for signing out there \(printable(identity.signedOutURL))" }
        await senders.shutdown()
        return flaw.map { finding("unusable", .advice, "\(printable(identity.issuer)) signs nobody in just now: \($0); links still do") }
            ?? finding(
                "set", .fine,
                "\(printable(identity.issuer)), which must know the address \(printable(identity.redirectURL))\(signingOut)\(operators(by: identity))")
    }

    /// Shows the groups apart, as commas part them and may belong to them.
    private func operators(by identity: IdentitySettings) -> String {
        let groups = identity.operators.sorted().map { "“\(printable($0))”" }.joined(separator: " or ")
        return groups.isEmpty ? "" : "; who has \(groups) in \(printable(identity.operatorClaim)) is an operator"
    }

    /// Whether every channel that a route leads over has somebody to carry it.
    private func routes(_ settings: Settings) -> Finding {
        let wanted = settings.routes.channels
        let reachable = settings.webhook == nil ? settings.channels.channels : Set(DeliveryChannel.allCases)
        let unreachable = wanted.subtracting(reachable).map(\.rawValue).sorted().joined(separator: ", ")
        return unreachable.isEmpty
            ? Finding(code: "alert_channels_carried", subject: "alert channels", grade: .fine, text: wanted.map(\.rawValue).sorted().joined(separator: ", "))
            : Finding(
                code: "alert_channels_uncarried", subject: "alert channels", grade: .broken,
                text: "nothing can send over \(unreachable); set a provider up, or BELFRY_WEBHOOK_URL and BELFRY_WEBHOOK_SECRET")
    }
}
