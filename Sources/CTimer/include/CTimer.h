#ifndef BELFRY_CTIMER_H
#define BELFRY_CTIMER_H

#include <stdint.h>

// A timer of the real-time clock as a file that can be waited for: timerfd_create(2). Swift's module of the C library leaves it out.

/// A new one, not yet armed; −1 with `errno` where the system has none left.
int belfry_timer_make(void);

/// Lets it fire at a moment, in milliseconds since 1970; reading it fails with ECANCELED where the clock was set before.
int belfry_timer_arm(int timer, int64_t milliseconds);

#endif
