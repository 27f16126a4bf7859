#!/usr/bin/env python3
"""Times plydex and its peers in turn on the same files, and prints the medians and their ratios.

    benches/peers.py --plydex target/release/plydex --shakmaty peers/target/release/shakmaty_fens FILE...

Each program runs pinned to one core, the page cache warm, its output to /dev/null, A B A B ...; the time is that of
the processor (user and system), which neighbours on a shared machine disturb least. Before that the outputs of all
that give the same are compared on a smaller file. pgn-extract (--pgn-extract) and python-chess (--python) are slow:
they run once, on the first megabytes of each file (--slow-mb).
"""

import argparse
import hashlib
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

JOBS = {
    "fens": ["fens", "-q", "-j1"],
    "check": ["check", "-q", "-j1"],
    "normalize": ["normalize", "-q", "-j1"],
}
SHAKMATY = {"fens": "--fens", "check": "--check", "normalize": "--san"}
PYTHON = {
    "fens": "while (game := chess.pgn.read_game(f)):\n for node in [game, *game.mainline()]: print(node.board().fen())",
    "check": "while chess.pgn.read_game(f, Visitor=chess.pgn.BoardBuilder): pass",
}


def cpu_seconds(command, core):
    """Processor time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(os.devnull, "wb") as null:
        done = subprocess.run(["taskset", "-c", str(core), *command], stdout=null, stderr=null)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # `check` answers 1 where it found problems; a peer that answers so did not do its job.
    if done.returncode not in ((0, 1) if "check" in command else (0,)):
        sys.exit(f"{command}: exit {done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def digest(text):
    return hashlib.sha256(text).hexdigest()


def head(path, megabytes, folder):
    """The first games of a file, whole."""
    with open(path, "rb") as source:
        text = source.read(int(megabytes * 1e6))
    end = text.rfind(b"\n\n[Event ")
    name = os.path.join(folder, f"{megabytes}-{os.path.basename(path)}")
    with open(name, "wb") as out:
        out.write(text[: end + 1])
    return name


def moves(pgn):
    """Mainline moves of a normalized file without comments and variations, as the peer prints them."""
    games = re.split(rb"\n\n(?=\[)", pgn)
    text = (game.split(b"\n\n", 1)[-1] for game in games)
    return [b" ".join(w for w in t.split() if not re.fullmatch(rb"\d+\.+|1-0|0-1|1/2-1/2|\*", w)) for t in text]


def compare(options, path, folder):
    """Stops when two programs differ about the first megabytes."""
    small = head(path, 5, folder)
    ours = lines([options.plydex, "fens", "-q", small])
    if digest(ours) != digest(lines([options.shakmaty, "--fens", small])):
        sys.exit(f"{path}: the FENs differ from shakmaty's")
    ours = moves(lines([options.plydex, "normalize", "-q", "--strip", "comments,variations,nags", small]))
    theirs = [line.strip() for line in lines([options.shakmaty, "--san", small]).splitlines()]
    if ours != theirs:
        sys.exit(f"{path}: the SAN differs from shakmaty's")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plydex", required=True)
    parser.add_argument("--shakmaty", required=True)
    parser.add_argument("--pgn-extract")
    parser.add_argument("--python", help="a Python that has python-chess")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slow-mb", type=float, default=2)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--jobs", default="fens,check,normalize")
    parser.add_argument("--no-compare", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    print("| file | job | plydex MB/s | peer | peer MB/s | plydex is faster by |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files:
            if not options.no_compare:
                compare(options, path, folder)
            for job in options.jobs.split(","):
                measure(options, path, job, folder)


def measure(options, path, job, folder):
    size = os.path.getsize(path) / 1e6
    ours, theirs = [], []
    for _ in range(options.runs):
        ours.append(cpu_seconds([options.plydex, *JOBS[job], path], options.core))
        theirs.append(cpu_seconds([options.shakmaty, SHAKMATY[job], path], options.core))
    our, their = statistics.median(ours), statistics.median(theirs)
    row(path, job, size / our, "pgn-reader + shakmaty", size / their)
    slow = []
    if options.pgn_extract:
        # 19.04, which Debian has, writes FENs as comments only.
        form = {"fens": ["--fencomments"], "check": ["-r"], "normalize": ["-Wsan"]}[job]
        slow.append(("pgn-extract", lambda small: [options.pgn_extract, "-s", *form, small]))
    if options.python and job in PYTHON:
        program = f"import sys, chess.pgn\nf = open(sys.argv[1])\n{PYTHON[job]}"
        slow.append(("python-chess", lambda small: [options.python, "-c", program, small]))
    if slow:
        small = head(path, options.slow_mb, folder)
        small_size = os.path.getsize(small) / 1e6
        for name, command in slow:
            row(path, job, size / our, name, small_size / cpu_seconds(command(small), options.core))


def row(path, job, our, peer, their):
    print(f"| {os.path.basename(path)} | {job} | {our:.1f} | {peer} | {their:.2f} | {our / their:.2f} |", flush=True)


if __name__ == "__main__":
    main()
