"""A program that speaks UGI badly: `python bad_engine.py FAULT`. It plays a1 on any board."""

import os
import subprocess
import sys
import time

fault = sys.argv[1]
END = "\r\n" if fault == "cr" else "\n"


def say(line):
    sys.stdout.write(line + END)
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1)


if fault == "crashes at once":
    sys.exit("no licence found")
if fault == "hangs at once":
    hang()
if fault == "babbles without a newline":
    while True:
        sys.stdout.write("x" * 1000)
if fault == "babbles at once":
    while True:
        say("info string x")
if fault == "closes stdout":
    os.close(1)
    hang()
if fault == "complains":
    sys.stderr.write("oh dear\n" * 50_000)

sys.stdout.reconfigure(newline="")
readies = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        say("id name bad engine")
        say("id")
        say("option")
        say("option name")
        say("option name two words type spin default 5 min 1 max many")
        say("option name type type string default a type of text")
        say("option name Style type combo default calm var calm var very wild")
        say("option name Go type button")
        if fault == "greets with rubbish":
            sys.stdout.buffer.write(bytes(range(256)) * 9 + b"\n")
        say("" if fault == "has a blank line" else "ugi ok")
        say("ugiok")
        if fault == "reads nothing more":
            say("readyok")
            hang()
    elif words[0] == "isready":
        readies += 1
        if readies == 2 and fault == "hangs at isready":
            hang()
        say("readyok")
    elif words[0] == "query":
        if fault == "crashes at query":
            sys.exit(3)
        say("response perhaps" if fault == "answers oddly" else "response true")
    elif words[0] == "go":
        if fault == "crashes at go":
            sys.stderr.write("Traceback:\nout of luck\n")
            sys.exit(7)
        if fault == "hangs at go":
            hang()
        if fault == "leaves a child behind":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
            hang()
        if fault == "babbles at go":
            while True:
                say("info depth 1 score cp 1 pv a1 string bestmove a1")
        if fault == "waits for stop":
            say("info depth 9 score cp 100")
            while sys.stdin.readline().strip() != "stop":
                pass
        if fault == "thinks oddly":
            say("info depth x nodes score cp mate pv")
            say("info score cp -400 depth 4 nodes 77 pv z9")
        move = {
            "plays what is no move": "bestmove z99",
            "plays what is illegal": "bestmove black",
            "plays none": "bestmove none",
            "plays no word": "bestmove",
            "ponders": "bestmove a1 ponder b2",
        }.get(fault, "bestmove a1")
        say(move)
    elif words[0] == "quit":
        if fault == "does not quit":
            hang()
        break
if fault == "does not quit":
    hang()
