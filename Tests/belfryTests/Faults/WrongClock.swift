import BelfryTesting
import Foundation
import Testing

/// Lets a process see another time than the machine's: a library that is loaded before all others, and answers in the C library's place.
///
/// libfaketime isn't used: it takes each absolute timer for one of the real-time clock (0.9.10, `timer_settime_common`), so that whoever sleeps by the
/// monotonic clock, as Swift's tasks do, wakes at once where the clock is ahead, and never where it is behind.
struct WrongClock {
    private let library: URL

    private static let source = """
        #define _GNU_SOURCE
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long error_seconds;
        __attribute__((constructor)) static void read_error(void) {
            const char *text = getenv("CLOCK_ERROR_SECONDS");
            if (text) error_seconds = atol(text);
        }
        int clock_gettime(clockid_t clock, struct timespec *time) {
            int result = syscall(SYS_clock_gettime, clock, time);
            if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += error_seconds;
            return result;
        }
        int gettimeofday(struct timeval *restrict time, void *restrict zone) {
            int result = syscall(SYS_gettimeofday, time, zone);
            if (result == 0) time->tv_sec += error_seconds;
            return result;
        }
        time_t time(time_t *seconds) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (seconds) *seconds = now.tv_sec;
            return now.tv_sec;
        }
        """

    init(in folder: URL) async throws {
        let source = folder.appendingPathComponent("clock.c")
        library = folder.appendingPathComponent("clock.so")
        try Data(Self.source.utf8).write(to: source)
        let compiler = try RunningTool("gcc", ["-shared", "-fPIC", "-o", library.path, source.path])
        try #require(await compiler.exitStatus() == 0)
    }

    /// What a process has to be started with whose clock is so far ahead.
    func environment(ahead error: Duration) -> [String: String] {
        error == .zero ? [:] : ["LD_PRELOAD": library.path, "CLOCK_ERROR_SECONDS": "\(error.components.seconds)"]
    }
}
