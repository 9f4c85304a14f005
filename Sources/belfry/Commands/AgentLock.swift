#if os(Linux)
    import Foundation

    /// Keeps a second agent from showing everything twice, and tells whether there is one.
    struct AgentLock {
        private let descriptor: CInt

        init(besides path: String) throws {
            descriptor = open(Self.file(besides: path), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Failure("The file \(Self.file(besides: path)) can't be made. Check the folder and the permissions.") }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw Failure("Another agent keeps the reminders of \(path) already.")
            }
        }

        func release() { close(descriptor) }

        /// Whether an agent keeps the reminders of the file. Asking makes no file, and takes the lock for no longer than the answer needs.
        static func isHeld(besides path: String) -> Bool {
            let descriptor = open(file(besides: path), O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
        }

        private static func file(besides path: String) -> String { path + ".lock" }
    }
#endif
