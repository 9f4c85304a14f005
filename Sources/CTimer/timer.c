#ifdef __linux__

#include "CTimer.h"

#include <sys/timerfd.h>
#include <time.h>

int belfry_timer_make(void) { return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int belfry_timer_arm(int timer, int64_t milliseconds) {
    struct itimerspec time = {{0, 0}, {milliseconds / 1000, (milliseconds % 1000) * 1000000}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, 0);
}

#endif
