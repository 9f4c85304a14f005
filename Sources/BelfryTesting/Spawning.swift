import Foundation

/// Held while a pipe is made, and while a process is started.
private let spawning = NSLock()

extension Pipe {
    /// A pipe that no process inherits but by its standard streams.
    ///
    /// Else one that another test starts at the same moment would hold the writing end open, and whoever reads wait for ever.
    package static func uninherited() -> Pipe {
        spawning.withLock {
            let pipe = Pipe()
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
            return pipe
        }
    }
}

extension Process {
    /// Runs it, as `run` does, at a moment when no pipe is being made that it could inherit.
    package func start() throws {
        try spawning.withLock { try run() }
    }
}
