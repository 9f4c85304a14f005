import ArgumentParser
import BelfryModel
@preconcurrency import Foundation

// belfry: the front door. It reads the settings, opens the store, puts the rooms together and talks to whoever typed the command.

/// Runs the command and ends with 0, with 1 where it failed and has said why on standard error, with 2 where it was used wrongly, or as the command
/// says in its help.
@main
enum Main {
    static func main() async {
        keepStandardStreams()
        do {
            try checkArguments()
            var command = try Belfry.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try flushOutput()
            leave(0)
        } catch {
            leave(end(error))
        }
    }

    /// Ends the process without what libraries do at an `exit`. A thread that opened a connection may not have ended yet, and what Kerberos puts away
    /// then, which libpq asks for credentials, is taken from under it: it aborts, and a command that has succeeded seems to have failed.
    private static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    private static func end(_ error: any Error) -> Int32 {
        let code = Belfry.exitCode(for: error)
        let text = Belfry.fullMessage(for: error)
        switch code {
        case _ where (error as? Failure)?.isUsage == true:
            printError("Error: \(describe(error))")
            return 2
        case .success:
            print(Examples.added(to: text))
            guard (try? flushOutput()) != nil else { return 1 }
            return 0
        case .validationFailure:
            let unknown = UnknownCommand(in: CommandLine.arguments.dropFirst(), of: Belfry.self)
            // How it is used stands below what is wrong.
            let usage = text.range(of: "\nUsage: ").map { text[$0.lowerBound...] } ?? ""
            printError(unknown.map { "Error: \($0.sentence)\(usage)" } ?? text)
            return 2
        case _ where error is ExitCode:
            // What is to be said was said.
            return code.rawValue
        default:
            printError("belfry: \(describe(error))")
            return 1
        }
    }
}

struct Belfry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "belfry",
        abstract: "Decides what a person is told, when, over which channel and why, and carries it out.",
        discussion: """
            Every setting is an environment variable (BELFRY_STORE, BELFRY_PORT, …) and a key of one JSON file (--config, BELFRY_CONFIG, or \
            belfry.json here), a few are options too; an option wins, then the environment. `belfry doctor` checks them all.

            A command ends with 0 where it is done, with 1 where it failed and with 2 where it was used wrongly, and says so on standard error.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(name: "Run", subcommands: [
                Serve.self, WorkerCommand.self, Demo.self, Migrate.self, Copy.self, Prune.self, Doctor.self, TelegramCommand.self,
            ]),
            CommandGroup(name: "On this device", subcommands: deviceCommands),
            CommandGroup(name: "Tell people", subcommands: [
                Send.self, BroadcastCommand.self, ScheduleCommand.self, HeartbeatCommand.self, AudienceCommand.self, RotaCommand.self,
                CategoryCommand.self, TemplateCommand.self, HookCommand.self,
            ]),
            CommandGroup(name: "What becomes of it", subcommands: [Queue.self, Explain.self, Analytics.self, AuditCommand.self]),
            CommandGroup(name: "Apps, people and data", subcommands: [
                Keys.self, AppCommand.self, LoginLink.self, PersonCommand.self, ReminderCommand.self, Metrics.self, Recompute.self,
            ]),
            CommandGroup(
                name: "Ask and preview",
                subcommands: [
                    Decide.self, PlanCommand.self, Occurrences.self, PrayerTimesCommand.self, Recalls.self, Patterns.self, Simulate.self,
                ]),
        ])

    private static var deviceCommands: [any ParsableCommand.Type] {
        #if os(Linux)
            [Agent.self, Device.self]
        #else
            [Device.self]
        #endif
    }

    static let version = "0.1.0"
}

/// Something that went wrong, as a sentence for the person at the terminal: what happened and what to do.
struct Failure: Error {
    /// One for each thing that went wrong.
    let sentences: [String]
    /// Whether the command was used wrongly, rather than failed.
    let isUsage: Bool

    init(_ message: String, isUsage: Bool = false) { self.init([message], isUsage: isUsage) }

    init(_ sentences: [String], isUsage: Bool = false) {
        self.sentences = sentences
        self.isUsage = isUsage
    }

    var message: String { sentences.joined(separator: " ") }

    /// - Parameter path: `-` for standard input.
    static func unreadable(_ path: String) -> Failure {
        Failure(path == "-" ? "Standard input can't be read." : "The file \(path) can't be read. Check the path and the permissions.")
    }

    /// - Parameter name: as the usage has it, such as `USER` or `--app`.
    static func noIdentifier(_ name: String) -> Failure {
        Failure(
            "\(name) is no identifier. It must have 1 to \(AppID.byteCountMax) bytes, none of them a control character, and no spaces at its ends.",
            isUsage: true)
    }

    /// Whoever has the command may look at all there are.
    static let unknownDelivery = Failure(
        "There is no delivery with this identifier. It is the id of a row of notification_queue; `belfry queue list` shows those that there are.")
    static let unknownBroadcast = Failure("There is no broadcast with this identifier. `belfry broadcast list` shows those that there are.")
    static let unknownAudience = Failure("The app has no audience with this name. `belfry audience list` shows those that there are.")
    static let unknownSchedule = Failure("There is no schedule with this identifier. `belfry schedule list` shows those that there are.")
}

/// Whoever types in another encoding would have something else told than they typed: what is no UTF-8 arrives as “\u{FFFD}”.
///
/// - Throws: ``Failure``
private func checkArguments() throws {
    let number = (1..<max(1, Int(CommandLine.argc))).first { number in
        CommandLine.unsafeArgv[number].map { String(validatingCString: $0) == nil } ?? false
    }
    if let number { throw Failure("Argument \(number) isn't text in UTF-8. See how the terminal, or the script, encodes what is typed.", isUsage: true) }
}

/// Keeps the places of the standard streams where whoever started this closed them: a file or a connection that is opened next would have one, and
/// what is printed or logged would be written into it. Each is opened the wrong way round, so that what reads or writes there fails as before.
private func keepStandardStreams() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
        // The first that is free, and those before it aren't.
        _ = open("/dev/null", mode)
    }
}

/// Where it can't be written, there is nobody left to tell.
func printError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// Writes out what was printed. Else it waits in a buffer until the process ends, and then nobody hears that it can't be written.
///
/// - Throws: ``Failure`` where it can't be.
func flushOutput() throws {
    guard fflush(nil) == 0 else {
        throw Failure("The output can't be written: \(String(cString: strerror(errno))). What the command has changed stays so.")
    }
    // What had no place in the buffer was to be written before.
    guard ferror(stdout) == 0 else { throw Failure("Not all of the output can be written. What the command has changed stays so.") }
}
