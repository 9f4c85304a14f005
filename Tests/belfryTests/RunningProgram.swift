import BelfryTesting
import Foundation
import Synchronization

/// A `belfry` in a process of its own, which goes on until it is told to stop.
final class RunningProgram: Sendable {
    private let process: Process
    private let input = Pipe.uninherited()
    let output = WrittenText()
    let errors = WrittenText()

    convenience init(_ arguments: [String], environment: [String: String] = [:]) throws {
        try self.init(Program.make(arguments, environment))
    }

    /// - Parameter process: hasn't started yet.
    init(_ process: Process) throws {
        self.process = process
        process.standardInput = input
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        try process.start()
        output.read()
        errors.read()
    }

    /// A test that failed leaves nothing running.
    deinit {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Gives it something to read.
    func write(_ text: String) {
        input.fileHandleForWriting.write(Data(text.utf8))
    }

    /// Lets what it reads come to an end.
    func closeInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// Ends it as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    var processNumber: Int32 { process.processIdentifier }

    /// Stops it where it is, as a machine that sleeps does.
    func pause() { Foundation.kill(process.processIdentifier, SIGSTOP) }

    func goOn() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// Asks it to stop.
    func terminate() {
        process.terminate()
    }

    /// Waits for its end, on a thread of its own.
    func exitStatus() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.process.waitUntilExit()
                continuation.resume(returning: self.process.terminationStatus)
            }
        }
    }
}

/// What a process writes, line by line as it comes; it is always read, so that the writer never waits.
final class WrittenText: Sendable {
    let pipe = Pipe.uninherited()
    private let written = Mutex(Data())
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (lines, continuation) = AsyncStream.makeStream(of: String.self)
    }

    /// Begins to read, on a thread of its own, because reading waits.
    fileprivate func read() {
        Thread.detachNewThread {
            var line = Data()
            while case let chunk = self.pipe.fileHandleForReading.availableData, !chunk.isEmpty {
                self.written.withLock { $0 += chunk }
                for byte in chunk {
                    if byte != UInt8(ascii: "\n") {
                        line.append(byte)
                        continue
                    }
                    self.continuation.yield(String(decoding: line, as: UTF8.self))
                    line = Data()
                }
            }
            self.continuation.finish()
        }
    }

    /// The next line that `isWanted`; those before it are passed over. Nil where there is none up to the end.
    func line(where isWanted: (String) -> Bool = { _ in true }) async -> String? {
        await lines.first(where: isWanted)
    }

    /// Everything, once the process has ended.
    func whole() async -> String {
        for await _ in lines {}
        return written.withLock { String(decoding: $0, as: UTF8.self) }
    }
}
