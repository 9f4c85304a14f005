// libdbus, the reference implementation of D-Bus, as the package libdbus-1-dev brings it; and the two kinds of descriptor of Linux
// with which a thread can wait for the bus, for an alarm and for other threads at once. BelfryDesktop alone imports it.
#include <dbus/dbus.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
