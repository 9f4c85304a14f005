import Testing

/// Suites of a real browser stand in it: nothing else has the machine meanwhile, and where there is no browser a line says so for each test.
@Suite(
    "In a browser", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Chromium.isInstalled, "Chromium is needed at /usr/bin/chromium; Scripts/setup test installs it"))
struct InBrowser {}
