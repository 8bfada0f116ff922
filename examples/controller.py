#!/usr/bin/env python3
"""Drives provision-tags as a line controller would: reads its events, sends it commands (docs/events.md).

    python3 examples/controller.py MANIFEST [--reader CONNSTRING] [--first ID] [--skip ID] [--redo ID] [--stop-after N]

Prints a line for each verified tag and ends with the program's status. A rejected tag pauses the run until it was put
aside; here nobody has to be waited for.
"""
import argparse
import json
import os
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("manifest")
parser.add_argument("--reader", default="simulated")
parser.add_argument("--skip", help="the id of a row to pass over")
parser.add_argument("--first", help="the id of the row to begin with")
parser.add_argument("--redo", help="the id of a row whose first tag is to be void")
parser.add_argument("--stop-after", type=int, metavar="N", help="quit after so many tags")
parser.add_argument("--program", default="provision-tags")
arguments = parser.parse_args()

# What stands in the pipe before the program starts is taken before its first tag.
reading, writing = os.pipe()
commands = open(writing, "w", encoding="utf-8")


def send(command, **members):
    commands.write(json.dumps({"command": command, **members}) + "\n")
    commands.flush()


if arguments.first:
    send("pick", id=arguments.first)
program = subprocess.Popen(
    [arguments.program, "write", arguments.manifest, "--events", "--yes", "--reader", arguments.reader],
    stdin=reading, stdout=subprocess.PIPE, text=True, encoding="utf-8")
os.close(reading)

verified = 0
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
            verified += 1
            print(f"{event['id']}\t{event['uid']}\t{event['ms']} ms", flush=True)
            if arguments.redo and event["id"] == arguments.redo:
                arguments.redo = None
                send("redo")
            elif arguments.stop_after and verified >= arguments.stop_after:
                send("quit")
        case "retrying":
            action = "put back" if event["failure"] in ("tag-lost", "other-tag") else "leave"
            print(f"{action} {event['uid']}", file=sys.stderr)
        case "rejected":
            send("pause")
            print(f"put aside {event['uid']}: {event['reason']}", file=sys.stderr)
            send("resume")
        case "problem":
            print(f"problem: {event.get('problem')} {event.get('detail', '')}", file=sys.stderr)
        case "ended":
            print(f"{event['done']} of {event['rows']} done, {event['skipped']} skipped, {event['rejected']} rejected")

sys.exit(program.wait())
