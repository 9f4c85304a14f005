import ArgumentParser
import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryPostgres
import BelfrySystem
import BelfryTime
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves the API and the pages, and carries out deliveries.",
        discussion: "Stops cleanly on SIGTERM or SIGINT: what is being sent is finished, the rest waits for the next start.")

    @OptionGroup var storeOptions: StoreOptions

    @Option(help: "The address to listen on (BELFRY_HOST; default 127.0.0.1).")
    var host: String?

    @Option(help: "The port to listen on; 0 takes any that is free (BELFRY_PORT; default 8080).")
    var port: Int?

    @Flag(name: .customLong("no-worker"), help: "Leave the deliveries to `belfry worker`.")
    var noWorker = false

    func run() async throws {
        let options: [Settings.Key: String?] = [.host: host, .port: port.map(String.init)]
        try await storeOptions.settings(options).checkAddress()
        try await storeOptions.withHouse(options, opening: .making) { house in
            house.warnOfIdleKeys()
            try await serve(house, hasWorker: !noWorker) { address in print("Belfry listens on \(address)") }
        }
    }
}

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Carries out deliveries, and nothing else.",
        discussion: "As many as wanted may work on one store, which has to be there. Stops cleanly on SIGTERM or SIGINT.")

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await storeOptions.withHouse(opening: .upgrading) { house in
            house.warnOfIdleKeys()
            try await house.withDispatch { dispatch in
                printError("Working on \(house.settings.store.text)")
                house.listen()
                try await runServices(await workerServices(house, dispatch) + desktopServices(dispatch), of: house)
            }
        }
    }
}

extension House {
    /// A misspelled setting stops nobody, so somebody has to say it.
    fileprivate func warnOfIdleKeys() {
        guard let passedOver = settings.idleKeys?.text else { return }
        logger.warning("settings are passed over", metadata: ["which": "\(passedOver)"])
    }
}

/// Runs the server until it is told to stop.
///
/// - Parameter onRunning: called with the address once requests are taken.
/// - Throws: ``Failure`` where the address can't be listened on.
func serve(_ house: House, hasWorker: Bool, onRunning: @escaping @Sendable (String) async -> Void) async throws {
    try await house.withDispatch { try await serve(house, $0, hasWorker: hasWorker, onRunning: onRunning) }
}

private func serve(_ house: House, _ dispatch: Dispatch, hasWorker: Bool, onRunning: @escaping @Sendable (String) async -> Void) async throws {
    if hasWorker { house.listen() }
    let authenticator = await house.authenticator
    let feed = ChangeFeed(store: house.store)
    let services = Services(
        store: house.store, zones: house.zones, intake: house.intake, worker: dispatch.worker, doorbell: house.doorbell,
        authenticator: authenticator, wearableSignature: house.settings.rookSecret.map(WearableSignature.init),
        switchboard: dispatch.switchboard, ageMax: house.settings.ageMax, callbacks: dispatch.callbacks, changes: feed,
        counters: house.counters, unsubscribing: house.unsubscribing, hasWorkerLoop: hasWorker,
        checkup: { await Doctor().findings(of: house.settings).filter { $0.grade != .fine }.map { "\($0.grade.mark) \($0.subject): \($0.text)" } },
        webPushPublicKey: { house.settings.channels.webPush?.publicKeyText },
        chatLink: { house.settings.channels.chatLink(code: $0) }, signInURL: house.settings.signInURL,
        identityProvider: dispatch.identityProvider, operators: house.settings.operators,
        publicURL: house.settings.channels.publicURL, linkOrigins: house.settings.channels.linkOrigins,
        webOrigins: house.settings.webOrigins, lookBook: house.lookBook,
        now: house.now, makeCode: { randomText(byteCount: 16) }, logger: quiet(house.logger))
    let connectionCountMax = DescriptorLimit.connectionCountMax(ofDescriptors: DescriptorLimit.current)
    let server = Server(services, host: house.settings.host, port: house.settings.port, connectionCountMax: connectionCountMax) { address in
        await onRunning(address)
        // Standard output may be a pipe: say it now, not when a buffer is full.
        fflush(nil)
    }
    // They are stopped from the last to the first: open streams end with the feed, and only then can the server finish.
    var running: [any Service] = [server, feed]
    running += await hasWorker ? workerServices(house, dispatch) : [storeService(house)]
    running += desktopServices(dispatch)
    do {
        try await runServices(running, of: house)
    } catch let error as Server.ListenError {
        throw house.settings.cannotListen(because: error.reason)
    }
}

private func workerServices(_ house: House, _ dispatch: Dispatch) async -> [any Service] {
    let (upkeepBell, statusBell, removalBell) = (Doorbell(), Doorbell(), Doorbell())
    var services: [any Service] = [
        storeService(house),
        LoopService(description: "Upkeep", doorbell: upkeepBell, loop: await house.upkeep(upkeepBell).run),
        LoopService(description: "Removals", doorbell: removalBell, loop: dispatch.remover(removalBell).run),
    ]
    if let webhooks = house.settings.statusWebhooks {
        await house.askForStatuses(webhooks)
        services.append(LoopService(description: "Status webhooks", doorbell: statusBell) { await house.tellStatuses(webhooks, statusBell) })
    }
    return services + [LoopService(description: "Worker", doorbell: house.doorbell, loop: dispatch.workerLoop.run)]
}

/// None where nobody is told on a desktop here.
private func desktopServices(_ dispatch: Dispatch) -> [any Service] {
    dispatch.desktopLoop.map { [DesktopService(loop: $0)] } ?? []
}

private func storeService(_ house: House) -> any Service {
    let bell = Doorbell()
    return LoopService(description: "Store", doorbell: bell) {
        await house.keepStoreFresh(bell)
        // Also where no loop works here, somebody may be working a batch by hand.
        house.doorbell.stop()
    }
}

/// Told first to stop, so that whoever waits for the store then knows that there is no time.
private func hasteService(_ house: House) -> any Service {
    let bell = Doorbell()
    return LoopService(description: "Haste", doorbell: bell) {
        while !bell.isStopping { await bell.wait(atMost: .seconds(3600)) }
        house.hurry()
    }
}

/// How much longer than a lease a stop may take.
private let stopMargin = Duration.seconds(30)

/// Runs services until one fails or the process is told to stop; what is under way then is finished, unless it takes much longer than a lease.
private func runServices(_ services: [any Service], of house: House) async throws {
    var configuration = ServiceGroupConfiguration(
        services: (services + [hasteService(house)]).map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet(house.logger))
    configuration.maximumGracefulShutdownDuration = house.settings.leaseLength + stopMargin
    try await ServiceGroup(configuration: configuration).run()
}

/// The libraries' own talk about starting and stopping is of use only to whoever looks for a fault.
private func quiet(_ logger: Logger) -> Logger {
    var logger = logger
    if logger.logLevel > .debug { logger.logLevel = .warning }
    return logger
}

/// A loop as a service that stops when the others do, also where one of them has failed.
private struct LoopService: Service, CustomStringConvertible {
    /// The log names services by it, and by default it is everything in them, the webhook's address included.
    let description: String
    let doorbell: Doorbell
    let loop: @Sendable () async -> Void

    func run() async throws {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await loop()
            } onGracefulShutdown: {
                doorbell.stop()
            }
        } onCancel: {
            doorbell.stop()
        }
    }
}

/// A loop that ends with its task, as a service.
private struct DesktopService: Service, CustomStringConvertible {
    let loop: @Sendable () async -> Void

    var description: String { "Desktop" }

    func run() async throws {
        await cancelWhenGracefulShutdown { await loop() }
    }
}
