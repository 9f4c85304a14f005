"""Installs each peer into a folder of its own below the build's, never into the system."""

import os
import pathlib
import shutil
import subprocess
import sys

MINUTES_MAX = 5


class Missing(Exception):
    """Why a peer isn't there."""


def version(package):
    return package.replace("==", "@").rpartition("@")[2].lstrip("v")


def command(peer, program, folder, progress):
    """The command that runs the peer's program, and variables for it, once what it needs is there."""
    place = folder / program.stem
    if program.suffix == ".cjs":
        _once(place, peer.packages, progress, lambda: _run(
            ["npm", "install", "--prefix", place, "--no-audit", "--no-fund", "--fetch-retries=0", "--fetch-timeout=20000", *peer.packages]))
        return ["node", str(program)], {"NODE_PATH": str(place / "node_modules")}
    if program.suffix == ".go":
        return [_go(place, program, peer.packages, progress)], {}
    python = _python(place, peer.packages, progress)
    return [python, str(program)], _redis(folder / "redis", progress) if peer.server == "redis" else {}


def _python(place, packages, progress):
    _once(place, packages, progress, lambda: _pip(place, packages))
    return str(place / "bin/python")


def _pip(place, packages):
    _run([sys.executable, "-m", "venv", "--clear", place])
    # A machine without a network is to say so soon.
    _run([place / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=20", *packages])


def _go(place, program, packages, progress):
    """The program, built from its modules with the Go that is among the packages: a distribution's is often too old."""
    environment = {**os.environ, "GOPATH": str(place / "modules"), "GOCACHE": str(place / "cache")}

    def go(*arguments):
        _run([place / "bin/go", *arguments], cwd=place, env=environment)

    def install():
        _pip(place, [package for package in packages if "==" in package])
        go("mod", "init", "peer")
        # What can't be written to couldn't be removed either.
        go("get", "-modcacherw", *(package for package in packages if "==" not in package))

    _once(place, packages, progress, install)
    go("build", "-modcacherw", "-mod=mod", "-o", program.stem, program)
    return str(place / program.stem)


def _redis(place, progress):
    """The machine's Redis, or Debian's, unpacked beside the rest."""
    if server := shutil.which("redis-server"):
        return {"REDIS_SERVER": server}

    def install():
        planned = _run(["apt-get", "install", "--simulate", "--no-install-recommends", "redis-server"])
        packages = [line.split()[1] for line in planned.splitlines() if line.startswith("Inst ")]
        _run(["apt-get", "download", *packages], cwd=place)
        for archive in place.glob("*.deb"):
            _run(["dpkg-deb", "--extract", archive, place])

    _once(place, ["Debian's redis-server"], progress, install)
    return {"REDIS_SERVER": str(place / "usr/bin/redis-server"), "REDIS_LIBRARIES": str(next(place.glob("usr/lib/*-linux-gnu")))}


def _once(place, packages, progress, install):
    """Unless the same was installed before."""
    wanted, marker = "\n".join(packages) + "\n", place / "installed"
    if marker.exists() and marker.read_text() == wanted:
        return
    progress(f"installing {', '.join(packages)} into {place}")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    install()
    marker.write_text(wanted)


def _run(arguments, **options):
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=MINUTES_MAX * 60, **options)
    except FileNotFoundError:
        raise Missing(f"{arguments[0]} isn't installed") from None
    except subprocess.TimeoutExpired:
        raise Missing(f"'{arguments[0]}' took longer than {MINUTES_MAX} minutes") from None
    if done.returncode != 0:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        telling = [line for line in lines if "reason:" in line] or [line for line in lines if line.startswith(("ERROR:", "E:"))] or lines[-1:]
        raise Missing(f"{pathlib.Path(arguments[0]).name} can't install it: {telling[0] if telling else 'it says nothing'}")
    return done.stdout
