"""Runs the command of a unit as systemd would: with its environment file, a notification socket and a watchdog.

Sends SIGTERM once the program was ready, kept the watchdog quiet three times and wrote a row to each timeline; shows what it
said, and fails when it does not end with 0.
"""

import glob
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

WATCHDOG = 1.0
PATIENCE = 60.0


def settings(path):
    """The last value of each setting of a unit; lines that end in a backslash go on in the next."""
    text = re.sub(r"\\\n\s*", " ", open(path).read())
    pairs = (line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))
    return {name: value.replace("%h", os.environ["HOME"]) for name, value in pairs}


def main():
    unit = settings(sys.argv[1])
    environment = dict(os.environ)
    for line in open(unit["EnvironmentFile"]):
        if "=" in line and not line.startswith("#"):
            name, value = line.rstrip("\n").split("=", 1)
            environment[name] = value
    command = [re.sub(r"\$\{(\w+)\}", lambda use: environment[use[1]], word) for word in shlex.split(unit["ExecStart"])]

    with tempfile.TemporaryDirectory() as folder:
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        manager.bind(folder + "/notify")
        manager.settimeout(0.2)
        environment["NOTIFY_SOCKET"] = folder + "/notify"
        environment["WATCHDOG_USEC"] = str(int(WATCHDOG * 1e6))
        program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        said = []
        end = time.monotonic() + PATIENCE

        def hear():
            try:
                said.append(manager.recv(4096).decode())
                if said[-1] != "WATCHDOG=1":
                    print(said[-1], flush=True)
            except socket.timeout:
                pass

        def is_enough():
            timelines = glob.glob(environment["TIMELINES"] + "/station-*.jsonl")
            is_written = len(timelines) == 2 and all(os.path.getsize(path) for path in timelines)
            return "READY=1" in said and said.count("WATCHDOG=1") >= 3 and is_written

        while not is_enough() and program.poll() is None and time.monotonic() < end:
            hear()
        is_well = is_enough() and program.poll() is None
        program.send_signal(signal.SIGTERM)
        status = program.wait(PATIENCE)
        while "STOPPING=1" not in said and time.monotonic() < end:
            hear()
        print("the program ended with", status)
        if not is_well or status != 0 or "STOPPING=1" not in said:
            sys.exit("supervise.py: the service did not do what it should")


main()
