import ArgumentParser
import BelfryChannels

struct TelegramCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "telegram", abstract: "Sets Telegram up, where the bot is to hear what people do.", subcommands: [SetWebhook.self])

    struct SetWebhook: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set-webhook", abstract: "Has Telegram post to this server what people do in their chats with the bot.",
            discussion: """
                Goes by the settings telegram_token, telegram_webhook_secret and public_url. Run it once, and again when one of them has changed. \
                Whatever the bot posted to before hears nothing more.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let channels = try await storeOptions.settings().channels
            guard let telegram = channels.telegram else {
                throw Failure("No bot is set up. Set telegram_token_file (BELFRY_TELEGRAM_TOKEN_FILE) to a file with what @BotFather gave out.")
            }
            let obstacles = telegram.findings().filter { $0.isBroken || $0.code == "telegram_no_webhook_secret" }
            guard obstacles.isEmpty else { throw Failure(obstacles.map(\.text)) }
            let webhook: TelegramWebhook
            do {
                webhook = try TelegramWebhook(telegram, publicURL: channels.publicURL)
            } catch {
                throw Failure(Settings.sentence(on: error.key, error.expected))
            }
            let exchange = HTTPExchange(trustedRoots: channels.trustedRoots, isMultiplexed: false)
            let refusal = await refusal(of: webhook, over: exchange)
            await exchange.shutdown()
            if let refusal { throw Failure("Telegram wasn't told. \(refusal.why).") }
            json ? try printJSON(["url": webhook.url]) : print("Telegram posts to \(webhook.url) from now on.")
        }

        private func refusal(of webhook: TelegramWebhook, over exchange: HTTPExchange) async -> TelegramWebhook.Refusal? {
            do {
                try await webhook.set(over: exchange)
                return nil
            } catch {
                return error
            }
        }
    }
}
