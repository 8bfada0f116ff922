#!/usr/bin/env python3
"""Drives provision-tags as a line controller would: reads its events, sends it commands.

    python3 examples/controller.py MANIFEST [--reader CONNSTRING] [--skip ID]

Prints a line for each verified tag, skips the row that --skip names, and ends with the program's status.
"""
import argparse
import json
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("manifest")
parser.add_argument("--reader", default="simulated")
parser.add_argument("--skip", help="the id of a row to pass over")
parser.add_argument("--program", default="provision-tags")
arguments = parser.parse_args()

program = subprocess.Popen(
    [arguments.program, "write", arguments.manifest, "--events", "--yes", "--reader", arguments.reader],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def send(command, **members):
    program.stdin.write(json.dumps({"command": command, **members}) + "\n")
    program.stdin.flush()


for line in program.stdout:
    event = json.loads(line)
    if event["v"] != 1:
        sys.exit(f"events of version {event['v']} are not known here")
    match event["event"]:
        case "ready":
            # Here the line would bring the next tag to the reader.
            if arguments.skip and event.get("id") == arguments.skip:
                send("skip")
        case "verified":
            print(f"{event['id']}\t{event['uid']}\t{event['ms']} ms")
        case "rejected":
            print(f"put aside {event['uid']}: {event['reason']}", file=sys.stderr)
        case "problem":
            print(f"problem: {event.get('problem')} {event.get('detail', '')}", file=sys.stderr)
        case "ended":
            print(f"{event['done']} of {event['rows']} done, {event['skipped']} skipped, {event['rejected']} rejected")

sys.exit(program.wait())
